// Products with one or two tokens: plain arithmetic in floats. A warp has four rows of weights, or a share of their columns where a matrix
// has too few rows to keep a device busy. Every byte of the weights is read once; inputs come from the first-level cache.
#pragma once

#include "matmul_units.cuh"

constexpr int VECTOR_WARPS = 8;
constexpr int VECTOR_ROWS = 4;

// The four numbers of a lane in one step; of nibbles 128 more than they are.
template <int L>
DEVICE void step_numbers(const Unit<L>& unit, int step, float numbers[4]) {
    if constexpr (L == FLOATS) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            numbers[i] = __uint_as_float(unit.codes[i]);
        }
    } else if constexpr (L == HALVES || L == BRAINS) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            uint32_t pair = unit.codes[2 * step + i];
            numbers[2 * i] = L == BRAINS ? bf16_low_to_float(pair) : half_low_to_float(pair);
            numbers[2 * i + 1] = L == BRAINS ? bf16_high_to_float(pair) : half_high_to_float(pair);
        }
    } else if constexpr (is_nibbles(L)) {
        uint32_t word = unit.codes[step / 2];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int shift = 4 * (step % 2 * 2 + i / 2 + i % 2 * 4);
            uint32_t moved = shift < 16 ? word << (16 - shift) : word >> (shift - 16);
            numbers[i] = __uint_as_float(((moved & 0x000f0000u) | 0x43000000u));
        }
    } else {
        // 2^23 plus a byte, from which 2^23 + 128 is taken
        uint32_t raised = unit.codes[step] ^ 0x80808080u;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            numbers[i] = __uint_as_float(__byte_perm(raised, 0x4b000000u, 0x7650u + i)) - 8388736.0f;
        }
    }
}

template <int L, int T>
DEVICE void add_units(
        const Unit<L> (&units)[VECTOR_ROWS], int index, int quarter, const float* const (&x)[T], int columns, float (&sum)[VECTOR_ROWS][T]) {
    constexpr int groups = unit_groups<L>();
    constexpr bool sums_inputs = has_minimum<L>() || is_nibbles(L);
#pragma unroll
    for (int group = 0; group < groups; group++) {
        float dot[VECTOR_ROWS][T] = {};
        float inputs[T] = {};
#pragma unroll
        for (int s = 0; s < group_steps<L>(); s++) {
            int step = group * group_steps<L>() + s;
            int column = first_column<L>(index, step, quarter);
            float4 four[T];
#pragma unroll
            for (int t = 0; t < T; t++) {
                four[t] = inputs_at(x[t], column, columns);
                if constexpr (sums_inputs) {
                    inputs[t] += (four[t].x + four[t].y) + (four[t].z + four[t].w);
                }
            }
#pragma unroll
            for (int r = 0; r < VECTOR_ROWS; r++) {
                float numbers[4];
                step_numbers<L>(units[r], step, numbers);
#pragma unroll
                for (int t = 0; t < T; t++) {
                    dot[r][t] = fmaf(numbers[0], four[t].x, dot[r][t]);
                    dot[r][t] = fmaf(numbers[1], four[t].y, dot[r][t]);
                    dot[r][t] = fmaf(numbers[2], four[t].z, dot[r][t]);
                    dot[r][t] = fmaf(numbers[3], four[t].w, dot[r][t]);
                }
            }
        }
#pragma unroll
        for (int r = 0; r < VECTOR_ROWS; r++) {
            float scale = 1;
            float less = 0;
            group_scale<L>(units[r], index, group, scale, less);
            if constexpr (is_nibbles(L)) {
                less = fmaf(L == NIBBLES ? -136.0f : -128.0f, scale, less);
            }
#pragma unroll
            for (int t = 0; t < T; t++) {
                if constexpr (!has_scales(L)) {
                    sum[r][t] += dot[r][t];
                } else {
                    sum[r][t] = fmaf(scale, dot[r][t], sum[r][t]);
                }
                if constexpr (sums_inputs) {
                    sum[r][t] = fmaf(less, inputs[t], sum[r][t]);
                }
            }
        }
    }
}

