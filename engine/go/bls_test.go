package pairforge_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pairforge"
)

var (
	variants = []pairforge.Variant{pairforge.MinimalPublicKey, pairforge.MinimalSignature}
	schemes  = []pairforge.Scheme{pairforge.Basic, pairforge.MessageAugmentation, pairforge.ProofOfPossession}
)

// known answers of a file, whose bytes are hexadecimal digits.
func known[T any](t *testing.T, name string) T {
	var document T
	if err := json.Unmarshal(vectors(t, "bls/"+name+".json"), &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// digits are bytes of a known answer.
type digits []byte

func (d *digits) UnmarshalText(text []byte) (err error) {
	*d, err = hex.DecodeString(string(text))
	return err
}

// verified is whether a key's signature is valid; what is no key or no signature has none.
func verified(variant pairforge.Variant, scheme pairforge.Scheme, key, message, signature []byte) bool {
	k, err := pairforge.DecodePublicKey(variant, key)
	if err != nil {
		return false
	}
	s, err := pairforge.DecodeSignature(variant, signature)
	return err == nil && s.Verify(scheme, k, message) == nil
}

func TestSignaturesOfEthereum(t *testing.T) {
	document := known[struct {
		Sign   []struct{ Sk, Msg, Sig digits }
		Verify []struct {
			Name         string
			Pk, Msg, Sig digits
			Valid        bool
		}
	}](t, "ethereum")
	for _, c := range document.Sign {
		key := must(pairforge.DecodeSecretKey(pairforge.MinimalPublicKey, c.Sk))
		signature := must(key.Sign(pairforge.ProofOfPossession, c.Msg))
		if !slices.Equal(must(signature.Encode()), c.Sig) || !slices.Equal(must(key.Encode()), c.Sk) {
			t.Errorf("%x signs %x otherwise", c.Sk, c.Msg)
		}
	}
	for _, c := range document.Verify {
		if verified(pairforge.MinimalPublicKey, pairforge.ProofOfPossession, c.Pk, c.Msg, c.Sig) != c.Valid {
			t.Error(c.Name)
		}
	}
}

// decoded are keys and signatures, all together; an error where one is none.
func decoded(variant pairforge.Variant, keys, signatures []digits) ([]*pairforge.PublicKey, []*pairforge.Signature, error) {
	plain := func(all []digits) (found [][]byte) {
		for _, one := range all {
			found = append(found, one)
		}
		return found
	}
	ks, first := pairforge.DecodePublicKeys(variant, plain(keys), [32]byte{5}, 1)
	ss, second := pairforge.DecodeSignatures(variant, plain(signatures), [32]byte{6}, 1)
	return ks, ss, errors.Join(first, second)
}

func TestAggregatesOfEthereum(t *testing.T) {
	type aggregate struct {
		Name      string
		Pubkeys   []digits
		Message   digits
		Messages  []digits
		Signature digits
		Valid     bool
	}
	verify := func(file string, work func(*pairforge.Signature, []*pairforge.PublicKey, aggregate) error) {
		for _, c := range known[struct{ Cases []aggregate }](t, file).Cases {
			keys, signatures, err := decoded(pairforge.MinimalPublicKey, c.Pubkeys, []digits{c.Signature})
			if err == nil {
				err = work(signatures[0], keys, c)
			}
			if (err == nil) != c.Valid {
				t.Errorf("%s, %s: %v", file, c.Name, err)
			}
		}
	}
	verify("fast_aggregate_verify", func(s *pairforge.Signature, keys []*pairforge.PublicKey, c aggregate) error {
		return s.FastAggregateVerify(keys, c.Message)
	})
	verify("aggregate_verify", func(s *pairforge.Signature, keys []*pairforge.PublicKey, c aggregate) error {
		var messages [][]byte
		for _, message := range c.Messages {
			messages = append(messages, message)
		}
		return s.AggregateVerify(pairforge.ProofOfPossession, keys, messages)
	})
}

func TestWhatTheConsensusOfEthereumAdds(t *testing.T) {
	document := known[struct {
		Sums []struct {
			Name      string
			Pubkeys   []digits
			Aggregate digits
		} `json:"eth_aggregate_pubkeys"`
		Same []struct {
			Name      string
			Pubkeys   []digits
			Message   digits
			Signature digits
			Valid     bool
		} `json:"eth_fast_aggregate_verify"`
	}](t, "consensus")
	for _, c := range document.Sums {
		keys, _, err := decoded(pairforge.MinimalPublicKey, c.Pubkeys, nil)
		var sum []byte
		if err == nil {
			sum, err = pairforge.EthAggregatePubkeys(keys)
		}
		// Null is no digits: what has no sum is refused.
		if (err == nil) != (c.Aggregate != nil) || !slices.Equal(sum, c.Aggregate) {
			t.Errorf("%s: %x, %v", c.Name, sum, err)
		}
	}
	for _, c := range document.Same {
		keys, signatures, err := decoded(pairforge.MinimalPublicKey, c.Pubkeys, []digits{c.Signature})
		if err == nil {
			err = signatures[0].EthFastAggregateVerify(keys, c.Message)
		}
		if (err == nil) != c.Valid {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	if len(document.Sums) != 8 || len(document.Same) != 12 {
		t.Errorf("%d sums of keys and %d aggregates", len(document.Sums), len(document.Same))
	}
}

func TestKeysThatCancelHaveASum(t *testing.T) {
	key := must(must(pairforge.GenerateSecretKey(pairforge.MinimalPublicKey, make([]byte, 32), nil)).PublicKey())
	opposite := must(key.Encode())
	opposite[0] ^= 0x20
	keys := []*pairforge.PublicKey{key, must(pairforge.DecodePublicKey(pairforge.MinimalPublicKey, opposite))}
	if sum := must(pairforge.EthAggregatePubkeys(keys)); !slices.Equal(sum, append([]byte{0xc0}, make([]byte, 47)...)) {
		t.Errorf("another sum than the point at infinity: %x", sum)
	}
}

func TestBeaconOfDrand(t *testing.T) {
	document := known[struct {
		Pk     digits
		Rounds []struct{ Msg, Sig digits }
	}](t, "drand")
	for _, round := range document.Rounds {
		if !verified(pairforge.MinimalSignature, pairforge.Basic, document.Pk, round.Msg, round.Sig) ||
			verified(pairforge.MinimalSignature, pairforge.Basic, document.Pk, round.Sig, round.Sig) {
			t.Error("another round than the known one")
		}
	}
}

// cardano has signatures under a tag of their own, computed with blst.
type cardano struct {
	Sign    []struct{ Seed, Sk, Vk, Msg, Sig digits }
	Keys    []sum `json:"aggregate_keys"`
	Same    []sum `json:"same_message"`
	Differ  []sum `json:"distinct_messages"`
	variant pairforge.Variant
}

type sum struct {
	Keys      digits `json:"agg_vk"`
	Signature digits `json:"agg_sig"`
	Signers   []struct{ Vk, Msg, Sig digits }
}

func TestSignaturesOfCardano(t *testing.T) {
	tag := []byte("BLS_DST_CARDANO_BASE_V1")
	document := known[struct{ Minpk, Minsig cardano }](t, "cardano")
	document.Minsig.variant = pairforge.MinimalSignature
	for _, of := range []cardano{document.Minpk, document.Minsig} {
		for _, c := range of.Sign {
			secret := must(pairforge.GenerateSecretKey(of.variant, c.Seed, nil))
			key, signature := must(secret.PublicKey()), must(secret.CoreSign(tag, c.Msg))
			if !slices.Equal(must(secret.Encode()), c.Sk) || !slices.Equal(must(key.Encode()), c.Vk) ||
				!slices.Equal(must(signature.Encode()), c.Sig) {
				t.Error("another signature than the known one")
			}
			if signature.CoreVerify(tag, key, c.Msg) != nil {
				t.Error("a known signature is not valid")
			}
			if err := signature.CoreVerify(tag[1:], key, c.Msg); !errors.Is(err, pairforge.InvalidSignature) {
				t.Errorf("under another tag: %v", err)
			}
		}
		for _, c := range slices.Concat(of.Keys, of.Same, of.Differ) {
			var encoded, signed []digits
			var messages [][]byte
			for _, signer := range c.Signers {
				encoded = append(encoded, signer.Vk)
				messages = append(messages, signer.Msg)
				if signer.Sig != nil {
					signed = append(signed, signer.Sig)
				}
			}
			keys, signatures, err := decoded(of.variant, encoded, signed)
			if err != nil {
				t.Fatal(err)
			}
			if signatures == nil {
				if !slices.Equal(must(must(pairforge.AggregatePublicKeys(keys)).Encode()), c.Keys) {
					t.Error("another sum of keys than the known one")
				}
				continue
			}
			whole := must(pairforge.AggregateSignatures(signatures))
			if !slices.Equal(must(whole.Encode()), c.Signature) || whole.CoreAggregateVerify(tag, keys, messages) != nil {
				t.Error("another aggregate than the known one")
			}
			if err := whole.CoreAggregateVerify(tag, keys[1:], messages[1:]); !errors.Is(err, pairforge.InvalidSignature) {
				t.Errorf("without a signer: %v", err)
			}
		}
	}
}

// claims have so many signatures by keys of their own.
func claims(variant pairforge.Variant, scheme pairforge.Scheme, n int) (found []pairforge.Claim) {
	for i := range n {
		secret := must(pairforge.GenerateSecretKey(variant, slices.Repeat([]byte{byte(i)}, 32), []byte("info")))
		message := fmt.Appendf(nil, "message %d", i/2)[:i%9]
		found = append(found, pairforge.Claim{
			Key: must(secret.PublicKey()), Message: message, Signature: must(secret.Sign(scheme, message)),
		})
	}
	return found
}

func TestManySignaturesAtOnce(t *testing.T) {
	seed := &[32]byte{8}
	for _, variant := range variants {
		for _, scheme := range schemes {
			claims := claims(variant, scheme, 6)
			for _, batch := range []pairforge.Batch{{}, {Threads: 1}, {Seed: seed, Threads: 2}} {
				if err := batch.Verify(scheme, claims); err != nil {
					t.Error(err)
				}
				if invalid, err := batch.FindInvalid(scheme, claims); err != nil || len(invalid) > 0 {
					t.Error(invalid, err)
				}
				wrong := slices.Clone(claims)
				wrong[1].Signature, wrong[4].Message = claims[2].Signature, []byte("another")
				if err := batch.Verify(scheme, wrong); !errors.Is(err, pairforge.InvalidSignature) {
					t.Error(err)
				}
				if invalid := must(batch.FindInvalid(scheme, wrong)); !slices.Equal(invalid, []int{1, 4}) {
					t.Error(invalid)
				}
				if invalid := must(batch.FindInvalid(scheme, nil)); batch.Verify(scheme, nil) != nil || len(invalid) > 0 {
					t.Error("a batch of none")
				}
			}
		}
	}
}

func TestPossession(t *testing.T) {
	for _, variant := range variants {
		secrets := []*pairforge.SecretKey{
			must(pairforge.GenerateSecretKey(variant, make([]byte, 32), nil)),
			must(pairforge.GenerateSecretKey(variant, make([]byte, 33), nil)),
		}
		proof := must(must(secrets[0].ProvePossession()).Encode())
		if len(proof) != variant.SignatureBytes() {
			t.Errorf("a proof of %d bytes", len(proof))
		}
		again := must(pairforge.DecodePossession(variant, proof))
		if err := must(secrets[0].PublicKey()).VerifyPossession(again); err != nil || again.Variant() != variant {
			t.Error(err)
		}
		if err := must(secrets[1].PublicKey()).VerifyPossession(again); !errors.Is(err, pairforge.InvalidSignature) {
			t.Error(err)
		}
	}
}

func TestWhatIsWrongWithSignatures(t *testing.T) {
	one, other := claims(pairforge.MinimalPublicKey, pairforge.Basic, 2), claims(pairforge.MinimalSignature, pairforge.Basic, 1)
	secret := must(pairforge.DecodeSecretKey(pairforge.MinimalPublicKey, append(make([]byte, 31), 1)))
	secret.Wipe()
	secret.Wipe()
	_, wiped := secret.Sign(pairforge.Basic, nil)
	_, short := pairforge.GenerateSecretKey(pairforge.MinimalPublicKey, make([]byte, 31), nil)
	_, zero := pairforge.DecodeSecretKey(pairforge.MinimalSignature, make([]byte, 32))
	_, none := pairforge.AggregateSignatures(nil)
	_, noKeys := pairforge.AggregatePublicKeys(nil)
	_, mixed := pairforge.AggregateSignatures([]*pairforge.Signature{one[0].Signature, other[0].Signature})
	_, length := pairforge.DecodePublicKeys(pairforge.MinimalPublicKey, [][]byte{make([]byte, 47)}, [32]byte{}, 1)
	identity := append([]byte{0xc0}, make([]byte, 47)...)
	_, infinity := pairforge.DecodePublicKeys(pairforge.MinimalPublicKey, [][]byte{identity}, [32]byte{}, 1)
	_, variant := pairforge.DecodePublicKey(7, identity)
	_, keyVariant := pairforge.DecodePublicKeys(7, [][]byte{identity}, [32]byte{}, 1)
	_, signatureVariant := pairforge.DecodeSignatures(-1, nil, [32]byte{}, 1)
	_, noPubkeys := pairforge.EthAggregatePubkeys(nil)
	_, otherPubkeys := pairforge.EthAggregatePubkeys([]*pairforge.PublicKey{one[0].Key, other[0].Key})
	for _, wrong := range []struct {
		err    error
		status pairforge.Status
		line   string
	}{
		{wiped, pairforge.NilPointer, "the secret key was wiped"},
		{short, pairforge.Length, "material: 31 bytes where 32 are needed"},
		{zero, pairforge.NotCanonical, "secret key: must be an integer from 1 to r - 1"},
		{none, pairforge.Refused, "no signatures to aggregate"},
		{noKeys, pairforge.Refused, "no keys to aggregate"},
		{mixed, pairforge.OtherPairing, "signature: a handle of the other BLS variant"},
		{length, pairforge.Length, "encoding 0: 48 bytes are needed, not 47"},
		{infinity, pairforge.Infinity, "encoding 0: the point at infinity"},
		{variant, pairforge.Refused, "no BLS variant 7; there are 0 (minimal public keys), 1 (minimal signatures)"},
		{keyVariant, pairforge.Refused, variant.Error()},
		{signatureVariant, pairforge.Refused, "no BLS variant -1; there are 0 (minimal public keys), 1 (minimal signatures)"},
		{noPubkeys, pairforge.Refused, "no keys to aggregate"},
		{otherPubkeys, pairforge.OtherPairing, "public key: a handle of the other BLS variant"},
		{one[0].Signature.EthFastAggregateVerify(nil, nil), pairforge.InvalidSignature, ""},
		{other[0].Signature.EthFastAggregateVerify(nil, nil), pairforge.OtherPairing, "signature: a handle of the other BLS variant"},
		{one[0].Signature.Verify(pairforge.Basic, one[1].Key, nil), pairforge.InvalidSignature, ""},
		{one[0].Signature.Verify(9, one[0].Key, nil), pairforge.Refused, ""},
		{one[0].Signature.FastAggregateVerify(nil, nil), pairforge.InvalidSignature, ""},
		{one[0].Signature.AggregateVerify(pairforge.Basic, nil, nil), pairforge.InvalidSignature, ""},
		{
			one[0].Signature.AggregateVerify(pairforge.Basic, []*pairforge.PublicKey{one[0].Key}, nil),
			pairforge.Refused, "1 keys and 0 messages; give as many of both",
		},
		{pairforge.Batch{}.Verify(pairforge.Basic, append(other, one...)), pairforge.OtherPairing, ""},
	} {
		if !errors.Is(wrong.err, wrong.status) || wrong.line != "" && wrong.err.Error() != wrong.line {
			t.Errorf("%v is not %v: %q", wrong.err, wrong.status, wrong.line)
		}
	}
	if one[0].Key.Equal(one[1].Key) || one[0].Key.Equal(other[0].Key) || !one[0].Key.Equal(one[0].Key) ||
		one[0].Signature.Equal(other[0].Signature) || !one[0].Signature.Equal(one[0].Signature) {
		t.Error("other keys or signatures are equal")
	}
}

func TestASecretKeyIsWipedWhileOthersSign(t *testing.T) {
	secret := must(pairforge.GenerateSecretKey(pairforge.MinimalPublicKey, make([]byte, 32), nil))
	expected := must(must(secret.Sign(pairforge.Basic, nil)).Encode())
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 20 {
				signature, err := secret.Sign(pairforge.Basic, nil)
				if err == nil && !slices.Equal(must(signature.Encode()), expected) || err != nil && !errors.Is(err, pairforge.NilPointer) {
					t.Errorf("another signature: %v", err)
				}
				runtime.GC()
			}
		}()
	}
	secret.Wipe()
	all.Wait()
}
