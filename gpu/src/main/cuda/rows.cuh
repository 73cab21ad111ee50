// Rows of logits: how they are cut into chunks, what is known of a chunk and of a row, and how the largest logits of a row are found.
#pragma once

#include "device.cuh"

// ids of a row that one block of row_partials reads, and its threads
#define CHUNK 2048
#define CHUNK_THREADS 128
// ids of a chunk of which the largest logit is kept: those of two threads
#define GROUP 32
#define CHUNK_GROUPS (CHUNK / GROUP)
#define LIST_THREADS 1024
// most ids of a list of the best, one for each thread
#define LIST 1024
// chunks of a row, one for each thread
#define MOST_CHUNKS 1024

#define NEGATIVE_INFINITY __int_as_float((int)0xff800000)
#define POSITIVE_INFINITY __int_as_float(0x7f800000)

// Of one chunk. The sums are relative to its own largest logit.
struct Chunk {
    float max;
    int invalid;
    double sum;
    double weighted;
    double tempered;
};

// What is wanted of a row; written by RowParameters.java.
struct RowWish {
    int flags;
    float scale;
    float nats;
    int topK;
    int listed;
    int reported;
    int draft;
    int unused;
    double uniform;
    double topP;
    double minP;
    double minPLog;
};

#define WISH_ACTIVE 1
#define WISH_ADJUSTED 2
#define WISH_SAMPLED 4
#define WISH_LOGU 8
#define WISH_SCORED 16
#define WISH_DRAFT 32
#define WISH_SOURCE 64

// What is found; read by RowRecords.java.
struct RowRecord {
    int token;
    int flags;
    float logprob;
    float entropy;
    float topProb;
    float margin;
    float aleatoric;
    float epistemic;
    double logSum;
    float max;
    int sourceSize;
    int unused[4];
};

#define FOUND_TOKEN 1
#define FOUND_INVALID 2
#define FOUND_UNDECIDED 4
#define FOUND_DRAFT_POSSIBLE 8
#define FOUND_DRAFT_WITHIN 16

// Numbers reported of a row: so many ids, then so many log-probabilities.
#define REPORTED 128

// Ids that a token was drawn from, at most LIST: so many ids, then their weights, then their raw logits.
#define SOURCE (3 * LIST)

// Orders like (logit ascending, id descending), with the two zeros equal; never 0.
DEVICE uint64_t key_of(float logit, int id) {
    uint32_t bits = __float_as_uint(logit + 0.0f);
    uint32_t ordered = bits ^ ((uint32_t)((int)bits >> 31) | 0x80000000u);
    return ((uint64_t)ordered << 32) | (uint32_t)~id;
}

DEVICE int id_of(uint64_t key) {
    return (int)~(uint32_t)key;
}

DEVICE float logit_of(uint64_t key) {
    uint32_t ordered = (uint32_t)(key >> 32);
    return __int_as_float((int)(ordered ^ (((ordered >> 31) - 1u) | 0x80000000u)));
}

// exp((hi + lo) * scale) for a difference that is at most 0, nearly as if it had been computed in double precision.
DEVICE float exponential(float hi, float lo, float scale) {
    float t = hi * scale;
    if (!(t > -104.0f)) {
        return 0.0f;
    }
    float rest = fmaf(hi, scale, -t) + lo * scale;
    float e = expf(t);
    return fmaf(e, rest, e);
}

// What rounding takes from logit - max; 0 where the exponential is 0 anyway.
DEVICE float lost_in_difference(float logit, float max, float difference) {
    if (!(difference > -1.0e30f)) {
        return 0.0f;
    }
    float back = difference - logit;
    return (logit - (difference - back)) - (max + back);
}

DEVICE double warp_sum(double value) {
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        value += __shfl_xor_sync(FULL_WARP, value, offset);
    }
    return value;
}

// Three sums over a block of LIST_THREADS, good for all threads. shared holds 3 * 33 numbers; the sums are in the last three.
DEVICE void block_sums(double a, double b, double c, double* shared) {
    a = warp_sum(a);
    b = warp_sum(b);
    c = warp_sum(c);
    if (threadIdx.x % 32 == 0) {
        shared[threadIdx.x / 32] = a;
        shared[32 + threadIdx.x / 32] = b;
        shared[64 + threadIdx.x / 32] = c;
    }
    __syncthreads();
    int warp = threadIdx.x / 32;
    if (warp < 3) {
        double all = warp_sum(shared[threadIdx.x]);
        if (threadIdx.x % 32 == 0) {
            shared[96 + warp] = all;
        }
    }
    __syncthreads();
}

// Replaces the first n numbers by their running sums; n is a power of two, at most LIST_THREADS.
DEVICE void running_sums(double* values, int n) {
    __syncthreads();
    for (int step = 1; step < n; step <<= 1) {
        int i = threadIdx.x;
        double sum = 0;
        if (i < n) {
            sum = i >= step ? values[i - step] + values[i] : values[i];
        }
        __syncthreads();
        if (i < n) {
            values[i] = sum;
        }
        __syncthreads();
    }
}

// Sorts n keys, largest first; n is a power of two, at most LIST_THREADS.
DEVICE void sort_keys(uint64_t* keys, int n) {
    __syncthreads();
    for (int length = 2; length <= n; length <<= 1) {
        for (int step = length >> 1; step > 0; step >>= 1) {
            int i = threadIdx.x;
            int other = i ^ step;
            if (i < n && other > i) {
                uint64_t a = keys[i];
                uint64_t b = keys[other];
                if ((a < b) == ((i & length) == 0)) {
                    keys[i] = b;
                    keys[other] = a;
                }
            }
            __syncthreads();
        }
    }
}

DEVICE int power_of_two(int n) {
    return n <= 1 ? 1 : 1 << (32 - __clz(n - 1));
}
