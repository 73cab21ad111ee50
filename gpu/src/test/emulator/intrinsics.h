// Functions that CUDA has built in, as far as they need no other thread.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

namespace emulator {
template <typename To, typename From>
static inline To bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "of one size");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
}  // namespace emulator

static inline int __float_as_int(float x) { return emulator::bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return emulator::bits<unsigned>(x); }
static inline float __int_as_float(int x) { return emulator::bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return emulator::bits<float>(x); }
static inline long long __double_as_longlong(double x) { return emulator::bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return emulator::bits<double>(x); }

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }

static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((uint64_t)a * b) >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}

static inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) {
        reversed |= ((x >> i) & 1u) << (31 - i);
    }
    return reversed;
}

static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    uint64_t both = (uint64_t)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        result |= (unsigned)((both >> 8 * ((selector >> 4 * i) & 7u)) & 0xffu) << 8 * i;
    }
    return result;
}

static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31u));
}

static inline int __dp4a(int a, int b, int sum) {
    for (int i = 0; i < 4; i++) {
        sum += (int)(int8_t)(a >> 8 * i) * (int)(int8_t)(b >> 8 * i);
    }
    return sum;
}

// the C library has functions of these names
#define __expf expf
#define __logf logf

static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline float __fdividef(float x, float y) { return x / y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }

static inline int __float2int_rn(float x) { return (int)nearbyintf(x); }
static inline int __float2int_rd(float x) { return (int)floorf(x); }
static inline int __float2int_rz(float x) { return (int)x; }

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
static inline long long min(long long a, long long b) { return a < b ? a : b; }
static inline long long max(long long a, long long b) { return a > b ? a : b; }
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }

template <typename T>
static inline T __ldg(const T* address) {
    return *address;
}
template <typename T>
static inline T __ldcs(const T* address) {
    return *address;
}
