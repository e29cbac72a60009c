package pairforge

/*
#cgo pkg-config: pairforge
#include <pairforge.h>
*/
import "C"

import (
	"bytes"
	"fmt"
	"runtime"
)

// Status is why a call failed. It is an error itself, to be compared with by errors.Is.
type Status int

// Reasons; [Status.Error] has them in words.
const (
	Length           Status = C.PAIRFORGE_STATUS_LENGTH
	NotCanonical     Status = C.PAIRFORGE_STATUS_NOT_CANONICAL
	Flags            Status = C.PAIRFORGE_STATUS_FLAGS
	NotOnCurve       Status = C.PAIRFORGE_STATUS_NOT_ON_CURVE
	NotInSubgroup    Status = C.PAIRFORGE_STATUS_NOT_IN_SUBGROUP
	Infinity         Status = C.PAIRFORGE_STATUS_INFINITY
	NotInTargetGroup Status = C.PAIRFORGE_STATUS_NOT_IN_TARGET_GROUP
	OtherPairing     Status = C.PAIRFORGE_STATUS_OTHER_PAIRING
	NilPointer       Status = C.PAIRFORGE_STATUS_NULL_POINTER
	NotAPoint        Status = C.PAIRFORGE_STATUS_NOT_A_POINT
	Refused          Status = C.PAIRFORGE_STATUS_REFUSED
	Internal         Status = C.PAIRFORGE_STATUS_INTERNAL
	InvalidSignature Status = C.PAIRFORGE_STATUS_INVALID_SIGNATURE
)

// Error is the reason in a few words.
func (s Status) Error() string {
	return C.GoString(C.pairforge_message(C.int(s)))
}

// Error is what a call that failed returns.
type Error struct {
	// Status is the reason.
	Status Status
	// Line says what was wrong and where, such as "term 3: Q: not a point of the curve".
	Line string
}

// Error is the line.
func (e *Error) Error() string { return e.Line }

// Unwrap is the status: errors.Is(err, NotOnCurve).
func (e *Error) Unwrap() error { return e.Status }

// failure of the library in f, or nil. The line about it is kept by the thread, so f must not leave it.
func failure(f func() C.pairforge_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := f()
	if status == C.PAIRFORGE_STATUS_OK {
		return nil
	}
	var line [512]C.char
	C.pairforge_last_error(&line[0], C.size_t(len(line)))
	return &Error{Status(status), C.GoString(&line[0])}
}

// filled is what f writes, so many bytes.
func filled(size int, f func(out *C.uint8_t) C.pairforge_status) ([]byte, error) {
	found := make([]byte, size)
	if err := failure(func() C.pairforge_status { return f(pointer(found)) }); err != nil {
		return nil, err
	}
	return found, nil
}

var nothing [1]byte

// pointer to the first byte, to some byte if there is none: the library refuses a null pointer.
func pointer(bytes []byte) *C.uint8_t {
	if len(bytes) == 0 {
		return (*C.uint8_t)(&nothing[0])
	}
	return (*C.uint8_t)(&bytes[0])
}

// wrongLength is an Error unless a slice has the length that is needed: the library is not told how long it is.
func wrongLength(what string, given []byte, needed int) error {
	if len(given) == needed {
		return nil
	}
	return &Error{Length, fmt.Sprintf("%s: %d bytes are needed, not %d", what, needed, len(given))}
}

// equallyLong are encodings one after the other, each of so many bytes.
func equallyLong(encoded [][]byte, size int) ([]byte, error) {
	for i, one := range encoded {
		if err := wrongLength(fmt.Sprintf("encoding %d", i), one, size); err != nil {
			return nil, err
		}
	}
	return bytes.Join(encoded, nil), nil
}
