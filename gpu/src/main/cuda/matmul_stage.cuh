// Inputs of products on tensor cores in shared memory: as pairs of bf16 and what these lack, in the order in which lanes need them.
#pragma once

#include "matmul_units.cuh"

constexpr int TILE_THREADS = 128;

// Steps of inputs that are in shared memory at once: one buffer of them where tokens are many, or two.
template <int NT>
DEVICE constexpr int stage_steps() {
    return NT == 1 ? 16 : 8;
}

template <int NT>
DEVICE constexpr int stage_buffers() {
    return NT >= 4 ? 1 : 2;
}

// Two pairs of bf16 and what they lack, of four neighbouring inputs.
DEVICE uint4 split_inputs(float4 four) {
    uint4 split;
    split_bf16_pair(four.x, four.y, split.x, split.z);
    split_bf16_pair(four.z, four.w, split.y, split.w);
    return split;
}

// The inputs of a stage of one block, step by step, tile of eight tokens by tile, a lane's four numbers at a time.
template <int L, int NT>
struct Stage {
    static constexpr int COLUMNS = stage_steps<NT>() * 16;
    static constexpr int FOURS = stage_steps<NT>() * NT * 32;
    static constexpr int FOURS_OF_A_THREAD = FOURS / TILE_THREADS;
    // fewer registers than all of a thread's where the tokens take many already
    static constexpr int HELD = NT >= 4 ? 4 : FOURS_OF_A_THREAD;
    static constexpr int BYTES_OF_FOURS = FOURS * 16;
    static constexpr int STEP_SUMS = has_minimum<L>() ? stage_steps<NT>() * NT * 8 : 0;
    static constexpr int BYTES_OF_STAGE = BYTES_OF_FOURS + 4 * STEP_SUMS;
};

// Reads inputs of threads' fours from, from + 1, ... of the stage that begins at a column.
template <int L, int NT>
DEVICE void read_inputs(
        float4 (&held)[Stage<L, NT>::HELD], int from, const float* x, int x_stride, int first_token, int tokens, int first, int columns) {
#pragma unroll
    for (int i = 0; i < Stage<L, NT>::HELD; i++) {
        int four = (from + i) * TILE_THREADS + threadIdx.x;
        int lane = four % 32;
        int token = first_token + four / 32 % NT * 8 + lane / 4;
        int step = four / 32 / NT;
        int column = first + first_column<L>(step / unit_steps<L>(), step % unit_steps<L>(), lane % 4);
        if (token < tokens) {
            held[i] = inputs_at(x + (long long)token * x_stride, column, columns);
        } else {
            held[i].x = held[i].y = held[i].z = held[i].w = 0;
        }
    }
}

template <int L, int NT>
DEVICE void keep_inputs(const float4 (&held)[Stage<L, NT>::HELD], int from, uint8_t* stage) {
    uint4* fours = reinterpret_cast<uint4*>(stage);
    float* sums = reinterpret_cast<float*>(stage + Stage<L, NT>::BYTES_OF_FOURS);
#pragma unroll
    for (int i = 0; i < Stage<L, NT>::HELD; i++) {
        int four = (from + i) * TILE_THREADS + threadIdx.x;
        fours[four] = split_inputs(held[i]);
        if constexpr (has_minimum<L>()) {
            float sum = (held[i].x + held[i].y) + (held[i].z + held[i].w);
            sum += __shfl_xor_sync(FULL_WARP, sum, 1);
            sum += __shfl_xor_sync(FULL_WARP, sum, 2);
            if (four % 4 == 0) {
                sums[four / 4] = sum;
            }
        }
    }
}

// All of a stage at once, for where its buffer is the only one.
template <int L, int NT>
DEVICE void fill_stage(uint8_t* stage, const float* x, int x_stride, int first_token, int tokens, int first, int columns) {
    float4 held[Stage<L, NT>::HELD];
    for (int from = 0; from < Stage<L, NT>::FOURS_OF_A_THREAD; from += Stage<L, NT>::HELD) {
        read_inputs<L, NT>(held, from, x, x_stride, first_token, tokens, first, columns);
        keep_inputs<L, NT>(held, from, stage);
    }
}
