// Functions of mcl on one curve, timed when someone asks. The first line of standard output says which there are; each
// line of standard input names one of them, and a line of standard output answers with the nanoseconds of a call.
//
// This is a library with the function `serve`, for a process that has loaded mcl, whatever else that brings: the
// package pymcl is an extension module of Python. The declarations are those of mcl's C interface with
// MCLBN_FP_UNIT_SIZE 6 and MCLBN_FR_UNIT_SIZE 4.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint64_t words[6]; } Fp;
typedef struct { uint64_t words[4]; } Fr;
typedef struct { Fp x, y, z; } G1;
typedef struct { Fp x[2], y[2], z[2]; } G2;
typedef struct { Fp coefficients[12]; } GT;

enum { BN254 = 4, BLS12_381 = 5, UNITS = 46, HEXADECIMAL = 16, RFC_9380 = 5 };

int mclBn_init(int curve, int units);
int mclBn_getVersion(void);
void mclBn_setETHserialization(int enable);
int mclBn_setMapToMode(int mode);
void mclBn_verifyOrderG1(int enable);
void mclBn_verifyOrderG2(int enable);
int mclBnFr_setLittleEndian(Fr *x, const void *bytes, size_t size);
void mclBn_millerLoop(GT *z, const G1 *x, const G2 *y);
void mclBn_millerLoopVec(GT *z, const G1 *x, const G2 *y, size_t count);
void mclBn_finalExp(GT *z, const GT *x);
void mclBn_pairing(GT *z, const G1 *x, const G2 *y);
int mclBnGT_isOne(const GT *x);

#define GROUP(G) \
	int mclBn##G##_setStr(G *x, const char *text, size_t size, int base); \
	size_t mclBn##G##_getStr(char *text, size_t size, const G *x, int base); \
	void mclBn##G##_normalize(G *y, const G *x); \
	void mclBn##G##_normalizeVec(G *y, const G *x, size_t count); \
	void mclBn##G##_add(G *z, const G *x, const G *y); \
	void mclBn##G##_neg(G *y, const G *x); \
	void mclBn##G##_mul(G *z, const G *x, const Fr *y); \
	void mclBn##G##_mulCT(G *z, const G *x, const Fr *y); \
	void mclBn##G##_mulVec(G *z, G *x, const Fr *y, size_t count); \
	void mclBn##G##_mulVecMT(G *z, G *x, const Fr *y, size_t count, size_t threads); \
	int mclBn##G##_isValidOrder(const G *x); \
	size_t mclBn##G##_serialize(void *bytes, size_t size, const G *x); \
	size_t mclBn##G##_deserialize(G *x, const void *bytes, size_t size); \
	int mclBn##G##_hashAndMapToWithDst(G *x, const void *text, size_t size, const char *tag, size_t tag_size);
GROUP(G1)
GROUP(G2)

static const char MESSAGE[] = "as long as a digest, which it is";
static const char TAG[] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

// How long a function is called, unless one call takes longer.
static const double MOMENT = 1.5e6;

// Pairings of a product; the logarithms of the numbers of terms of sums.
enum { PRODUCT = 8, LOG_G1 = 16, LOG_G2 = 12 };

// A curve: mcl's number, the bytes of a coordinate, the scalar of a multiple but for the words that all have, the bits
// that scalars of a sum have of their highest word, generators.
typedef struct {
	const char *name;
	int number, bytes;
	uint64_t top, mask;
	const char *g1, *g2;
} Curve;

static const Curve CURVES[] = {
	{"bls12-381", BLS12_381, 48, 0x73579bdf02468ace, UINT64_MAX >> 2,
		"1 17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
		" 08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
		"1 024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
		" 13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
		" 0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"
		" 0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"},
	{"bn254", BN254, 32, 0x30579bdf02468ace, UINT64_MAX >> 3,
		"1 1 2",
		"1 1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
		" 198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
		" 12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
		" 090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"},
};

static const Curve *curve;
static Fr single;
static G1 g1, g1s[PRODUCT], key, opposite, out_g1;
static G2 g2, g2s[PRODUCT], signature, out_g2;
static GT miller_value, out_gt;

static void fail(const char *what)
{
	fprintf(stderr, "mcl: %s\n", what);
	exit(1);
}

static Fr scalar(const uint64_t words[4])
{
	Fr out;
	if (mclBnFr_setLittleEndian(&out, words, 32)) fail("a scalar is not below the order");
	return out;
}

// The next number of SplitMix64.
static uint64_t next(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15;
	uint64_t mixed = (*state ^ *state >> 30) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
	return mixed ^ mixed >> 31;
}

static Fr *scalars(size_t count)
{
	Fr *all = malloc(count * sizeof *all);
	uint64_t state = 0;
	for (size_t i = 0; i < count; i++) {
		uint64_t words[4];
		for (int k = 0; k < 4; k++) words[k] = next(&state);
		words[3] &= curve->mask;
		all[i] = scalar(words);
	}
	return all;
}

