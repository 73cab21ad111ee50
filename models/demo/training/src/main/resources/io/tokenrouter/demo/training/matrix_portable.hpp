// Float32 products in plain C++ with vector types, for any processor.
#pragma once

namespace matrix {

using Number = float;

constexpr int PANEL = 2 * LANES;  // columns of the right factor that lie together
constexpr int ROWS = 6;           // rows of the left factor per pass: 6 x 2 sums stay in registers

inline void enable_process() {}
inline void enable_thread() {}

inline void convert(const float* source, float* target, size_t count) { memcpy(target, source, count * sizeof(float)); }

// Panels of columns, each K rows long.
inline void pack(const float* source, int ld, int K, int N, float* target) {
    for (int n = 0; n < N; n += PANEL)
        for (int k = 0; k < K; k++, target += PANEL) memcpy(target, source + (size_t)k * ld + n, PANEL * sizeof(float));
}

inline void pack_turned(const float* source, int ld, int K, int N, float* target) {
    for (int n = 0; n < N; n += PANEL)
        for (int k = 0; k < K; k++)
            for (int j = 0; j < PANEL; j++) *target++ = source[(size_t)(n + j) * ld + k];
}

inline void turn(const float* source, int ld, int K, int M, float* target) {
    constexpr int BLOCK = 16;
    for (int m = 0; m < M; m += BLOCK)
        for (int k = 0; k < K; k++)
            for (int j = 0; j < BLOCK; j++) target[(size_t)(m + j) * K + k] = source[(size_t)k * ld + m + j];
}

template <int COUNT>
void multiply_rows(int K, const float* A, int lda, const float* panel, float* C, int ldc, bool accumulate) {
    Floats sums[COUNT][2] = {};
    for (int r = 0; accumulate && r < COUNT; r++) {
        sums[r][0] = *(const Floats*)(C + (size_t)r * ldc);
        sums[r][1] = *(const Floats*)(C + (size_t)r * ldc + LANES);
    }
    for (int k = 0; k < K; k++) {
        Floats left = *(const Floats*)(panel + (size_t)k * PANEL);
        Floats right = *(const Floats*)(panel + (size_t)k * PANEL + LANES);
#pragma GCC unroll 8
        for (int r = 0; r < COUNT; r++) {
            float a = A[(size_t)r * lda + k];
            sums[r][0] += a * left;
            sums[r][1] += a * right;
        }
    }
    for (int r = 0; r < COUNT; r++) {
        *(Floats*)(C + (size_t)r * ldc) = sums[r][0];
        *(Floats*)(C + (size_t)r * ldc + LANES) = sums[r][1];
    }
}

inline void multiply(int M, int N, int K, const float* A, int lda, const float* B, float* C, int ldc, bool accumulate) {
    for (int n = 0; n < N; n += PANEL) {
        const float* panel = B + (size_t)n * K;
        int m = 0;
        for (; m + ROWS <= M; m += ROWS)
            multiply_rows<ROWS>(K, A + (size_t)m * lda, lda, panel, C + (size_t)m * ldc + n, ldc, accumulate);
        for (; m < M; m++)
            multiply_rows<1>(K, A + (size_t)m * lda, lda, panel, C + (size_t)m * ldc + n, ldc, accumulate);
    }
}

}  // namespace matrix
