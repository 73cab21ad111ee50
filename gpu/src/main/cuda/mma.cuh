// Products of small tiles by a warp, as tensor cores have them since sm_80, with the same result by plain arithmetic elsewhere.
// Included by device.cuh.
//
// The fragments are those of PTX for mma.m16n8k16. With row = lane / 4 and pair = 2 * (lane % 4), a lane holds, two 16-bit numbers in a word:
//   a[0]: A[row][pair..pair+1]      a[1]: A[row + 8][pair..]      a[2]: A[row][pair + 8..]      a[3]: A[row + 8][pair + 8..]
//   b[0]: B[pair..pair+1][row]      b[1]: B[pair + 8..][row]      (B is 16 x 8, k first)
//   d[0], d[1]: D[row][pair..pair+1]                              d[2], d[3]: D[row + 8][pair..]
#pragma once

struct BrainPair {
    DEVICE float low(uint32_t pair) { return bf16_low_to_float(pair); }
    DEVICE float high(uint32_t pair) { return bf16_high_to_float(pair); }
};

struct HalfPair {
    DEVICE float low(uint32_t pair) { return half_low_to_float(pair); }
    DEVICE float high(uint32_t pair) { return half_high_to_float(pair); }
};

#ifdef TR_EMULATOR

struct MmaBrought {
    float* d;
    const uint32_t* a;
    const uint32_t* b;
};

template <typename Pair>
static void mma_together(void** brought, uint32_t) {
    float a[16][16];
    float b[16][8];
    for (int lane = 0; lane < 32; lane++) {
        const MmaBrought* of = (const MmaBrought*)brought[lane];
        int row = lane >> 2;
        int pair = (lane & 3) << 1;
        for (int i = 0; i < 4; i++) {
            a[row + (i & 1) * 8][pair + (i >> 1) * 8] = Pair().low(of->a[i]);
            a[row + (i & 1) * 8][pair + (i >> 1) * 8 + 1] = Pair().high(of->a[i]);
        }
        for (int i = 0; i < 2; i++) {
            b[pair + 8 * i][row] = Pair().low(of->b[i]);
            b[pair + 8 * i + 1][row] = Pair().high(of->b[i]);
        }
    }
    for (int row = 0; row < 16; row++) {
        float sums[8] = {};
        for (int k = 0; k < 16; k++) {
            for (int column = 0; column < 8; column++) {
                sums[column] += a[row][k] * b[k][column];
            }
        }
        for (int column = 0; column < 8; column++) {
            const MmaBrought* of = (const MmaBrought*)brought[(row & 7) << 2 | column >> 1];
            of->d[(row >> 3) << 1 | (column & 1)] += sums[column];
        }
    }
}

#endif

// The same by plain arithmetic.
template <typename Pair>
DEVICE void mma_without_tensor_cores(float d[4], const uint32_t a[4], const uint32_t b[2]) {
#ifdef TR_EMULATOR
    MmaBrought brought = {d, a, b};
    emulator::meet(FULL_WARP, &brought, mma_together<Pair>);
#else
    int lane = threadIdx.x & 31;
    int row = lane & ~3;
    int column = (lane & 3) << 3;
#pragma unroll
    for (int quad = 0; quad < 4; quad++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            uint32_t upper = __shfl_sync(FULL_WARP, a[2 * half], row | quad);
            uint32_t lower = __shfl_sync(FULL_WARP, a[2 * half + 1], row | quad);
            uint32_t first = __shfl_sync(FULL_WARP, b[half], column | quad);
            uint32_t second = __shfl_sync(FULL_WARP, b[half], (column + 4) | quad);
            d[0] = fmaf(Pair().low(upper), Pair().low(first), d[0]);
            d[0] = fmaf(Pair().high(upper), Pair().high(first), d[0]);
            d[1] = fmaf(Pair().low(upper), Pair().low(second), d[1]);
            d[1] = fmaf(Pair().high(upper), Pair().high(second), d[1]);
            d[2] = fmaf(Pair().low(lower), Pair().low(first), d[2]);
            d[2] = fmaf(Pair().high(lower), Pair().high(first), d[2]);
            d[3] = fmaf(Pair().low(lower), Pair().low(second), d[3]);
            d[3] = fmaf(Pair().high(lower), Pair().high(second), d[3]);
        }
    }
#endif
}

// D += A * B; d is accumulated in float. All lanes of the warp.
DEVICE void mma_bf16_16x8x16(float d[4], const uint32_t a[4], const uint32_t b[2]) {
#if HAS_SM_80
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
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
#else
    mma_without_tensor_cores<HalfPair>(d, a, b);
#endif
}
