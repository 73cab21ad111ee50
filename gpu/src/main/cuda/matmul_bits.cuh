// Instructions that turn codes into numbers, two at a time where a device can.
#pragma once

#include "device.cuh"

// The upper halves of two floats: exact where they have at most eight significant bits.
DEVICE uint32_t pack_upper(float first, float second) {
    return __byte_perm(__float_as_uint(first), __float_as_uint(second), 0x7632);
}

// a + b for pairs of bf16 whose sums are exact.
DEVICE uint32_t add_bf16(uint32_t a, uint32_t b) {
#if HAS_SM_80
    uint32_t result;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(0x3f803f80u), "r"(b));
    return result;
#else
    return pack_upper(bf16_low_to_float(a) + bf16_low_to_float(b), bf16_high_to_float(a) + bf16_high_to_float(b));
#endif
}

// Two signed bytes, one in the low byte of each half: 0x43.. is 128 plus the low seven bits, from which 128 or 256 is taken.
DEVICE uint32_t bytes_to_bf16(uint32_t pair) {
    return add_bf16((pair & 0x007f007fu) | 0x43004300u, (pair & 0x00800080u) | 0xc300c300u);
}

// Two nibbles, one in the low bits of each half, minus OFFSET - 128.
template <uint32_t OFFSET>
DEVICE uint32_t nibbles_to_bf16(uint32_t pair) {
    return add_bf16((pair & 0x000f000fu) | 0x43004300u, (0x8000u | (0x4300u + OFFSET - 128)) * 0x10001u);
}
