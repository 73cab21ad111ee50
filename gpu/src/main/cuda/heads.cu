// Router heads on some rows: what they read is gathered, then layer follows layer. An entry is one row with one token.
#include "best.cuh"

#define LINEAR_THREADS 256
// entries that a warp has sums of at a time
#define ENTRIES 8

// grid: entries. Copies the rows that entries name.
KERNEL(head_gather, 256)
(const float* __restrict__ from, int stride, const int* __restrict__ rows, int width, float* __restrict__ to, int toStride) {
    const float* row = from + (long long)rows[blockIdx.x] * stride;
    float* out = to + (long long)blockIdx.x * toStride;
    for (int i = threadIdx.x; i < width; i += 256) {
        out[i] = row[i];
    }
}

// The token of each entry: its own, or the one that was drawn from its row where its own is negative.
KERNEL(head_tokens, 64)
(const int* __restrict__ rows, const int* __restrict__ tokens, int entries, const RowRecord* __restrict__ records, int* __restrict__ out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < entries) {
        out[i] = tokens[i] >= 0 ? tokens[i] : records[rows[i]].token;
    }
}

// grid: entries. The count largest logits of their rows, the largest first; zeros where a row has some that are no numbers.
KERNEL(head_best_logits, LIST_THREADS)
(const float* __restrict__ logits,
 int stride,
 int vocabulary,
 int chunkCount,
 const Chunk* __restrict__ chunks,
 const uint64_t* __restrict__ best,
 const int* __restrict__ rows,
 int count,
 float* __restrict__ to,
 int toStride) {
    SHARED BestScratch scratch;
    SHARED float maxima[33];
    int i = threadIdx.x;
    int row = rows[blockIdx.x];
    chunks += (long long)row * chunkCount;
    best += (long long)row * chunkCount * CHUNK_GROUPS;
    float max = block_max(i < chunkCount ? chunks[i].max : NEGATIVE_INFINITY, maxima);
    float* out = to + (long long)blockIdx.x * toStride;
    if (__syncthreads_or(i < chunkCount && chunks[i].invalid != 0) || max == NEGATIVE_INFINITY) {
        if (i < count) {
            out[i] = 0;
        }
        return;
    }
    int listed = list_best(
            logits + (long long)row * stride, best, chunkCount * CHUNK_GROUPS, vocabulary, max, count, &scratch);
    if (i < count) {
        out[i] = logit_of(scratch.list[i < listed ? i : listed - 1]);
    }
}

#define ACTIVATION_NONE 0
#define ACTIVATION_RELU 1
#define ACTIVATION_LOGISTIC 2
#define ACTIVATION_GELU 3

// Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; at most 1.5e-7 off.
DEVICE double error_function(double x) {
    double size = x < 0 ? -x : x;
    double t = 1 / (1 + 0.3275911 * size);
    double series =
            t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    double value = 1 - series * exp(-size * size);
    return x < 0 ? -value : value;
}

DEVICE float activated(float x, int activation) {
    if (activation == ACTIVATION_RELU) {
        // what is no number stays none
        return x < 0 ? 0 : x;
    }
    if (activation == ACTIVATION_LOGISTIC) {
        return (float)(1 / (1 + exp(-(double)x)));
    }
    if (activation == ACTIVATION_GELU) {
        return (float)(0.5 * x * (1 + error_function(x * 0.70710678118654752)));
    }
    return x;
}

struct FloatWeights {
    const float* values;
};

struct HalfWeights {
    const uint16_t* values;
};

struct BrainWeights {
    const uint16_t* values;
};

DEVICE float one(FloatWeights weights, long long at) {
    return weights.values[at];
}

DEVICE float one(HalfWeights weights, long long at) {
    return half_to_float(weights.values[at]);
}

DEVICE float one(BrainWeights weights, long long at) {
    return bf16_to_float(weights.values[at]);
}

DEVICE void eight(FloatWeights weights, long long at, float* out) {
    float4 a = *reinterpret_cast<const float4*>(weights.values + at);
    float4 b = *reinterpret_cast<const float4*>(weights.values + at + 4);
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
    out[3] = a.w;
    out[4] = b.x;
    out[5] = b.y;
    out[6] = b.z;
    out[7] = b.w;
}

DEVICE void eight(HalfWeights weights, long long at, float* out) {
    uint4 four = *reinterpret_cast<const uint4*>(weights.values + at);
    uint32_t words[4] = {four.x, four.y, four.z, four.w};
    for (int i = 0; i < 4; i++) {
        out[2 * i] = half_to_float((uint16_t)(words[i] & 0xffffu));
        out[2 * i + 1] = half_to_float((uint16_t)(words[i] >> 16));
    }
}

DEVICE void eight(BrainWeights weights, long long at, float* out) {
    uint4 four = *reinterpret_cast<const uint4*>(weights.values + at);
    uint32_t words[4] = {four.x, four.y, four.z, four.w};
    for (int i = 0; i < 4; i++) {
        out[2 * i] = __int_as_float((int)(words[i] << 16));
        out[2 * i + 1] = __int_as_float((int)(words[i] & 0xffff0000u));
    }
}

