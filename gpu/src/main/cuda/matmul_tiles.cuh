// Products with more tokens, on tensor cores: weights are the side of 16 rows, tokens the side of 8 columns. A warp has 32 rows and all
// tokens of its block, and takes the weights from global memory straight into registers, each once a block of tokens; inputs become pairs
// of bf16, whose sum has 16 bits, and lie in shared memory in the order in which lanes need them. Codes are exact in bf16, and their scales
// are applied to sums of a group in floats.
//
// A sum's order is that of the columns, whatever the number of tokens. Where a matrix has too few rows to keep a device busy, blocks share
// its columns, and the last one of a stretch of rows adds their sums up in order.
#pragma once

#include "matmul_stage.cuh"

constexpr int TILE_ROWS = 128;
// tiles of 16 rows of a warp
constexpr int WARP_TILES = 2;

// Whether the next unit's weights are read while one is multiplied. With 64 tokens a unit of codes takes long, and the registers are full.
template <int L, int NT>
DEVICE constexpr bool reads_ahead() {
    return NT < 8 || !has_scales(L);
}

// Adds the products of one unit of a warp's rows. step: where the unit begins in the stage.
template <int L, int NT>
DEVICE void multiply_unit(
        const Unit<L> (&units)[WARP_TILES][2], int index, const uint8_t* stage, int first_step, float (&sum)[WARP_TILES][NT][4]) {
    constexpr int groups = unit_groups<L>();
    constexpr int steps = group_steps<L>();
    int lane = threadIdx.x % 32;
    const uint4* fours = reinterpret_cast<const uint4*>(stage) + first_step * NT * 32 + lane;
    const float2* sums = reinterpret_cast<const float2*>(stage + Stage<L, NT>::BYTES_OF_FOURS) + first_step * NT * 4 + lane % 4;
#pragma unroll
    for (int group = 0; group < groups; group++) {
        uint32_t main[WARP_TILES][steps][4];
        uint32_t rest[WARP_TILES][steps][4];
        float scale[WARP_TILES][2];
        float minimum[WARP_TILES][2];
#pragma unroll
        for (int m = 0; m < WARP_TILES; m++) {
#pragma unroll
            for (int s = 0; s < steps; s++) {
                step_fragment<L>(units[m][0], units[m][1], group * steps + s, main[m][s], rest[m][s]);
            }
            if constexpr (has_scales(L)) {
                group_scale<L>(units[m][0], index, group, scale[m][0], minimum[m][0]);
                group_scale<L>(units[m][1], index, group, scale[m][1], minimum[m][1]);
            }
        }
#pragma unroll
        for (int n = 0; n < NT; n++) {
            uint4 inputs[steps];
            float first_inputs = 0;
            float second_inputs = 0;
#pragma unroll
            for (int s = 0; s < steps; s++) {
                int at = (group * steps + s) * NT + n;
                inputs[s] = fours[at * 32];
                if constexpr (has_minimum<L>()) {
                    float2 both = sums[at * 4];
                    first_inputs += both.x;
                    second_inputs += both.y;
                }
            }
#pragma unroll
            for (int m = 0; m < WARP_TILES; m++) {
                float product[4] = {0, 0, 0, 0};
#pragma unroll
                for (int s = 0; s < steps; s++) {
                    uint32_t most[2] = {inputs[s].x, inputs[s].y};
                    uint32_t little[2] = {inputs[s].z, inputs[s].w};
                    mma_bf16_16x8x16(product, main[m][s], most);
                    mma_bf16_16x8x16(product, main[m][s], little);
                    if constexpr (L == FLOATS || L == HALVES) {
                        mma_bf16_16x8x16(product, rest[m][s], most);
                    }
                }
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    float& total = sum[m][n][i];
                    if constexpr (has_scales(L)) {
                        total = fmaf(scale[m][i / 2], product[i], total);
                        if constexpr (has_minimum<L>()) {
                            total = fmaf(minimum[m][i / 2], i % 2 ? second_inputs : first_inputs, total);
                        }
                    } else {
                        total += product[i];
                    }
                }
            }
        }
    }
}

