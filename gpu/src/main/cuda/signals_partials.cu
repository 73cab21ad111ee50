// What each chunk of a row adds to its signals and to its draw, and the best id of each of its groups.
#include "rows.cuh"

// grid: chunks, rows. rows: which wish is whose where only some rows are read; null where all are, in order.
KERNEL(row_partials, CHUNK_THREADS)
(const float* __restrict__ logits,
 int stride,
 int vocabulary,
 const RowWish* __restrict__ wishes,
 const int* __restrict__ rows,
 Chunk* __restrict__ chunks,
 uint64_t* __restrict__ best) {
    SHARED float maxima[CHUNK_THREADS / 32];
    SHARED int invalids[CHUNK_THREADS / 32];
    SHARED double sums[3][CHUNK_THREADS / 32];
    int thread = threadIdx.x;
    const RowWish* wish = wishes + (rows == nullptr ? (int)blockIdx.y : rows[blockIdx.y]);
    if ((wish->flags & WISH_ACTIVE) == 0) {
        return;
    }
    bool drawn = (wish->flags & WISH_SAMPLED) != 0 && ((wish->flags & WISH_ADJUSTED) != 0) == (rows != nullptr);
    float scale = wish->scale;
    int from = blockIdx.x * CHUNK;
    const float* row = logits + (long long)blockIdx.y * stride;
    float x[16];
    float max = NEGATIVE_INFINITY;
    int at = -1;
    bool invalid = false;
    for (int part = 0; part < 4; part++) {
        int id = from + part * (CHUNK / 4) + thread * 4;
        if (id + 4 <= vocabulary) {
            float4 four = *reinterpret_cast<const float4*>(row + id);
            x[4 * part] = four.x;
            x[4 * part + 1] = four.y;
            x[4 * part + 2] = four.z;
            x[4 * part + 3] = four.w;
        } else {
            for (int i = 0; i < 4; i++) {
                x[4 * part + i] = id + i < vocabulary ? row[id + i] : NEGATIVE_INFINITY;
            }
        }
        for (int i = 0; i < 4; i++) {
            float logit = x[4 * part + i];
            invalid |= !(logit < POSITIVE_INFINITY);
            if (id + i < vocabulary && (at < 0 || logit > max)) {
                max = logit;
                at = id + i;
            }
        }
    }
    uint64_t key = at < 0 ? 0 : key_of(max, at);
    uint64_t other = __shfl_xor_sync(FULL_WARP, key, 1);
    long long chunk = (long long)blockIdx.y * gridDim.x + blockIdx.x;
    if (thread % 2 == 0) {
        best[chunk * CHUNK_GROUPS + thread / 2] = key > other ? key : other;
    }
    max = warp_max(max);
    bool anyInvalid = __ballot_sync(FULL_WARP, invalid) != 0;
    if (thread % 32 == 0) {
        maxima[thread / 32] = max;
        invalids[thread / 32] = anyInvalid;
    }
    __syncthreads();
    max = fmaxf(fmaxf(maxima[0], maxima[1]), fmaxf(maxima[2], maxima[3]));

    double sum = 0;
    double weighted = 0;
    double tempered = 0;
    if (max > NEGATIVE_INFINITY) {
        for (int i = 0; i < 16; i++) {
            float hi = x[i] - max;
            float lo = lost_in_difference(x[i], max, hi);
            float e = exponential(hi, lo, 1.0f);
            sum += e;
            weighted += e == 0.0f ? 0.0f : hi * e;
            if (drawn) {
                tempered += exponential(hi, lo, scale);
            }
        }
    }
    sum = warp_sum(sum);
    weighted = warp_sum(weighted);
    tempered = warp_sum(tempered);
    if (thread % 32 == 0) {
        sums[0][thread / 32] = sum;
        sums[1][thread / 32] = weighted;
        sums[2][thread / 32] = tempered;
    }
    __syncthreads();
    if (thread == 0) {
        Chunk* out = chunks + chunk;
        out->max = max;
        out->invalid = invalids[0] | invalids[1] | invalids[2] | invalids[3];
        out->sum = sums[0][0] + sums[0][1] + sums[0][2] + sums[0][3];
        out->weighted = sums[1][0] + sums[1][1] + sums[1][2] + sums[1][3];
        out->tempered = sums[2][0] + sums[2][1] + sums[2][2] + sums[2][3];
    }
}
