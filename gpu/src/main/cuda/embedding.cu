// Token ids to rows of the embedding.
#include "weights.cuh"

// A thread has one number of a row; blockIdx.x is the token.
KERNEL(embedding, 256)(
        const int* ids, const uint8_t* codes, const uint8_t* scales, int layout, int columns, float factor, float* out, int out_stride) {
    int column = blockIdx.y * blockDim.x + threadIdx.x;
    if (column < columns) {
        int token = blockIdx.x;
        out[(long long) token * out_stride + column] = weight_at(layout, codes, scales, columns, ids[token], column) * factor;
    }
}
