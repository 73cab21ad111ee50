// Matrix products of the trainer. Large ones go through an implementation chosen at compile time: bfloat16 tiles where the
// processor has AMX, float32 elsewhere. Both offer, in namespace matrix:
//
//   Number                              type of stored inputs
//   enable_process(), enable_thread()   called once each before the first product
//   convert(source, target, count)      float32 to Number
//   pack(source, ld, K, N, target)      right factor K x N for multiply
//   pack_turned(source, ld, K, N, ...)  the same from its transpose, stored N x K
//   turn(source, ld, K, M, target)      left factor M x K from its transpose, stored K x M
//   multiply(M, N, K, A, lda, B, C, ldc, accumulate)   C = A B, or C += A B; M, N, K multiples of 32
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

// One register of floats, wherever they lie in memory.
#ifdef __AVX512F__
constexpr int LANES = 16;
#else
constexpr int LANES = 8;
#endif
typedef float Floats __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));

// Zeroed memory on a cache line of its own.
template <class T>
class Buffer {
  public:
    Buffer() = default;
    explicit Buffer(size_t count) {
        size_t bytes = (count * sizeof(T) + 127) / 64 * 64;
        memory = static_cast<T*>(aligned_alloc(64, bytes));
        memset(memory, 0, bytes);
    }
    Buffer(Buffer&& other) noexcept : memory(other.memory) { other.memory = nullptr; }
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(memory, other.memory);
        return *this;
    }
    ~Buffer() { free(memory); }
    operator T*() const { return memory; }

  private:
    T* memory = nullptr;
};

#if defined(__AMX_BF16__) && defined(__AVX512BF16__) && !defined(PORTABLE)
#include "matrix_amx.hpp"
#else
#include "matrix_portable.hpp"
#endif

// Small float32 product for attention: C[i][j] = sum over k of A(i, k) B[k][j], or += with accumulate. A's element (i, k) is
// at i * rowStep + k * columnStep. Rows go in blocks of 8; range(first, last) says which k a block needs. N is a multiple of 16.
template <class Range>
void small_product(int M, int N, const float* A, int rowStep, int columnStep, const float* B, int ldb, float* C, int ldc,
                   bool accumulate, Range range) {
    for (int i = 0; i < M; i += 8) {
        int rows = std::min(8, M - i);
        auto [from, to] = range(i, i + rows);
        for (int j = 0; j < N; j += LANES) {
            Floats sums[8] = {};
            for (int r = 0; accumulate && r < rows; r++) sums[r] = *(const Floats*)(C + (size_t)(i + r) * ldc + j);
            for (int k = from; k < to; k++) {
                Floats b = *(const Floats*)(B + (size_t)k * ldb + j);
                const float* a = A + (size_t)i * rowStep + (size_t)k * columnStep;
                if (rows == 8) {
#pragma GCC unroll 8
                    for (int r = 0; r < 8; r++) sums[r] += a[(size_t)r * rowStep] * b;
                } else {
                    for (int r = 0; r < rows; r++) sums[r] += a[(size_t)r * rowStep] * b;
                }
            }
            for (int r = 0; r < rows; r++) *(Floats*)(C + (size_t)(i + r) * ldc + j) = sums[r];
        }
    }
}
