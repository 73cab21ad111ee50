// Products of small tiles by a warp, as tensor cores have them since sm_80, with the same result by plain arithmetic elsewhere.
// Included by device.cuh.
//
// The fragments are those of PTX for mma.m16n8k16. With row = lane / 4 and pair = 2 * (lane % 4), a lane holds, two 16-bit numbers in a word:
//   a[0]: A[row][pair..pair+1]      a[1]: A[row + 8][pair..]      a[2]: A[row][pair + 8..]      a[3]: A[row + 8][pair + 8..]
//   b[0]: B[pair..pair+1][row]      b[1]: B[pair + 8..][row]      (B is 16 x 8, k first)
//   d[0], d[1]: D[row][pair..pair+1]                              d[2], d[3]: D[row + 8][pair..]
#pragma once

#ifndef TR_EMULATOR

struct BrainPair {
    DEVICE float low(uint32_t pair) { return bf16_low_to_float(pair); }
    DEVICE float high(uint32_t pair) { return bf16_high_to_float(pair); }
};

struct HalfPair {
    DEVICE float low(uint32_t pair) { return half_low_to_float(pair); }
    DEVICE float high(uint32_t pair) { return half_high_to_float(pair); }
};

// A * B + d by shuffles and plain arithmetic. Not inlined: kernels that have many products would become huge.
template <typename Pair>
static __device__ __noinline__ float4 mma_without_tensor_cores(float4 d, uint4 a, uint2 b) {
    int lane = threadIdx.x & 31;
    int row = lane & ~3;
    int column = (lane & 3) << 3;
#pragma unroll
    for (int quad = 0; quad < 4; quad++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            uint32_t upper = __shfl_sync(FULL_WARP, half ? a.z : a.x, row | quad);
            uint32_t lower = __shfl_sync(FULL_WARP, half ? a.w : a.y, row | quad);
            uint32_t first = __shfl_sync(FULL_WARP, half ? b.y : b.x, column | quad);
            uint32_t second = __shfl_sync(FULL_WARP, half ? b.y : b.x, (column + 4) | quad);
            d.x = fmaf(Pair().low(upper), Pair().low(first), d.x);
            d.x = fmaf(Pair().high(upper), Pair().high(first), d.x);
            d.y = fmaf(Pair().low(upper), Pair().low(second), d.y);
            d.y = fmaf(Pair().high(upper), Pair().high(second), d.y);
            d.z = fmaf(Pair().low(lower), Pair().low(first), d.z);
            d.z = fmaf(Pair().high(lower), Pair().high(first), d.z);
            d.w = fmaf(Pair().low(lower), Pair().low(second), d.w);
            d.w = fmaf(Pair().high(lower), Pair().high(second), d.w);
        }
    }
    return d;
}

template <typename Pair>
DEVICE void mma_without_tensor_cores(float d[4], const uint32_t a[4], const uint32_t b[2]) {
    float4 sum = mma_without_tensor_cores<Pair>(
            float4{d[0], d[1], d[2], d[3]}, uint4{a[0], a[1], a[2], a[3]}, uint2{b[0], b[1]});
    d[0] = sum.x;
    d[1] = sum.y;
    d[2] = sum.z;
    d[3] = sum.w;
}

#endif

// D += A * B; d is accumulated in float. All lanes of the warp.
DEVICE void mma_bf16_16x8x16(float d[4], const uint32_t a[4], const uint32_t b[2]) {
#if HAS_SM_80
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif defined(TR_EMULATOR)
    emulator::mma_bf16_16x8x16(d, a, b);
#else
    mma_without_tensor_cores<BrainPair>(d, a, b);
#endif
}

// The same of halves.
DEVICE void mma_f16_16x8x16(float d[4], const uint32_t a[4], const uint32_t b[2]) {
#if HAS_SM_80
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif defined(TR_EMULATOR)
    emulator::mma_f16_16x8x16(d, a, b);
#else
    mma_without_tensor_cores<HalfPair>(d, a, b);
#endif
}