// The rows of a block, and in bytes from there those of a lane: lanes of four read the same two of each tile.
template <int L>
struct Rows {
    const uint8_t* codes;
    const uint8_t* scales;
    uint32_t code_offsets[WARP_TILES][2];
    uint32_t scale_offsets[WARP_TILES][2];
};

template <int L>
DEVICE void read_units(Unit<L> (&units)[WARP_TILES][2], const Rows<L>& at, int padded, int index) {
#pragma unroll
    for (int m = 0; m < WARP_TILES; m++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            read_unit<L>(
                    units[m][half],
                    at.codes + at.code_offsets[m][half],
                    at.scales + at.scale_offsets[m][half],
                    padded,
                    index,
                    threadIdx.x % 4);
        }
    }
}

// Products of a block's rows and tokens over columns from to the one before until.
template <int L, int NT>
DEVICE void multiply_columns(
        const Rows<L>& at,
        const float* x,
        int x_stride,
        int first_token,
        int tokens,
        int columns,
        int from,
        int until,
        uint8_t* shared,
        float (&sum)[WARP_TILES][NT][4]) {
    typedef Stage<L, NT> S;
    int padded = padded_columns(columns);
    int last = until / unit_columns<L>();
    Unit<L> now[WARP_TILES][2];
    Unit<L> next[WARP_TILES][2];
    float4 held[S::HELD];
    int unit = from / unit_columns<L>();
    if constexpr (reads_ahead<L, NT>()) {
        read_units<L>(now, at, padded, unit);
    }
    if constexpr (stage_buffers<NT>() == 2) {
        read_inputs<L, NT>(held, 0, x, x_stride, first_token, tokens, from, columns);
        keep_inputs<L, NT>(held, 0, shared);
    }
    uint8_t* stage = shared;
    uint8_t* other = shared + S::BYTES_OF_STAGE;
    for (int first = from; first < until; first += S::COLUMNS) {
        bool more = first + S::COLUMNS < until;
        __syncthreads();
        if constexpr (stage_buffers<NT>() == 2) {
            if (more) {
                read_inputs<L, NT>(held, 0, x, x_stride, first_token, tokens, first + S::COLUMNS, columns);
            }
        } else {
            fill_stage<L, NT>(stage, x, x_stride, first_token, tokens, first, columns);
            __syncthreads();
        }
        int end = min(first + S::COLUMNS, until) / unit_columns<L>();
        for (int step = 0; unit < end; unit++, step += unit_steps<L>()) {
            if constexpr (!reads_ahead<L, NT>()) {
                read_units<L>(now, at, padded, unit);
            } else if (unit + 1 < last) {
                // also past the stage
                read_units<L>(next, at, padded, unit + 1);
            }
            multiply_unit<L, NT>(now, unit, stage, step, sum);
            if constexpr (reads_ahead<L, NT>()) {
#pragma unroll
                for (int m = 0; m < WARP_TILES; m++) {
                    now[m][0] = next[m][0];
                    now[m][1] = next[m][1];
                }
            }
        }
        if constexpr (stage_buffers<NT>() == 2) {
            if (more) {
                keep_inputs<L, NT>(held, 0, other);
            }
            uint8_t* swapped = stage;
            stage = other;
            other = swapped;
        }
    }
}

DEVICE void put_output(float* y, long long at, int row, float value, const float* bias, int add) {
    float total = bias == nullptr ? value : value + bias[row];
    y[at] = add ? y[at] + total : total;
}

// What a block keeps for the block that adds up: token by token, its 128 rows.
template <int NT>
DEVICE float* partial_sums(float* partial, int split) {
    int tile = blockIdx.z * gridDim.x + blockIdx.x;
    return partial + ((long long)tile * gridDim.y + split) * (NT * 8 * TILE_ROWS);
}

