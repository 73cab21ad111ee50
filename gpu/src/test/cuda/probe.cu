// Kernels that try the emulator itself and what device.cuh offers. Part of the tests alone.
#include "device.cuh"

KERNEL(probe_axpy, 256)(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = fmaf(a, x[i], y[i]);
    }
}

// One 16 x 8 product; a is [16][16], b is [16][8], d is [16][8], all of them in memory row by row.
typedef void (*Mma)(float* d, const uint32_t* a, const uint32_t* b);

template <Mma MMA>
DEVICE void multiply_tile(const uint16_t* a, const uint16_t* b, float* d) {
    int row = threadIdx.x >> 2;
    int pair = (threadIdx.x & 3) << 1;
    uint32_t as[4];
    for (int i = 0; i < 4; i++) {
        const uint16_t* from = a + (row + (i & 1) * 8) * 16 + pair + (i >> 1) * 8;
        as[i] = (uint32_t)from[1] << 16 | from[0];
    }
    uint32_t bs[2];
    for (int i = 0; i < 2; i++) {
        bs[i] = (uint32_t)b[(pair + 8 * i + 1) * 8 + row] << 16 | b[(pair + 8 * i) * 8 + row];
    }
    float ds[4] = {d[row * 8 + pair], d[row * 8 + pair + 1], d[(row + 8) * 8 + pair], d[(row + 8) * 8 + pair + 1]};
    MMA(ds, as, bs);
    d[row * 8 + pair] = ds[0];
    d[row * 8 + pair + 1] = ds[1];
    d[(row + 8) * 8 + pair] = ds[2];
    d[(row + 8) * 8 + pair + 1] = ds[3];
}

KERNEL(probe_mma_bf16, 32)(const uint16_t* a, const uint16_t* b, float* d) { multiply_tile<mma_bf16_16x8x16>(a, b, d); }
KERNEL(probe_mma_f16, 32)(const uint16_t* a, const uint16_t* b, float* d) { multiply_tile<mma_f16_16x8x16>(a, b, d); }

// Sums of rows by blocks, through shared memory.
KERNEL(probe_row_sums, 256)(const float* x, float* sums, float* largest, int columns) {
    SHARED float scratch[33];
    float sum = 0.0f;
    float most = -INFINITY_FLOAT;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        sum += x[blockIdx.x * columns + i];
        most = fmaxf(most, x[blockIdx.x * columns + i]);
    }
    sum = block_sum(sum, scratch);
    most = block_max(most, scratch);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largest[blockIdx.x] = most;
    }
}
