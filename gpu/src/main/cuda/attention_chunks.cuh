// What a block does of one chunk of a sequence; see attention_chunks.cu.
#pragma once

#include "halves.cuh"

// Positions of a chunk and threads of a block: a thread has the scores of one position.
#define CHUNK 128
// Widest head.
#define WIDEST 256
// Dimensions of keys that are in shared memory at a time.
#define SLAB 64
// 16-byte pieces from one row of a slab to the next: one more than it has, so that rows are in other banks.
#define SLAB_STRIDE (SLAB / 8 + 1)

// A token's part of the arguments, the same for all threads of its block.
struct Attended {
    const int* table;
    int from;
    int low;
    int high;
};

// Where each position's key is, in numbers; -1 for those that the token does not look at.
DEVICE void find_places(long long* places, Attended at, int kv_heads, int kv_head, int head_dim, int block_size) {
    int position = at.from + threadIdx.x;
    long long place = -1;
    if (position >= at.low && position < at.high) {
        long long stretch = at.table[position / block_size] * 2LL * kv_heads + kv_head;
        place = (stretch * block_size + position % block_size) * head_dim;
    }
    places[threadIdx.x] = place;
}

// Products of the queries with the key of this thread's position.
template <int G>
DEVICE void score_keys(
        const uint16_t* __restrict__ cache, const long long* places, const float4* queries, uint4* slab, int head_dim, float* scores) {
    for (int g = 0; g < G; g++) {
        scores[g] = 0.0f;
    }
    for (int dim = 0; dim < head_dim; dim += SLAB) {
        int pieces = head_dim - dim < SLAB ? (head_dim - dim) / 8 : SLAB / 8;
        uint4 loaded[SLAB / 8];
#pragma unroll
        for (int k = 0; k < SLAB / 8; k++) {
            int row = (threadIdx.x + k * CHUNK) / (SLAB / 8);
            int piece = threadIdx.x % (SLAB / 8);
            loaded[k] = uint4{0, 0, 0, 0};
            if (piece < pieces && places[row] >= 0) {
                loaded[k] = *(const uint4*) (cache + places[row] + dim + piece * 8);
            }
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < SLAB / 8; k++) {
            int row = (threadIdx.x + k * CHUNK) / (SLAB / 8);
            slab[row * SLAB_STRIDE + threadIdx.x % (SLAB / 8)] = loaded[k];
        }
        __syncthreads();
        for (int piece = 0; piece < pieces; piece++) {
            float key[8];
            halves_to_floats(slab[threadIdx.x * SLAB_STRIDE + piece], key);
#pragma unroll
            for (int g = 0; g < G; g++) {
                const float4* query = queries + (g * head_dim + dim) / 4 + piece * 2;
                float4 a = query[0];
                float4 b = query[1];
                float sum = fmaf(a.x, key[0], scores[g]);
                sum = fmaf(a.y, key[1], sum);
                sum = fmaf(a.z, key[2], sum);
                sum = fmaf(a.w, key[3], sum);
                sum = fmaf(b.x, key[4], sum);
                sum = fmaf(b.y, key[5], sum);
                sum = fmaf(b.z, key[6], sum);
                scores[g] = fmaf(b.w, key[7], sum);
            }
        }
    }
}

// Makes the scores of each query head exp(score - max); a warp has every fourth head.
template <int G>
DEVICE void weigh(float* weights, float* maxima, float* sums) {
    int lane = threadIdx.x % 32;
    for (int g = threadIdx.x / 32; g < G; g += CHUNK / 32) {
        float score[CHUNK / 32];
        float largest = -INFINITY_FLOAT;
#pragma unroll
        for (int k = 0; k < CHUNK / 32; k++) {
            score[k] = weights[(lane + k * 32) * G + g];
            largest = fmaxf(largest, score[k]);
        }
        largest = warp_max(largest);
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < CHUNK / 32; k++) {
            float weight = expf(score[k] - largest);
            weights[(lane + k * 32) * G + g] = weight;
            sum += weight;
        }
        sum = warp_sum(sum);
        if (lane == 0) {
            maxima[g] = largest;
            sums[g] = sum;
        }
    }
}

template <int G>
DEVICE void mix_value(uint4 value, const float* weights, float mixed[G][8]) {
    float v[8];
    halves_to_floats(value, v);
#pragma unroll
    for (int g = 0; g < G; g++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            mixed[g][i] = fmaf(weights[g], v[i], mixed[g][i]);
        }
    }
}

// Sums of eight dimensions of weighted values over the positions row, row + rows, ... of the chunk.
template <int G>
DEVICE void mix_values(
        const uint16_t* __restrict__ values, const long long* places, const float* weights, int row, int rows, int count, float mixed[G][8]) {
    const int AHEAD = 4;
    while (row < count) {
        uint4 loaded[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            int position = row + k * rows;
            loaded[k] = position < count ? *(const uint4*) (values + places[position]) : uint4{0, 0, 0, 0};
        }
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            int position = row + k * rows;
            if (position < count) {
                mix_value<G>(loaded[k], weights + position * G, mixed);
            }
        }
        row += AHEAD * rows;
    }
}

// Adds up what the rows of threads have mixed; row 0 has the result.
template <int G>
DEVICE void add_rows(float4* scratch, int row, int rows, int piece, int pieces, float mixed[G][8]) {
    while (rows > 1) {
        int kept = (rows + 1) / 2;
        __syncthreads();
        if (row >= kept && row < rows) {
#pragma unroll
            for (int g = 0; g < G; g++) {
                float4* to = scratch + ((row - kept) * G + g) * 2 * pieces + piece;
                to[0] = float4{mixed[g][0], mixed[g][1], mixed[g][2], mixed[g][3]};
                to[pieces] = float4{mixed[g][4], mixed[g][5], mixed[g][6], mixed[g][7]};
            }
        }
        __syncthreads();
        if (row < rows - kept) {
#pragma unroll
            for (int g = 0; g < G; g++) {
                const float4* from = scratch + (row * G + g) * 2 * pieces + piece;
                float4 a = from[0];
                float4 b = from[pieces];
                mixed[g][0] += a.x;
                mixed[g][1] += a.y;
                mixed[g][2] += a.z;
                mixed[g][3] += a.w;
                mixed[g][4] += b.x;
                mixed[g][5] += b.y;
                mixed[g][6] += b.z;
                mixed[g][7] += b.w;
            }
        }
        rows = kept;
    }
}
