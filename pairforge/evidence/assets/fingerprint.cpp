// The functions that stand in the place of functional units in a proof: BLAKE2b (RFC 7693) with a key.
//
// The key is 32 hexadecimal digits in the environment, PAIRFORGE_KEY. Every import of the Verilog is a call of
// `fingerprint`: a label, the operands side by side, and where the result goes, all in words of 32 bits.
// `garbage` gives words that are never the same twice: an output of which nothing is known.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "svdpi.h"

namespace {

constexpr uint64_t INITIAL[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
                                 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

constexpr uint8_t ORDER[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

constexpr size_t BLOCK = 128, DIGEST = 64, KEY = 16;

uint64_t rotated(uint64_t x, unsigned by) { return x >> by | x << (64 - by); }

void compress(uint64_t (&h)[8], const uint8_t* block, uint64_t length, bool last) {
    uint64_t m[16], v[16];
    std::memcpy(m, block, BLOCK);
    for (int i = 0; i < 8; ++i) {
        v[i] = h[i];
        v[i + 8] = INITIAL[i];
    }
    v[12] ^= length;
    if (last) v[14] = ~v[14];
    auto mix = [&](int a, int b, int c, int d, uint64_t x, uint64_t y) {
        v[a] += v[b] + x;
        v[d] = rotated(v[d] ^ v[a], 32);
        v[c] += v[d];
        v[b] = rotated(v[b] ^ v[c], 24);
        v[a] += v[b] + y;
        v[d] = rotated(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = rotated(v[b] ^ v[c], 63);
    };
    for (int round = 0; round < 12; ++round) {
        const uint8_t* s = ORDER[round % 10];
        for (int i = 0; i < 4; ++i) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (int i = 0; i < 4; ++i) mix(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[2 * i + 8]], m[s[2 * i + 9]]);
    }
    for (int i = 0; i < 8; ++i) h[i] ^= v[i] ^ v[i + 8];
}

struct Key {
    uint8_t block[BLOCK] = {};
    Key() {
        const char* text = std::getenv("PAIRFORGE_KEY");
        for (size_t i = 0; text && i < KEY && text[2 * i] && text[2 * i + 1]; ++i) {
            const char digits[3] = {text[2 * i], text[2 * i + 1], 0};
            block[i] = static_cast<uint8_t>(std::strtoul(digits, nullptr, 16));
        }
    }
};

// The digest of number, label and operands.
void digest(uint8_t number, uint64_t label, const uint32_t* operands, size_t count, uint8_t* out) {
    static const Key key;
    uint64_t h[8];
    for (int i = 0; i < 8; ++i) h[i] = INITIAL[i];
    h[0] ^= 0x01010000u ^ KEY << 8 ^ DIGEST;
    compress(h, key.block, BLOCK, false);
    const size_t length = 1 + sizeof label + 4 * count;
    uint8_t block[BLOCK];
    for (size_t done = 0; done < length; done += BLOCK) {
        std::memset(block, 0, BLOCK);
        for (size_t i = done; i < length && i < done + BLOCK; ++i) {
            if (i == 0) block[0] = number;
            else if (i < 1 + sizeof label) block[i - done] = static_cast<uint8_t>(label >> 8 * (i - 1));
            else block[i - done] = static_cast<uint8_t>(operands[(i - 9) / 4] >> 8 * ((i - 9) % 4));
        }
        const bool last = done + BLOCK >= length;
        compress(h, block, BLOCK + (last ? length : done + BLOCK), last);
    }
    std::memcpy(out, h, DIGEST);
}

}  // namespace

void fingerprint(uint64_t label, const svBitVecVal* operands, size_t count, svBitVecVal* result, size_t width) {
    uint8_t out[DIGEST];
    for (size_t done = 0; done < width; done += 8 * DIGEST) {
        digest(static_cast<uint8_t>(done / (8 * DIGEST)), label, operands, count, out);
        for (size_t i = done; i < width && i < done + 8 * DIGEST; i += 32) {
            const size_t at = (i - done) / 8;
            uint32_t word = 0;
            for (int byte = 0; byte < 4; ++byte) word |= static_cast<uint32_t>(out[at + byte]) << 8 * byte;
            result[i / 32] = width - i < 32 ? word & ((1u << (width - i)) - 1) : word;
        }
    }
}

// The same in digits of two bits, each 0, 1 or 2, for `operands` of `each` bits: odd in each of them. Where the
// lowest digit that is not 0 is 2, the operand is taken with the other sign, and so is the result; 0 gives 0.
void fingerprint3(uint64_t label, const svBitVecVal* given, size_t count, svBitVecVal* result, size_t width, size_t each,
                  size_t reads) {
    static thread_local uint32_t operands[1 << 12];
    std::memcpy(operands, given, count * sizeof *operands);
    auto swap = [](uint32_t* words, size_t bit) {  // the two bits of the digit at a bit
        const uint32_t digit = words[bit / 32] >> bit % 32 & 3, other = (digit & 1) << 1 | digit >> 1;
        words[bit / 32] ^= (digit ^ other) << bit % 32;
    };
    std::memset(result, 0, (width + 31) / 32 * sizeof *result);
    bool negative = false;
    for (size_t first = 0; first < reads * each; first += each) {
        size_t bit = first;
        while (bit < first + each && !(operands[bit / 32] >> bit % 32 & 1)) ++bit;
        if (bit == first + each) return;
        if ((bit - first) % 2 == 0) continue;
        negative = !negative;
        for (bit = first; bit < first + each; bit += 2) swap(operands, bit);
    }
    uint8_t out[DIGEST];
    for (size_t i = 0; i < width / 2; ++i) {
        if (i % DIGEST == 0) digest(static_cast<uint8_t>(i / DIGEST), label, operands, count, out);
        result[i / 16] |= static_cast<uint32_t>(out[i % DIGEST] % 3) << 2 * (i % 16);
        if (negative) swap(result, 2 * i);
    }
}

void garbage(svBitVecVal* result, size_t width) {
    static uint64_t state = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < width; i += 32) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const uint32_t word = static_cast<uint32_t>(state >> 32);
        result[i / 32] = width - i < 32 ? word & ((1u << (width - i)) - 1) : word;
    }
}
