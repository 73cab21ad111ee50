// RMSNorm (Zhang and Sennrich, arXiv 1910.07467) and what is done to the residual stream around it. A block has one row.
#include "vectors.cuh"

// The factor of a row, whose squares the threads of a block have summed up.
DEVICE float scale_of(float squares, int width, float epsilon) {
    SHARED float scratch[33];
    return 1.0f / sqrtf(block_sum(squares, scratch) / width + epsilon);
}

template <typename V>
DEVICE void norm_row(const V* x, const V* weight, V* y, int count, int width, float epsilon) {
    float squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        squares = sum_of_squares(x[i], squares);
    }
    float scale = scale_of(squares, width, epsilon);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        y[i] = scaled(x[i], scale, weight[i]);
    }
}

template <typename V>
DEVICE void zero_row(V* y, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        set_zero(y[i]);
    }
}

// Adds a branch to its row of the residual stream, which is then normalised.
template <typename V>
DEVICE void add_norm_row(V* hidden, const V* branch, const V* weight, V* y, int count, int width, float epsilon) {
    float squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        V sum = plus(hidden[i], branch[i]);
        hidden[i] = sum;
        squares = sum_of_squares(sum, squares);
    }
    float scale = scale_of(squares, width, epsilon);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        y[i] = scaled(hidden[i], scale, weight[i]);
    }
}

// Adds the normalised branch; returns this thread's share of the new row's squares.
template <typename V>
DEVICE float norm_add_row(const V* branch, const V* weight, V* hidden, int count, int width, float epsilon) {
    float squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        squares = sum_of_squares(branch[i], squares);
    }
    float scale = scale_of(squares, width, epsilon);
    squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        V sum = plus(hidden[i], scaled(branch[i], scale, weight[i]));
        hidden[i] = sum;
        squares = sum_of_squares(sum, squares);
    }
    return squares;
}

template <typename V>
DEVICE void norm_add_norm_row(
        const V* branch, const V* weight, V* hidden, const V* next, V* y, int count, int width, float epsilon) {
    float squares = norm_add_row(branch, weight, hidden, count, width, epsilon);
    float scale = scale_of(squares, width, epsilon);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        y[i] = scaled(hidden[i], scale, next[i]);
    }
}

// y = x / rms(x) * weight; y may be x.
//
//   rows: row of x for each row of y, a negative one for zeros; null for the rows in order
KERNEL(rms_norm, 1024)(
        const float* x, int x_stride, const int* rows, const float* weight, float* y, int y_stride, int width, float epsilon) {
    int row = rows ? rows[blockIdx.x] : blockIdx.x;
    const float* from = x + (long long) row * x_stride;
    float* to = y + (long long) blockIdx.x * y_stride;
    bool fours = ((width | x_stride | y_stride) & 3) == 0;
    if (row < 0) {
        zero_row(to, width);
    } else if (fours) {
        norm_row((const float4*) from, (const float4*) weight, (float4*) to, width / 4, width, epsilon);
    } else {
        norm_row(from, weight, to, width, width, epsilon);
    }
}

// hidden += branch; y = norm(hidden).
KERNEL(add_rms_norm, 1024)(
        float* hidden, const float* branch, const float* weight, float* y, int width, float epsilon) {
    long long at = (long long) blockIdx.x * width;
    if (width % 4 == 0) {
        add_norm_row((float4*) (hidden + at), (const float4*) (branch + at), (const float4*) weight, (float4*) (y + at),
                width / 4, width, epsilon);
    } else {
        add_norm_row(hidden + at, branch + at, weight, y + at, width, width, epsilon);
    }
}

// hidden += norm(branch).
KERNEL(rms_norm_add, 1024)(const float* branch, const float* weight, float* hidden, int width, float epsilon) {
    long long at = (long long) blockIdx.x * width;
    if (width % 4 == 0) {
        norm_add_row((const float4*) (branch + at), (const float4*) weight, (float4*) (hidden + at), width / 4, width, epsilon);
    } else {
        norm_add_row(branch + at, weight, hidden + at, width, width, epsilon);
    }
}

// hidden += norm(branch); y = norm(hidden), the latter with the weights next.
KERNEL(rms_norm_add_rms_norm, 1024)(
        const float* branch, const float* weight, float* hidden, const float* next, float* y, int width, float epsilon) {
    long long at = (long long) blockIdx.x * width;
    if (width % 4 == 0) {
        norm_add_norm_row((const float4*) (branch + at), (const float4*) weight, (float4*) (hidden + at),
                (const float4*) next, (float4*) (y + at), width / 4, width, epsilon);
    } else {
        norm_add_norm_row(branch + at, weight, hidden + at, next, y + at, width, width, epsilon);
    }
}
