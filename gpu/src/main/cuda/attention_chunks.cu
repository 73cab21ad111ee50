// Attention of single tokens with grouped queries (Ainslie et al., arXiv 2305.13245) over the paged cache. A sequence is cut into chunks
// that begin at whole multiples of their length, whatever else is in the step; each is a block's work, and a second kernel puts them
// together in order. So a token's numbers depend on nothing but its sequence.
#include "attention_chunks.cuh"

// One chunk of one token for up to G query heads of a key/value head.
template <int G>
DEVICE void attend_chunk(
        const float* __restrict__ qkv,
        const int* positions,
        const int* sequences,
        const int* block_tables,
        int max_blocks,
        const uint16_t* __restrict__ cache,
        int heads,
        int kv_heads,
        int head_dim,
        int block_size,
        float scale,
        float score_cap,
        int window,
        int chunks,
        float* __restrict__ partials,
        float* __restrict__ out,
        float4* queries,
        float* weights,
        uint4* slab,
        long long* places,
        float* maxima,
        float* sums) {
    int token = blockIdx.x;
    int group = heads / kv_heads;
    int parts = (group + G - 1) / G;
    int kv_head = blockIdx.y / parts;
    int first_head = kv_head * group + blockIdx.y % parts * G;
    int head_count = (kv_head + 1) * group - first_head;
    head_count = head_count < G ? head_count : G;
    int position = positions[token];
    long long first_row = (long long) token * heads + first_head;
    int first_position = position >= window ? position + 1 - window : 0;
    Attended at;
    at.from = (first_position / CHUNK + blockIdx.z) * CHUNK;
    if (position < 0 || at.from > position) {
        if (position < 0 && chunks == 1) {
            for (int i = threadIdx.x; i < head_count * head_dim; i += CHUNK) {
                out[first_row * head_dim + i] = 0.0f;
            }
        }
        return;
    }
    at.table = block_tables + (long long) sequences[token] * max_blocks;
    at.low = at.from > first_position ? at.from : first_position;
    at.high = at.from + CHUNK <= position ? at.from + CHUNK : position + 1;

    find_places(places, at, kv_heads, kv_head, head_dim, block_size);
    const float4* query_rows = (const float4*) (qkv + ((long long) token * (heads + 2 * kv_heads) + first_head) * head_dim);
    for (int i = threadIdx.x; i < G * head_dim / 4; i += CHUNK) {
        queries[i] = i < head_count * head_dim / 4 ? query_rows[i] : float4{0.0f, 0.0f, 0.0f, 0.0f};
    }
    __syncthreads();

    float scores[G];
    score_keys<G>(cache, places, queries, slab, head_dim, scores);
    for (int g = 0; g < G; g++) {
        float score = scores[g] * scale;
        if (score_cap > 0.0f) {
            score = score_cap * tanhf(score / score_cap);
        }
        weights[threadIdx.x * G + g] = places[threadIdx.x] >= 0 ? score : -INFINITY_FLOAT;
    }
    __syncthreads();
    weigh<G>(weights, maxima, sums);
    __syncthreads();

    float mixed[G][8];
#pragma unroll
    for (int g = 0; g < G; g++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            mixed[g][i] = 0.0f;
        }
    }
    int pieces = head_dim / 8;
    int rows = CHUNK / pieces;
    int row = threadIdx.x / pieces;
    int piece = threadIdx.x % pieces;
    if (row < rows) {
        const uint16_t* values = cache + (long long) kv_heads * block_size * head_dim + piece * 8;
        mix_values<G>(values, places + (at.low - at.from), weights + (at.low - at.from) * G, row, rows, at.high - at.low, mixed);
    }
    add_rows<G>((float4*) slab, row, rows, piece, pieces, mixed);
    if (row > 0) {
        return;
    }
