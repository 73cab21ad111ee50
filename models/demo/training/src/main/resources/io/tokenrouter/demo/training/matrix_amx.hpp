// Products of bfloat16 inputs with float32 sums on AMX tiles.
#pragma once
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cstdio>

namespace matrix {

using Number = uint16_t;

constexpr int TILE = 512;  // numbers of one tile: 16 pairs of rows x 16 columns

// The kernel gives tile registers only to processes that ask for them.
inline void enable_process() {
    constexpr int REQUEST_PERMISSION = 0x1023, TILE_DATA = 18;
    if (syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA)) {
        perror("the processor's matrix unit (compile with -DPORTABLE to do without)");
        exit(1);
    }
}

// Eight tiles of 16 rows of 64 bytes.
inline void enable_thread() {
    struct alignas(64) {
        uint8_t palette, start;
        uint8_t reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } shape = {};
    shape.palette = 1;
    for (int i = 0; i < 8; i++) {
        shape.row_bytes[i] = 64;
        shape.rows[i] = 16;
    }
    _tile_loadconfig(&shape);
}

inline void convert(const float* source, uint16_t* target, size_t count) {
    for (size_t i = 0; i < count; i += 16)
        _mm256_storeu_si256((__m256i*)(target + i), (__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(source + i)));
}

// Sixteen columns of two rows, interleaved as the tile instruction wants its right factor.
inline __m512i pair(const uint16_t* upper, const uint16_t* lower) {
    __m512i first = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i*)upper));
    __m512i second = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i*)lower));
    return _mm512_or_si512(first, _mm512_slli_epi32(second, 16));
}

// Turns 16 x 16 double words round.
inline void turn_words(__m512i rows[16]) {
    __m512i t[16];
    for (int i = 0; i < 8; i++) {
        t[2 * i] = _mm512_unpacklo_epi32(rows[2 * i], rows[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi32(rows[2 * i], rows[2 * i + 1]);
    }
    for (int i = 0; i < 4; i++) {
        rows[4 * i] = _mm512_unpacklo_epi64(t[4 * i], t[4 * i + 2]);
        rows[4 * i + 1] = _mm512_unpackhi_epi64(t[4 * i], t[4 * i + 2]);
        rows[4 * i + 2] = _mm512_unpacklo_epi64(t[4 * i + 1], t[4 * i + 3]);
        rows[4 * i + 3] = _mm512_unpackhi_epi64(t[4 * i + 1], t[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        t[i] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0xdd);
        t[i + 8] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0xdd);
    }
    for (int i = 0; i < 8; i++) {
        rows[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        rows[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    }
}

// Tiles in the order of 16 columns, then 32 rows.
inline void pack(const uint16_t* source, int ld, int K, int N, uint16_t* target) {
    for (int n = 0; n < N; n += 16)
        for (int k = 0; k < K; k += 32, target += TILE) {
            const uint16_t* from = source + (size_t)k * ld + n;
            for (int r = 0; r < 16; r++)
                _mm512_store_si512(target + r * 32, pair(from + (size_t)2 * r * ld, from + (size_t)(2 * r + 1) * ld));
        }
}

inline void pack_turned(const uint16_t* source, int ld, int K, int N, uint16_t* target) {
    __m512i rows[16];
    for (int n = 0; n < N; n += 16)
        for (int k = 0; k < K; k += 32, target += TILE) {
            for (int i = 0; i < 16; i++) rows[i] = _mm512_loadu_si512(source + (size_t)(n + i) * ld + k);
            turn_words(rows);
            for (int i = 0; i < 16; i++) _mm512_store_si512(target + i * 32, rows[i]);
        }
}

inline void turn(const uint16_t* source, int ld, int K, int M, uint16_t* target) {
    __m512i rows[16];
    for (int k = 0; k < K; k += 32)
        for (int m = 0; m < M; m += 16) {
            for (int i = 0; i < 16; i++)
                rows[i] = pair(source + (size_t)(k + 2 * i) * ld + m, source + (size_t)(k + 2 * i + 1) * ld + m);
            turn_words(rows);
            for (int i = 0; i < 16; i++) _mm512_storeu_si512(target + (size_t)(m + i) * K + k, rows[i]);
        }
}

// Two by two tiles of the result at a time.
inline void multiply(int M, int N, int K, const uint16_t* A, int lda, const uint16_t* B, float* C, int ldc,
                     bool accumulate) {
    size_t tiles = K / 32;
    for (int n = 0; n < N; n += 32)
        for (int m = 0; m < M; m += 32) {
            float* upper = C + (size_t)m * ldc + n;
            float* lower = upper + (size_t)16 * ldc;
            if (accumulate) {
                _tile_loadd(0, upper, ldc * 4);
                _tile_loadd(1, upper + 16, ldc * 4);
                _tile_loadd(2, lower, ldc * 4);
                _tile_loadd(3, lower + 16, ldc * 4);
            } else {
                _tile_zero(0);
                _tile_zero(1);
                _tile_zero(2);
                _tile_zero(3);
            }
            const uint16_t* left = B + (size_t)(n / 16) * tiles * TILE;
            const uint16_t* right = left + tiles * TILE;
            const uint16_t* a = A + (size_t)m * lda;
            for (size_t k = 0; k < tiles; k++) {
                _tile_loadd(4, a + k * 32, lda * 2);
                _tile_loadd(5, a + (size_t)16 * lda + k * 32, lda * 2);
                _tile_loadd(6, left + k * TILE, 64);
                _tile_loadd(7, right + k * TILE, 64);
                _tile_dpbf16ps(0, 4, 6);
                _tile_dpbf16ps(1, 4, 7);
                _tile_dpbf16ps(2, 5, 6);
                _tile_dpbf16ps(3, 5, 7);
            }
            _tile_stored(0, upper, ldc * 4);
            _tile_stored(1, upper + 16, ldc * 4);
            _tile_stored(2, lower, ldc * 4);
            _tile_stored(3, lower + 16, ldc * 4);
        }
}

}  // namespace matrix