// The last block to come adds up what all blocks of its rows and tokens have kept, in their order.
template <int NT>
DEVICE void add_splits(
        const float* bias, float* y, int y_stride, int rows, int tokens, int add, float* partial, int* counters, int* arrived) {
    int splits = gridDim.y;
    int* counter = counters + blockIdx.z * gridDim.x + blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        *arrived = atomicAdd(counter, 1);
    }
    __syncthreads();
    if (*arrived != splits - 1) {
        return;
    }
    __threadfence();
    if (threadIdx.x == 0) {
        *counter = 0;
    }
    int row = blockIdx.x * TILE_ROWS + threadIdx.x;
    if (row >= rows) {
        return;
    }
    int first_token = blockIdx.z * (NT * 8);
    for (int token = 0; token < min(tokens - first_token, NT * 8); token++) {
        float total = 0;
        for (int split = 0; split < splits; split++) {
            total += partial_sums<NT>(partial, split)[token * TILE_ROWS + threadIdx.x];
        }
        put_output(y, (long long)(first_token + token) * y_stride + row, row, total, bias, add);
    }
}

// Blocks of 128 threads, a grid of (rows / 128, splits, tokens / (8 NT)). span: columns of a split, a multiple of 256. For more splits than
// one, partial has 8 NT * 128 floats for each block, and counters gridDim.x * gridDim.z zeros, which are zeros again afterwards. shared: of as
// many bytes as stage_buffers stages have. Older devices than sm_80 are not asked for these products, and get no code for them.
template <int L, int NT>
DEVICE void matmul_tiles(
        const uint8_t* __restrict__ codes,
        const uint8_t* __restrict__ scales,
        const float* __restrict__ bias,
        const float* __restrict__ x,
        int x_stride,
        float* y,
        int y_stride,
        int rows,
        int columns,
        int tokens,
        int add,
        int span,
        float* partial,
        int* counters,
        uint8_t* shared) {
#if HAS_SM_80 || defined(TR_EMULATOR)
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int padded = padded_columns(columns);
    int block_row = blockIdx.x * TILE_ROWS;
    int first_row = block_row + warp * (WARP_TILES * 16) + lane / 4;
    int first_token = blockIdx.z * (NT * 8);
    Rows<L> at;
    at.codes = codes + (long long)block_row * code_row_bytes(L, padded);
    at.scales = scales + (long long)block_row * scale_row_bytes(L, padded);
#pragma unroll
    for (int m = 0; m < WARP_TILES; m++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int row = min(first_row + m * 16 + half * 8, rows - 1) - block_row;
            at.code_offsets[m][half] = row * code_row_bytes(L, padded);
            at.scale_offsets[m][half] = row * scale_row_bytes(L, padded);
        }
    }
    float sum[WARP_TILES][NT][4] = {};
    int from = blockIdx.y * span;
    multiply_columns<L, NT>(at, x, x_stride, first_token, tokens, columns, from, min(from + span, padded), shared, sum);
    float* kept = gridDim.y > 1 ? partial_sums<NT>(partial, blockIdx.y) : nullptr;
#pragma unroll
    for (int m = 0; m < WARP_TILES; m++) {
#pragma unroll
        for (int n = 0; n < NT; n++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                int row = first_row + m * 16 + i / 2 * 8;
                int token = n * 8 + lane % 4 * 2 + i % 2;
                if (kept != nullptr) {
                    kept[token * TILE_ROWS + row % TILE_ROWS] = sum[m][n][i];
                } else if (row < rows && first_token + token < tokens) {
                    put_output(y, (long long)(first_token + token) * y_stride + row, row, sum[m][n][i], bias, add);
                }
            }
        }
    }
    if (gridDim.y > 1) {
        add_splits<NT>(bias, y, y_stride, rows, tokens, add, partial, counters, reinterpret_cast<int*>(shared));
    }
#endif
}

// kernel: KERNEL, or WIDE_KERNEL for those that need the registers.
#define MATMUL_TILES(kernel, name, layout, tiles)                                                                                        \
    kernel(matmul_tiles_##name##_##tiles, 128)                                                                                           \
    (const uint8_t* __restrict__ codes, const uint8_t* __restrict__ scales, const float* __restrict__ bias, const float* __restrict__ x, \
     int x_stride, float* y, int y_stride, int rows, int columns, int tokens, int add, int span, float* partial, int* counters) {        \
        DYNAMIC_SHARED(uint8_t, shared);                                                                                                 \
        matmul_tiles<layout, tiles>(                                                                                                     \
                codes, scales, bias, x, x_stride, y, y_stride, rows, columns, tokens, add, span, partial, counters, shared);             \
    }
