// What a block does with one tile of positions; see attention_tiles.cu.
#pragma once

#include "fragments.cuh"

// Pairs of a token and a query head of a block: 16 for each of its four warps.
#define ROWS 64

// What a lane knows of the two rows of scores that it has numbers of.
struct RowState {
    int first_position;
    int position;
    float scale;
    float largest;
    float sum;
};

// The factor that takes the largest number of a row between 1 and 2; a power of two, so that scaling is exact.
DEVICE float power_of_two(float largest) {
    int exponent = __float_as_int(largest) & 0x7f800000;
    exponent = exponent < 0x00800000 ? 0x00800000 : exponent > 0x7e800000 ? 0x7e800000 : exponent;
    return __int_as_float(0x7f000000 - exponent);
}

// Queries of the block's rows as two halves each, scaled; two threads have a row.
DEVICE void load_queries(const float* row, bool used, int head_dim, uint16_t* large, uint16_t* rest, float* unscale) {
    int width = (head_dim + 15) / 16 * 16;
    float largest = 0.0f;
    for (int dim = threadIdx.x % 2 * 4; dim < head_dim && used; dim += 8) {
        float4 x = *(const float4*) (row + dim);
        largest = fmaxf(fmaxf(fmaxf(fabsf(x.x), fabsf(x.y)), fmaxf(fabsf(x.z), fabsf(x.w))), largest);
    }
    largest = fmaxf(largest, __shfl_xor_sync(FULL_WARP, largest, 1));
    float factor = power_of_two(largest);
    for (int dim = threadIdx.x % 2 * 4; dim < width; dim += 8) {
        float4 x = float4{0.0f, 0.0f, 0.0f, 0.0f};
        if (used && dim < head_dim) {
            x = *(const float4*) (row + dim);
        }
        uint2 a;
        uint2 b;
        split_half_pair(x.x * factor, x.y * factor, a.x, b.x);
        split_half_pair(x.z * factor, x.w * factor, a.y, b.y);
        *(uint2*) (large + dim) = a;
        *(uint2*) (rest + dim) = b;
    }
    *unscale = 1.0f / factor;
}

// Scores to weights. Factors of the two rows take what was summed up so far to the new largest score.
template <int POSITIONS>
DEVICE void weigh(float s[POSITIONS / 8][4], RowState state[2], int base, float score_cap, float factors[2]) {
    int column = base + threadIdx.x % 4 * 2;
#pragma unroll
    for (int r = 0; r < 2; r++) {
        float largest = state[r].largest;
#pragma unroll
        for (int n = 0; n < POSITIONS / 8; n++) {
#pragma unroll
            for (int c = 0; c < 2; c++) {
                int position = column + n * 8 + c;
                float score = s[n][r * 2 + c] * state[r].scale;
                if (score_cap > 0.0f) {
                    score = score_cap * tanhf(score / score_cap);
                }
                bool seen = position >= state[r].first_position && position <= state[r].position;
                score = seen ? score : -INFINITY_FLOAT;
                s[n][r * 2 + c] = score;
                largest = fmaxf(largest, score);
            }
        }
        largest = fmaxf(largest, __shfl_xor_sync(FULL_WARP, largest, 1));
        largest = fmaxf(largest, __shfl_xor_sync(FULL_WARP, largest, 2));
        // a row that has seen nothing yet: any number does that is not an infinity
        float offset = largest == -INFINITY_FLOAT ? 0.0f : largest;
        float factor = expf(state[r].largest - offset);
        float sum = state[r].sum * factor;
#pragma unroll
        for (int n = 0; n < POSITIONS / 8; n++) {
#pragma unroll
            for (int c = 0; c < 2; c++) {
                float weight = expf(s[n][r * 2 + c] - offset);
                s[n][r * 2 + c] = weight;
                sum += weight;
            }
        }
        factors[r] = factor;
        state[r].largest = largest;
        state[r].sum = sum;
    }
}