#pragma unroll
    for (int g = 0; g < G; g++) {
        if (g < head_count) {
            float factor = 1.0f;
            float* to = partials + ((first_row + g) * chunks + blockIdx.z) * (head_dim + 4);
            if (chunks == 1) {
                factor = 1.0f / sums[g];
                to = out + (first_row + g) * head_dim;
            } else if (piece == 0) {
                to[head_dim] = maxima[g];
                to[head_dim + 1] = sums[g];
            }
            float4* fours = (float4*) (to + piece * 8);
            fours[0] = float4{mixed[g][0] * factor, mixed[g][1] * factor, mixed[g][2] * factor, mixed[g][3] * factor};
            fours[1] = float4{mixed[g][4] * factor, mixed[g][5] * factor, mixed[g][6] * factor, mixed[g][7] * factor};
        }
    }
}

// Up to G query heads of a key/value head in a block, so that keys and values are read once for them. blockIdx.x is the token,
// blockIdx.y the key/value head and which of its groups of G, blockIdx.z the chunk, counted from the first that the token looks at.
//
//   qkv: rows of queries of all heads, then keys, then values; queries are as cache_update left them
//   cache: of the layer, [block][2][kv_heads][block_size][head_dim]
//   score_cap: 0 for none
//   window: how many positions a token looks at, its own among them
//   chunks: of the grid; a token has no more
//   partials: [tokens][heads][chunks][head_dim + 4]: sums of weighted values, the largest score, the sum of weights; unused
//     where there is one chunk
//   out: [tokens][heads][head_dim], written where there is one chunk
#define ATTENTION_CHUNKS(G) \
    KERNEL(attention_chunks_##G, CHUNK)( \
            const float* __restrict__ qkv, const int* positions, const int* sequences, const int* block_tables, int max_blocks, \
            const uint16_t* __restrict__ cache, int heads, int kv_heads, int head_dim, int block_size, float scale, float score_cap, \
            int window, int chunks, float* __restrict__ partials, float* __restrict__ out) { \
        SHARED float4 queries[G * WIDEST / 4]; \
        __align__(16) SHARED float weights[CHUNK * G]; \
        SHARED uint4 slab[CHUNK * SLAB_STRIDE]; \
        SHARED long long places[CHUNK]; \
        SHARED float maxima[G]; \
        SHARED float sums[G]; \
        attend_chunk<G>( \
                qkv, positions, sequences, block_tables, max_blocks, cache, heads, kv_heads, head_dim, block_size, scale, score_cap, \
                window, chunks, partials, out, queries, weights, slab, places, maxima, sums); \
    }

ATTENTION_CHUNKS(1)
ATTENTION_CHUNKS(2)
ATTENTION_CHUNKS(4)
ATTENTION_CHUNKS(8)

// Puts a token's chunks together, in their order. blockIdx.x is the token, blockIdx.y the query head; a thread has one dimension.
KERNEL(attention_combine, WIDEST)(
        const float* __restrict__ partials, const int* positions, int heads, int head_dim, int window, int chunks, float* __restrict__ out) {
    int token = blockIdx.x;
    int dim = threadIdx.x;
    if (dim >= head_dim) {
        return;
    }
    long long row = (long long) token * heads + blockIdx.y;
    int position = positions[token];
    int first_position = position >= window ? position + 1 - window : 0;
    int count = position < 0 ? 0 : position / CHUNK - first_position / CHUNK + 1;
    int stride = head_dim + 4;
    const float* from = partials + row * chunks * stride;
    float largest = -INFINITY_FLOAT;
    for (int chunk = 0; chunk < count; chunk++) {
        largest = fmaxf(largest, from[chunk * stride + head_dim]);
    }
    float sum = 0.0f;
    float mixed = 0.0f;
#pragma unroll 4
    for (int chunk = 0; chunk < count; chunk++) {
        float weight = expf(from[chunk * stride + head_dim] - largest);
        sum = fmaf(from[chunk * stride + head_dim + 1], weight, sum);
        mixed = fmaf(from[chunk * stride + dim], weight, mixed);
    }
    out[row * head_dim + dim] = count == 0 ? 0.0f : mixed * (1.0f / sum);
}
