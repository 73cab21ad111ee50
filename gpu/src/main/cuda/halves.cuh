// Half-precision numbers in vectors.
#pragma once

#include "device.cuh"

// Eight halves that lie next to each other.
DEVICE void halves_to_floats(uint4 halves, float x[8]) {
    uint32_t pairs[4] = {halves.x, halves.y, halves.z, halves.w};
#pragma unroll
    for (int i = 0; i < 4; i++) {
        x[2 * i] = half_low_to_float(pairs[i]);
        x[2 * i + 1] = half_high_to_float(pairs[i]);
    }
}

// Two floats as halves, the first in the lower bits.
DEVICE uint32_t floats_to_half_pair(float low, float high) {
#if HAS_SM_80
    uint32_t pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
#else
    return (uint32_t) float_to_half(high) << 16 | float_to_half(low);
#endif
}

// Two floats as sums of two halves each, which hold 22 bits of them.
DEVICE void split_half_pair(float low, float high, uint32_t& large, uint32_t& rest) {
    large = floats_to_half_pair(low, high);
    rest = floats_to_half_pair(low - half_low_to_float(large), high - half_high_to_float(large));
}
