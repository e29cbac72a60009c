// Functions of gnark-crypto, timed when someone asks. The first line of standard output says which there are; each
// line of standard input names one of them, and a line of standard output answers with the nanoseconds of a call.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/utils/cpu"
)

// How long a function is called, unless one call takes longer.
const moment = 1500 * time.Microsecond

// A function, and what gives the coordinates of the point that it computes, if it does.
type function struct {
	run    func()
	calls  int
	result func() []byte
}

// A function that computes a point.
func point[P any](raw func(*P) []byte, compute func() P) *function {
	return &function{
		run:    func() { compute() },
		result: func() []byte { p := compute(); return raw(&p) },
	}
}

// How many calls make a moment; warms up on the way.
func callsOf(run func()) int {
	for calls := 1; ; calls *= 2 {
		began := time.Now()
		for range calls {
			run()
		}
		if took := time.Since(began); took >= moment/2 {
			return max(1, int(moment)*calls/int(took))
		}
	}
}

// The nanoseconds of a call, after one that brings its code and tables back into the caches.
func (f *function) time() float64 {
	if f.calls == 0 {
		f.calls = callsOf(f.run)
	}
	if f.calls > 1 {
		f.run()
	}
	began := time.Now()
	for range f.calls {
		f.run()
	}
	return float64(time.Since(began)) / float64(f.calls)
}

// The nanoseconds of a call; the first time with the point that it computes.
func (f *function) answer(name string) map[string]any {
	answer := map[string]any{"function": name}
	if f.calls == 0 && f.result != nil {
		answer["result"] = hex.EncodeToString(f.result())
	}
	answer["ns"] = f.time()
	return answer
}

// As the module was pinned.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/consensys/gnark-crypto" {
				return module.Version[1:]
			}
		}
	}
	return "unknown"
}

// The widest instructions that the library takes.
func level() string {
	switch {
	case cpu.SupportAVX512IFMA:
		return "AVX-512 IFMA"
	case cpu.SupportAVX512:
		return "AVX-512"
	case cpu.SupportADX:
		return "ADX"
	}
	return "baseline"
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	functions := map[string]*function{}
	addBLS12381(functions)
	addBN254(functions)
	out := json.NewEncoder(os.Stdout)
	must(out.Encode(map[string]any{
		"library": "gnark-crypto", "version": version(), "level": level(),
		"functions": slices.Collect(maps.Keys(functions)),
	}))
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		name := asked.Text()
		must(out.Encode(functions[name].answer(name)))
	}
}