// The paged keys or values of one head, of which a thread copies one 16-byte piece of every so many positions.
struct Source {
    const uint16_t* head;
    const int* table;
    int block_size;
    int head_dim;
    long long block_numbers;
    int low;
    int last;
};

// Begins to copy a tile; zeros for positions that no token of the block looks at, of which the table may know nothing.
template <int POSITIONS>
DEVICE void copy_tile(uint16_t* tile, int stride, Source source, int base) {
    int pieces = source.head_dim / 8;
    for (int i = threadIdx.x; i < POSITIONS * pieces; i += 2 * ROWS) {
        int row = i / pieces;
        int dim = i % pieces * 8;
        int position = base + row;
        const uint16_t* from = source.head;
        bool seen = position >= source.low && position <= source.last;
        if (seen) {
            from += source.table[position / source.block_size] * source.block_numbers
                    + (long long) (position % source.block_size) * source.head_dim + dim;
        }
        copy_ahead(tile + row * stride + dim, from, !seen);
    }
}

// Products of a warp's queries with the keys of a tile.
template <int POSITIONS>
DEVICE void score_keys(
        const uint16_t* large, const uint16_t* rest, const uint16_t* keys, int stride, int width, int lane, float s[POSITIONS / 8][4]) {
#pragma unroll
    for (int n = 0; n < POSITIONS / 8; n++) {
        s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0.0f;
    }
    for (int dim = 0; dim < width; dim += 16) {
        uint32_t a[4];
        uint32_t b[4];
        load_left(a, large + dim, stride, lane);
        load_left(b, rest + dim, stride, lane);
#pragma unroll
        for (int n = 0; n < POSITIONS / 8; n += 2) {
            uint32_t key[4];
            load_right(key, keys + n * 8 * stride + dim, stride, lane);
            mma_f16_16x8x16(s[n], b, key);
            mma_f16_16x8x16(s[n + 1], b, key + 2);
            mma_f16_16x8x16(s[n], a, key);
            mma_f16_16x8x16(s[n + 1], a, key + 2);
        }
    }
}

// Adds the values of a tile, weighted, to what was summed up so far; the accumulators of scores are in the order of left operands. Tensor
// cores cut sums off instead of rounding them, so a tile is summed up by itself: over a long context that would add up.
template <int POSITIONS, int TILES>
DEVICE void mix_values(
        const float s[POSITIONS / 8][4],
        const float factors[2],
        const uint16_t* values,
        int stride,
        int head_dim,
        int lane,
        float o[TILES][4]) {
    uint32_t a[POSITIONS / 16][4];
    uint32_t b[POSITIONS / 16][4];
#pragma unroll
    for (int k = 0; k < POSITIONS / 16; k++) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const float* pair = s[2 * k + i / 2] + i % 2 * 2;
            split_half_pair(pair[0], pair[1], a[k][i], b[k][i]);
        }
    }
#pragma unroll
    for (int n = 0; n < TILES; n += 2) {
        if (n * 8 < head_dim) {
            float sums[2][4] = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
#pragma unroll
            for (int k = 0; k < POSITIONS / 16; k++) {
                uint32_t value[4];
                load_right_transposed(value, values + k * 16 * stride + n * 8, stride, lane);
                mma_f16_16x8x16(sums[0], b[k], value);
                mma_f16_16x8x16(sums[1], b[k], value + 2);
                mma_f16_16x8x16(sums[0], a[k], value);
                mma_f16_16x8x16(sums[1], a[k], value + 2);
            }
#pragma unroll
            for (int i = 0; i < 8; i++) {
                o[n + i / 4][i % 4] = fmaf(o[n + i / 4][i % 4], factors[i / 2 % 2], sums[i / 4][i % 4]);
            }
        }
    }
}

// Zeros where the last piece of 16 dimensions goes beyond a head.
DEVICE void clear_padding(uint16_t* rows, int count, int stride, int head_dim) {
    if (head_dim % 16 != 0) {
        for (int row = threadIdx.x; row < count; row += 2 * ROWS) {
            *(uint4*) (rows + row * stride + head_dim) = uint4{0, 0, 0, 0};
        }
    }
}