// One output a warp, for up to ENTRIES entries.
template <class Weights>
DEVICE void linear(
        Weights weights,
        const float* bias,
        const float* x,
        int xStride,
        int inputs,
        const float* addend,
        int addendStride,
        float* y,
        int yStride,
        int outputs,
        int entries,
        int activation) {
    int lane = threadIdx.x % 32;
    int output = blockIdx.x * (LINEAR_THREADS / 32) + threadIdx.x / 32;
    int first = blockIdx.y * ENTRIES;
    if (output >= outputs) {
        return;
    }
    x += (long long)first * xStride;
    int count = entries - first < ENTRIES ? entries - first : ENTRIES;
    long long row = (long long)output * inputs;
    float sums[ENTRIES];
    for (int e = 0; e < ENTRIES; e++) {
        sums[e] = 0;
    }
    if (inputs % 8 == 0) {
        for (int i = lane * 8; i < inputs; i += 32 * 8) {
            float w[8];
            eight(weights, row + i, w);
            for (int e = 0; e < ENTRIES; e++) {
                if (e < count) {
                    float4 a = *reinterpret_cast<const float4*>(x + (long long)e * xStride + i);
                    float4 b = *reinterpret_cast<const float4*>(x + (long long)e * xStride + i + 4);
                    float sum = sums[e];
                    sum = fmaf(w[0], a.x, sum);
                    sum = fmaf(w[1], a.y, sum);
                    sum = fmaf(w[2], a.z, sum);
                    sum = fmaf(w[3], a.w, sum);
                    sum = fmaf(w[4], b.x, sum);
                    sum = fmaf(w[5], b.y, sum);
                    sum = fmaf(w[6], b.z, sum);
                    sums[e] = fmaf(w[7], b.w, sum);
                }
            }
        }
    } else {
        for (int i = lane; i < inputs; i += 32) {
            float w = one(weights, row + i);
            for (int e = 0; e < ENTRIES; e++) {
                if (e < count) {
                    sums[e] = fmaf(w, x[(long long)e * xStride + i], sums[e]);
                }
            }
        }
    }
    for (int e = 0; e < ENTRIES; e++) {
        float sum = warp_sum(sums[e]);
        if (lane == 0 && e < count) {
            if (bias != nullptr) {
                sum += bias[output];
            }
            if (addend != nullptr) {
                sum += addend[(long long)(first + e) * addendStride + output];
            }
            y[(long long)(first + e) * yStride + output] = activated(sum, activation);
        }
    }
}

// grid: outputs / 8, entries / 8. y = activation(weights x + bias + addend); strides are multiples of 8.
#define LINEAR(name, type, view)                                                                                       \
    KERNEL(name, LINEAR_THREADS)                                                                                       \
    (const type* __restrict__ weights,                                                                                 \
     const float* __restrict__ bias,                                                                                   \
     const float* __restrict__ x,                                                                                      \
     int xStride,                                                                                                      \
     int inputs,                                                                                                       \
     const float* __restrict__ addend,                                                                                 \
     int addendStride,                                                                                                 \
     float* __restrict__ y,                                                                                            \
     int yStride,                                                                                                      \
     int outputs,                                                                                                      \
     int entries,                                                                                                      \
     int activation) {                                                                                                 \
        linear(                                                                                                        \
                view{weights}, bias, x, xStride, inputs, addend, addendStride, y, yStride, outputs, entries,           \
                activation);                                                                                           \
    }

LINEAR(head_linear_f32, float, FloatWeights)
LINEAR(head_linear_f16, uint16_t, HalfWeights)
LINEAR(head_linear_bf16, uint16_t, BrainWeights)

// grid: entries. LayerNorm (Ba et al., arXiv 1607.06450).
KERNEL(head_norm, LIST_THREADS)
(const float* __restrict__ x,
 int xStride,
 int width,
 const float* __restrict__ weight,
 const float* __restrict__ bias,
 float* __restrict__ y,
 int yStride) {
    SHARED double shared[3 * 33];
    const float* from = x + (long long)blockIdx.x * xStride;
    float* to = y + (long long)blockIdx.x * yStride;
    double sum = 0;
    for (int i = threadIdx.x; i < width; i += LIST_THREADS) {
        sum += from[i];
    }
    block_sums(sum, 0, 0, shared);
    double mean = shared[96] / width;
    __syncthreads();
    double squares = 0;
    for (int i = threadIdx.x; i < width; i += LIST_THREADS) {
        double d = from[i] - mean;
        squares += d * d;
    }
    block_sums(squares, 0, 0, shared);
    double scale = 1 / sqrt(shared[96] / width + 1e-5);
    for (int i = threadIdx.x; i < width; i += LIST_THREADS) {
        to[i] = (float)((from[i] - mean) * scale) * weight[i] + bias[i];
    }
}