// Blocks of 8 warps, a grid of (rows / (32 / splits), 1, tokens / T). splits: warps that share the columns of four rows; 1, 2, 4 or 8.
// shared: a float for each warp, row and token of a block.
template <int L, int T>
DEVICE void matmul_vector(
        const uint8_t* __restrict__ codes,
        const uint8_t* __restrict__ scales,
        const float* __restrict__ bias,
        const float* __restrict__ x,
        int x_stride,
        float* __restrict__ y,
        int y_stride,
        int rows,
        int columns,
        int tokens,
        int add,
        int splits,
        float* shared) {
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int part = warp % splits;
    int first_row = (blockIdx.x * (VECTOR_WARPS / splits) + warp / splits) * VECTOR_ROWS;
    int first_token = blockIdx.z * T;
    int padded = padded_columns(columns);
    const float* inputs[T];
#pragma unroll
    for (int t = 0; t < T; t++) {
        inputs[t] = x + (long long)min(first_token + t, tokens - 1) * x_stride;
    }
    const uint8_t* code_rows[VECTOR_ROWS];
    const uint8_t* scale_rows[VECTOR_ROWS];
#pragma unroll
    for (int r = 0; r < VECTOR_ROWS; r++) {
        long long row = min(first_row + r, rows - 1);
        code_rows[r] = codes + row * code_row_bytes(L, padded);
        scale_rows[r] = scales + row * scale_row_bytes(L, padded);
    }
    float sum[VECTOR_ROWS][T] = {};
    int parts = padded / unit_columns<L>() * 4;
    int stride = 32 * splits;
    // two units of each row are on their way at a time
    for (int i = 32 * part + lane; i < parts; i += 2 * stride) {
        Unit<L> first[VECTOR_ROWS];
        Unit<L> second[VECTOR_ROWS];
        int j = i + stride;
#pragma unroll
        for (int r = 0; r < VECTOR_ROWS; r++) {
            read_unit<L>(first[r], code_rows[r], scale_rows[r], padded, i / 4, i % 4);
        }
        if (j < parts) {
#pragma unroll
            for (int r = 0; r < VECTOR_ROWS; r++) {
                read_unit<L>(second[r], code_rows[r], scale_rows[r], padded, j / 4, j % 4);
            }
        }
        add_units<L, T>(first, i / 4, i % 4, inputs, columns, sum);
        if (j < parts) {
            add_units<L, T>(second, j / 4, j % 4, inputs, columns, sum);
        }
    }
#pragma unroll
    for (int r = 0; r < VECTOR_ROWS; r++) {
#pragma unroll
        for (int t = 0; t < T; t++) {
            float total = warp_sum(sum[r][t]);
            if (lane == 0) {
                shared[warp * VECTOR_ROWS * T + r * T + t] = total;
            }
        }
    }
    __syncthreads();
    int row = first_row + lane / T;
    int token = first_token + lane % T;
    if (part == 0 && lane < VECTOR_ROWS * T && row < rows && token < tokens) {
        float total = bias == nullptr ? 0 : bias[row];
        for (int i = 0; i < splits; i++) {
            total += shared[(warp + i) * VECTOR_ROWS * T + lane];
        }
        float* out = y + (long long)token * y_stride + row;
        *out = add ? *out + total : total;
    }
}

// kernel: KERNEL, or WIDE_KERNEL for those that need the registers.
#define MATMUL_VECTOR(kernel, name, layout, count)                                                                                           \
    kernel(matmul_vector_##name##_##count, 256)                                                                                              \
    (const uint8_t* __restrict__ codes, const uint8_t* __restrict__ scales, const float* __restrict__ bias, const float* __restrict__ x,     \
     int x_stride, float* __restrict__ y, int y_stride, int rows, int columns, int tokens, int add, int splits) {                            \
        DYNAMIC_SHARED(float, shared);                                                                                                       \
        matmul_vector<layout, count>(codes, scales, bias, x, x_stride, y, y_stride, rows, columns, tokens, add, splits, shared);             \
    }
