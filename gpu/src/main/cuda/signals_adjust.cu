// Rows as bias, penalties and masks leave them: copies, so that signals and heads still have the raw ones.
#include "rows.cuh"

// What is done to one row; offsets into data are in numbers of 4 bytes. Written by AdjustedRows.java.
struct RowChange {
    int row;
    int maskAt;
    int maskWords;
    int biases;
    int biasAt;
    int penalties;
    int penaltyAt;
    float repetition;
};

// A finite logit does not become infinite.
DEVICE float finite_as(float before, float after) {
    bool finite = before > NEGATIVE_INFINITY && before < POSITIVE_INFINITY;
    if (finite && after == POSITIVE_INFINITY) {
        return __int_as_float(0x7f7fffff);
    }
    return finite && after == NEGATIVE_INFINITY ? __int_as_float((int)0xff7fffff) : after;
}

// grid: chunks, rows. Copies what the mask allows.
KERNEL(row_masked, CHUNK_THREADS)
(const float* __restrict__ logits,
 int stride,
 int vocabulary,
 const RowChange* __restrict__ changes,
 const int* __restrict__ data,
 float* __restrict__ adjusted) {
    const RowChange* change = changes + blockIdx.y;
    const float* from = logits + (long long)change->row * stride;
    float* to = adjusted + (long long)blockIdx.y * stride;
    for (int i = threadIdx.x; i < CHUNK; i += CHUNK_THREADS) {
        int id = blockIdx.x * CHUNK + i;
        if (id < vocabulary) {
            bool allowed = true;
            if (change->maskAt >= 0) {
                uint32_t word = id / 32 < change->maskWords ? (uint32_t)data[change->maskAt + id / 32] : 0;
                allowed = (word >> (id % 32) & 1) != 0;
            }
            to[id] = allowed ? from[id] : NEGATIVE_INFINITY;
        }
    }
}

// grid: rows. Biases are pairs of id and number; penalties are of id, what its count costs, and what its presence costs.
KERNEL(row_adjusted, 256)
(int stride, const RowChange* __restrict__ changes, const int* __restrict__ data, float* __restrict__ adjusted) {
    const RowChange* change = changes + blockIdx.x;
    float* row = adjusted + (long long)blockIdx.x * stride;
    for (int i = threadIdx.x; i < change->biases; i += 256) {
        const int* bias = data + change->biasAt + 2 * i;
        float logit = row[bias[0]];
        row[bias[0]] = finite_as(logit, logit + __int_as_float(bias[1]));
    }
    __syncthreads();
    for (int i = threadIdx.x; i < change->penalties; i += 256) {
        const int* penalty = data + change->penaltyAt + 3 * i;
        float logit = row[penalty[0]];
        // by way of a double, so that no compiler makes one rounding of this product and the difference
        float scaled = logit > 0 ? logit / change->repetition : (float)((double)logit * change->repetition);
        scaled -= __int_as_float(penalty[1]);
        scaled -= __int_as_float(penalty[2]);
        row[penalty[0]] = finite_as(logit, scaled);
    }
}
