// 16-bit floats as bits, and loads of 16 bytes. Included by device.cuh.
#pragma once

DEVICE float bf16_to_float(uint16_t bits) { return __uint_as_float((uint32_t)bits << 16); }

// The two halves of a word as floats, the lower first.
DEVICE float bf16_low_to_float(uint32_t pair) { return __uint_as_float(pair << 16); }
DEVICE float bf16_high_to_float(uint32_t pair) { return __uint_as_float(pair & 0xffff0000u); }

// Nearest, ties to even; infinities and NaN stay.
DEVICE uint16_t float_to_bf16(float value) {
#if HAS_SM_80
    uint16_t bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    uint32_t bits = __float_as_uint(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) {
        return 0x7fff;
    }
    return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
#endif
}

// Two floats as one word, low in its lower half.
DEVICE uint32_t floats_to_bf16_pair(float low, float high) {
#if HAS_SM_80
    uint32_t pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
#else
    return (uint32_t)float_to_bf16(high) << 16 | float_to_bf16(low);
#endif
}

// Splits two floats into bfloat16 of which each pair sums up to the float with an error of at most 2^-16 of it.
DEVICE void split_bf16_pair(float low, float high, uint32_t& large, uint32_t& rest) {
    large = floats_to_bf16_pair(low, high);
    rest = floats_to_bf16_pair(low - bf16_low_to_float(large), high - bf16_high_to_float(large));
}

DEVICE float half_to_float(uint16_t bits) {
#ifndef TR_EMULATOR
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    uint32_t exponent = bits >> 10 & 0x1fu;
    uint32_t fraction = bits & 0x3ffu;
    if (exponent == 0) {
        float value = (float)fraction * 0x1p-24f;
        return __uint_as_float(sign | __float_as_uint(value));
    }
    return __uint_as_float(sign | (exponent == 31 ? 0xffu : exponent + 112u) << 23 | fraction << 13);
#endif
}

// Nearest, ties to even; too large numbers become infinities.
DEVICE uint16_t float_to_half(float value) {
#ifndef TR_EMULATOR
    uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    uint32_t bits = __float_as_uint(value);
    uint32_t sign = bits >> 16 & 0x8000u;
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return 0x7fff;
    }
    if (magnitude >= 0x477ff000u) {
        return (uint16_t)(sign | 0x7c00u);
    }
    if (magnitude < 0x38800000u) {
        // subnormal: adding a half aligns the fraction, and rounds as floats do
        float aligned = __uint_as_float(magnitude) + 0.5f;
        return (uint16_t)(sign | (__float_as_uint(aligned) - 0x3f000000u));
    }
    return (uint16_t)(sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13);
#endif
}

// Numbers that a half cannot have become the largest it can.
DEVICE uint16_t float_to_half_saturated(float value) { return float_to_half(fminf(fmaxf(value, -65504.0f), 65504.0f)); }

// The two halves of a word as floats, the lower first.
DEVICE float half_low_to_float(uint32_t pair) { return half_to_float((uint16_t)pair); }
DEVICE float half_high_to_float(uint32_t pair) { return half_to_float((uint16_t)(pair >> 16)); }

// One load of 16 bytes; the address must be a multiple of 16.
DEVICE uint4 load_16_bytes(const void* address) { return *reinterpret_cast<const uint4*>(address); }

// The same for what is read once, such as weights: it shall not push other things out of the caches.
DEVICE uint4 load_16_bytes_once(const void* address) {
#ifndef TR_EMULATOR
    uint4 value;
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(__cvta_generic_to_global(address)));
    return value;
#else
    return load_16_bytes(address);
#endif
}

DEVICE float4 load_4_floats(const float* address) { return *reinterpret_cast<const float4*>(address); }
