// Queries and keys normalised and turned to their positions (Su et al., arXiv 2104.09864), keys and values put into the paged cache.
#include "vectors.cuh"

// Cosines and sines of a step's tokens, [tokens][pairs]. Angles are rounded to float32 before the cosine is taken, as the
// frameworks do that models are trained in; so they are made once for each step and not once for each position of a long context.
//
//   frequencies: radians a position
KERNEL(rotary_rows, 128)(
        const int* positions, const float* frequencies, int pairs, float amplitude, float2* rotary, int tokens) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < tokens * pairs) {
        int position = positions[at / pairs] < 0 ? 0 : positions[at / pairs];
        double angle = (float) position * frequencies[at % pairs];
        rotary[at] = float2{(float) cos(angle) * amplitude, (float) sin(angle) * amplitude};
    }
}

// Where a head's number goes: back to its row, or into the cache, which holds no infinities.
DEVICE void put_number(float* head, uint16_t* slot, int dim, float x) {
    if (slot) {
        slot[dim] = float_to_half_saturated(x);
    } else {
        head[dim] = x;
    }
}

// A warp has one head of one token; blockIdx.x is the token. Queries are written back to their rows, keys and values go to the cache. A
// token without a position is left as it is.
//
//   qkv: rows of queries of all heads, then keys, then values
//   rotary: from rotary_rows; null for a layer that does not rotate
//   interleaved: whether dimensions 2i and 2i + 1 turn together, else i and i + pairs
//   query_norm: weights of a head's norm; null for none
//   cache: of the layer, [block][2][kv_heads][block_size][head_dim]
KERNEL(cache_update, 128)(
        float* qkv,
        const int* positions,
        const int* sequences,
        const int* block_tables,
        int max_blocks,
        const float2* rotary,
        int pairs,
        int interleaved,
        const float* query_norm,
        const float* key_norm,
        float epsilon,
        uint16_t* cache,
        int heads,
        int kv_heads,
        int head_dim,
        int block_size) {
    int token = blockIdx.x;
    int lane = threadIdx.x % 32;
    int at = blockIdx.y * 4 + threadIdx.x / 32;
    int all = heads + 2 * kv_heads;
    int position = positions[token];
    if (at >= all || position < 0) {
        return;
    }
    float* head = qkv + ((long long) token * all + at) * head_dim;
    bool query = at < heads;
    bool value = at >= heads + kv_heads;
    const float* norm = query ? query_norm : key_norm;
    if (value) {
        norm = 0;
    }
    float scale = 1.0f;
    if (norm) {
        float squares = 0.0f;
        for (int i = lane; i < head_dim; i += 32) {
            squares = sum_of_squares(head[i], squares);
        }
        scale = 1.0f / sqrtf(warp_sum(squares) / head_dim + epsilon);
    }
    uint16_t* slot = 0;
    if (!query) {
        long long block = block_tables[(long long) sequences[token] * max_blocks + position / block_size];
        int kv_head = (at - heads) % kv_heads;
        long long stretch = (block * 2 + (value ? 1 : 0)) * kv_heads + kv_head;
        slot = cache + (stretch * block_size + position % block_size) * head_dim;
    }
    int turned = rotary && !value ? pairs : 0;
    for (int i = lane; i < turned; i += 32) {
        int first = interleaved ? 2 * i : i;
        int second = interleaved ? 2 * i + 1 : i + pairs;
        float a = norm ? scaled(head[first], scale, norm[first]) : head[first];
        float b = norm ? scaled(head[second], scale, norm[second]) : head[second];
        float2 turn = rotary[(long long) token * pairs + i];
        put_number(head, slot, first, a * turn.x - b * turn.y);
        put_number(head, slot, second, a * turn.y + b * turn.x);
    }
    for (int i = 2 * turned + lane; i < head_dim; i += 32) {
        put_number(head, slot, i, norm ? scaled(head[i], scale, norm[i]) : head[i]);
    }
}