// The coordinates as hexadecimal digits of their full length, over F_p2 the coefficient of i first.
static void print_coordinates(char *text, int degree)
{
	char *parts[5];
	int count = 0;
	for (char *part = strtok(text, " "); part && count < 5; part = strtok(NULL, " ")) parts[count++] = part;
	for (int coordinate = 0; coordinate < 2; coordinate++)
		for (int k = degree - 1; k >= 0; k--) {
			const char *digits = parts[1 + coordinate * degree + k];
			for (int pad = 2 * curve->bytes - (int)strlen(digits); pad > 0; pad--) putchar('0');
			fputs(digits, stdout);
		}
}

// What both groups have. The sums' inputs are made when first asked for.
#define FUNCTIONS(G, g, LOG, DEGREE) \
	static G seven_##g, *points_##g; \
	static Fr *scalars_##g; \
	static unsigned char encoding_##g[96]; \
	static void first_##g(G *points, size_t count) \
	{ \
		points[0] = g; \
		for (size_t i = 1; i < count; i++) mclBn##G##_add(&points[i], &points[i - 1], &g); \
		mclBn##G##_normalizeVec(points, points, count); \
	} \
	static void inputs_##g(void) \
	{ \
		if (points_##g) return; \
		points_##g = malloc(sizeof(G) << LOG); \
		first_##g(points_##g, (size_t)1 << LOG); \
		scalars_##g = scalars((size_t)1 << LOG); \
	} \
	static void normalized_##g(void) { mclBn##G##_normalize(&out_##g, &out_##g); } \
	static void multiple_##g(void) { mclBn##G##_mulCT(&out_##g, &g, &single); normalized_##g(); } \
	static void public_multiple_##g(void) { mclBn##G##_mul(&out_##g, &g, &single); normalized_##g(); } \
	static void sum_##g(void) \
	{ \
		inputs_##g(); \
		mclBn##G##_mulVec(&out_##g, points_##g, scalars_##g, (size_t)1 << LOG); \
		normalized_##g(); \
	} \
	static void sum_2_##g(void) \
	{ \
		inputs_##g(); \
		mclBn##G##_mulVecMT(&out_##g, points_##g, scalars_##g, (size_t)1 << LOG, 2); \
		normalized_##g(); \
	} \
	static void hash_##g(void) \
	{ \
		if (mclBn##G##_hashAndMapToWithDst(&out_##g, MESSAGE, strlen(MESSAGE), TAG, strlen(TAG))) fail("no hash"); \
		normalized_##g(); \
	} \
	static void test_##g(void) { if (!mclBn##G##_isValidOrder(&seven_##g)) fail("not in the subgroup"); } \
	static void decompress_##g(void) \
	{ \
		if (!mclBn##G##_deserialize(&out_##g, encoding_##g, sizeof out_##g.x)) fail("no point"); \
	} \
	static void result_##g(void) \
	{ \
		char text[1024]; \
		if (!mclBn##G##_getStr(text, sizeof text, &out_##g, HEXADECIMAL)) fail("no coordinates"); \
		print_coordinates(text, DEGREE); \
	}
FUNCTIONS(G1, g1, LOG_G1, 1)
FUNCTIONS(G2, g2, LOG_G2, 2)

static void pairing(void) { mclBn_pairing(&out_gt, &g1, &g2); }
static void miller_loop(void) { mclBn_millerLoop(&out_gt, &g1, &g2); }
static void final_exponentiation(void) { mclBn_finalExp(&out_gt, &miller_value); }

static void product(void)
{
	mclBn_millerLoopVec(&out_gt, g1s, g2s, PRODUCT);
	mclBn_finalExp(&out_gt, &out_gt);
}

static void sign(void)
{
	hash_g2();
	mclBnG2_mulCT(&out_g2, &out_g2, &single);
	normalized_g2();
}

static void verify(void)
{
	hash_g2();
	G1 keys[2] = {key, opposite};
	G2 points[2] = {out_g2, signature};
	mclBn_millerLoopVec(&out_gt, keys, points, 2);
	mclBn_finalExp(&out_gt, &out_gt);
	if (!mclBnGT_isOne(&out_gt)) fail("an invalid signature");
}

// A function: what prints the point that it computes; whether it is of BLS12-381 alone, needs a library with threads.
typedef struct {
	const char *name;
	void (*run)(void), (*result)(void);
	int encodings, threads;
	size_t calls;
} Function;

static Function functions[] = {
	{"pairing", pairing},
	{"Miller loop", miller_loop},
	{"final exponentiation", final_exponentiation},
	{"product of 8 pairings", product},
	{"G1 multiple", multiple_g1, result_g1},
	{"G2 multiple", multiple_g2, result_g2},
	{"G1 multiple, public scalar", public_multiple_g1, result_g1},
	{"G2 multiple, public scalar", public_multiple_g2, result_g2},
	{"G1 sum of 2^16, 1 thread", sum_g1, result_g1},
	{"G2 sum of 2^12, 1 thread", sum_g2, result_g2},
	{"G1 sum of 2^16, 2 threads", sum_2_g1, result_g1, .threads = 1},
	{"G2 sum of 2^12, 2 threads", sum_2_g2, result_g2, .threads = 1},
	{"hash to G1", hash_g1, result_g1, .encodings = 1},
	{"hash to G2", hash_g2, result_g2, .encodings = 1},
	{"G1 subgroup test", test_g1, .encodings = 1},
	{"G2 subgroup test", test_g2, .encodings = 1},
	{"G1 decompression", decompress_g1, result_g1, .encodings = 1},
	{"G2 decompression", decompress_g2, result_g2, .encodings = 1},
	{"sign", sign, result_g2, .encodings = 1},
	{"verify", verify, .encodings = 1},
};
enum { COUNT = sizeof functions / sizeof *functions };

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e9 + time.tv_nsec;
}

static double took(const Function *function, size_t calls)
{
	double began = now();
	for (size_t i = 0; i < calls; i++) function->run();
	return now() - began;
}

// How many calls make a moment; warms up on the way.
static size_t calls_of(const Function *function)
{
	for (size_t calls = 1;; calls *= 2) {
		double ns = took(function, calls);
		if (ns >= MOMENT / 2) {
			size_t fitting = MOMENT * calls / ns;
			return fitting ? fitting : 1;
		}
	}
}

// The nanoseconds of a call, after one that brings its code and tables back into the caches.
static void answer(Function *function)
{
	printf("{\"function\": \"%s %s\"", curve->name, function->name);
	if (!function->calls) {
		if (function->result) {
			function->run();
			fputs(", \"result\": \"", stdout);
			function->result();
			putchar('"');
		}
		function->calls = calls_of(function);
	}
	if (function->calls > 1) function->run();
	printf(", \"ns\": %.1f}\n", took(function, function->calls) / function->calls);
	fflush(stdout);
}

static void prepare(void)
{
	const uint64_t words[4] = {0x0123456789abcdef, 0xfedcba9876543210, 0x5555aaaa3333cccc, curve->top};
	const uint64_t seven[4] = {7};
	if (mclBn_init(curve->number, UNITS)) fail("this library is not compiled for both curves");
	mclBn_verifyOrderG1(0);
	mclBn_verifyOrderG2(0);
	if (mclBnG1_setStr(&g1, curve->g1, strlen(curve->g1), HEXADECIMAL)) fail("no generator of G1");
	if (mclBnG2_setStr(&g2, curve->g2, strlen(curve->g2), HEXADECIMAL)) fail("no generator of G2");
	single = scalar(words);
	first_g1(g1s, PRODUCT);
	first_g2(g2s, PRODUCT);
	mclBn_millerLoop(&miller_value, &g1, &g2);
	if (curve->number != BLS12_381) return;
	mclBn_setETHserialization(1);
	if (mclBn_setMapToMode(RFC_9380)) fail("no hash to the groups");
	Fr small = scalar(seven);
	mclBnG1_mul(&seven_g1, &g1, &small);
	mclBnG1_normalize(&seven_g1, &seven_g1);
	mclBnG1_serialize(encoding_g1, sizeof encoding_g1, &seven_g1);
	mclBnG2_mul(&seven_g2, &g2, &small);
	mclBnG2_normalize(&seven_g2, &seven_g2);
	mclBnG2_serialize(encoding_g2, sizeof encoding_g2, &seven_g2);
	mclBnG1_mul(&key, &g1, &single);
	mclBnG1_normalize(&key, &key);
	mclBnG1_neg(&opposite, &g1);
	sign();
	signature = out_g2;
}

static int has(const Function *function)
{
	return (!function->encodings || curve->number == BLS12_381)
		&& (!function->threads || dlsym(RTLD_DEFAULT, "GOMP_parallel"));
}

// What mcl takes where the processor has it; it does not say.
static const char *level(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("avx512ifma") ? "JIT; AVX-512 IFMA in sums on G1" : "JIT";
#else
	return "baseline";
#endif
}

// Answers until nobody asks any more.
void serve(const char *name)
{
	for (size_t i = 0; i < sizeof CURVES / sizeof *CURVES; i++)
		if (!strcmp(CURVES[i].name, name)) curve = &CURVES[i];
	if (!curve) fail("no such curve");
	prepare();
	int version = mclBn_getVersion();
	printf("{\"library\": \"mcl\", \"version\": \"%x.%02x\", \"level\": \"%s\", \"functions\": [", version >> 8,
		version & 0xff, level());
	const char *separator = "";
	for (int i = 0; i < COUNT; i++)
		if (has(&functions[i])) {
			printf("%s\"%s %s\"", separator, curve->name, functions[i].name);
			separator = ", ";
		}
	puts("]}");
	fflush(stdout);
	char line[256];
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		size_t prefix = strlen(curve->name) + 1;
		for (int i = 0; i < COUNT; i++)
			if (strlen(line) > prefix && !strcmp(line + prefix, functions[i].name)) answer(&functions[i]);
	}
}
