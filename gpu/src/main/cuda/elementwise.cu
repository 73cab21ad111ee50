// Functions of single numbers of rows.
#include "vectors.cuh"

DEVICE float silu(float x) {
    return x / (1.0f + expf(-x));
}

// Hendrycks and Gimpel, arXiv 1606.08415.
DEVICE float gelu_tanh(float x) {
    return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

// out = activation(gate) * up (Shazeer, arXiv 2002.05202); blockIdx.x is the row, a thread has four numbers of it. out may be
// gate.
DEVICE void gated(const float* gate, const float* up, int in_stride, float* out, int out_stride, int width, bool gelu) {
    long long from = (long long) blockIdx.x * in_stride;
    long long to = (long long) blockIdx.x * out_stride;
    int first = (blockIdx.y * blockDim.x + threadIdx.x) * 4;
    if (((in_stride | out_stride | width) & 3) == 0) {
        if (first < width) {
            float4 g = *(const float4*) (gate + from + first);
            float4 u = *(const float4*) (up + from + first);
            *(float4*) (out + to + first) = gelu
                    ? float4{gelu_tanh(g.x) * u.x, gelu_tanh(g.y) * u.y, gelu_tanh(g.z) * u.z, gelu_tanh(g.w) * u.w}
                    : float4{silu(g.x) * u.x, silu(g.y) * u.y, silu(g.z) * u.z, silu(g.w) * u.w};
        }
        return;
    }
    for (int i = first; i < first + 4 && i < width; i++) {
        float g = gate[from + i];
        out[to + i] = (gelu ? gelu_tanh(g) : silu(g)) * up[from + i];
    }
}

KERNEL(gated_silu, 256)(const float* gate, const float* up, int in_stride, float* out, int out_stride, int width) {
    gated(gate, up, in_stride, out, out_stride, width, false);
}

KERNEL(gated_gelu, 256)(const float* gate, const float* up, int in_stride, float* out, int out_stride, int width) {
    gated(gate, up, in_stride, out, out_stride, width, true);
}

// x = cap * tanh(x / cap) in place; blockIdx.x is the row.
KERNEL(soft_cap, 256)(float* rows, int stride, int width, float cap) {
    int at = blockIdx.y * blockDim.x + threadIdx.x;
    if (at < width) {
        float* x = rows + (long long) blockIdx.x * stride + at;
        *x = cap * tanhf(*x / cap);
    }
}

// Minus infinity at some ids of each row of logits; blockIdx.x is the row.
KERNEL(mask_gaps, 256)(float* rows, int stride, const int* ids, int count) {
    int at = blockIdx.y * blockDim.x + threadIdx.x;
    if (at < count) {
        rows[(long long) blockIdx.x * stride + ids[at]] = __int_as_float(0xff800000);
    }
}
