// From the chunks of a row to its signals and its token.
#include "draw.cuh"

// Derivative of the logarithm of the gamma function, for positive x (Abramowitz and Stegun 6.3.5, 6.3.18).
DEVICE double digamma(double x) {
    double result = 0;
    while (x < 10) {
        result -= 1 / x;
        x += 1;
    }
    double inverse = 1 / x;
    double square = inverse * inverse;
    double series =
            square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square * (1.0 / 240 - square / 132))));
    return result + log(x) - inverse / 2 - series;
}

// Uncertainty from evidence (LogU, arXiv 2502.00290) of the 10 largest logits.
DEVICE void evidence(const uint64_t* list, int count, RowRecord* record, double* shared) {
    int k = count < 10 ? count : 10;
    int i = threadIdx.x;
    double sum = 0;
    bool defined = true;
    for (int rank = 0; rank < k; rank++) {
        double logit = logit_of(list[rank]);
        defined = defined && logit > 0;
        sum += logit;
    }
    __syncthreads();
    if (i <= k && defined) {
        shared[i] = digamma((i < k ? (double)logit_of(list[i]) : sum) + 1);
    }
    __syncthreads();
    if (i == 0) {
        double expected = 0;
        for (int rank = 0; rank < k && defined; rank++) {
            expected += logit_of(list[rank]) / sum * (shared[rank] - shared[k]);
        }
        record->aleatoric = defined ? (float)-expected : __int_as_float(0x7fc00000);
        record->epistemic = defined ? (float)(k / (sum + k)) : __int_as_float(0x7fc00000);
    }
}

DEVICE float logprob(float logit, float max, double logSum) {
    return (float)((double)logit - max - logSum);
}

// The signals of the row as it is; flags of what was found.
DEVICE int signals(
        const RowWish* wish,
        const float* row,
        float max,
        const double* sums,
        const int* scored,
        RowRecord* record,
        int* reportedIds,
        float* reportedLogprobs,
        int count,
        BestScratch* s,
        DrawScratch* d) {
    int i = threadIdx.x;
    double logSum = log(sums[0]);
    if (i == 0) {
        double top = 1 / sums[0];
        double second = count > 1 ? exp((double)logit_of(s->list[1]) - max) / sums[0] : 0;
        double entropy = logSum - sums[1] / sums[0];
        record->entropy = (float)(entropy > 0 ? entropy : 0);
        record->topProb = (float)top;
        record->margin = (float)(top - second);
        record->aleatoric = __int_as_float(0x7fc00000);
        record->epistemic = __int_as_float(0x7fc00000);
        record->logSum = logSum;
        record->max = max;
    }
    if ((wish->flags & WISH_LOGU) != 0) {
        evidence(s->list, count, record, d->sums);
    }
    if (i < wish->reported) {
        int id;
        float logit;
        if ((wish->flags & WISH_SCORED) != 0) {
            id = scored[i];
            logit = row[id];
        } else {
            uint64_t key = s->list[i < count ? i : 0];
            logit = logit_of(key);
            id = i < count && logit > NEGATIVE_INFINITY ? id_of(key) : -1;
        }
        reportedIds[i] = id;
        reportedLogprobs[i] = logprob(logit, max, logSum);
    }
    if ((wish->flags & WISH_DRAFT) == 0) {
        return 0;
    }
    float draft = row[wish->draft];
    int possible = draft > NEGATIVE_INFINITY ? FOUND_DRAFT_POSSIBLE : 0;
    return possible | (logSum - ((double)draft - max) <= wish->nats ? FOUND_DRAFT_WITHIN : 0);
}

// Ids that the draw looks at first.
DEVICE int first_wanted(const RowWish* wish, int vocabulary) {
    if ((wish->flags & WISH_SAMPLED) == 0) {
        return 1;
    }
    if (wish->topK > 0 && wish->topK < vocabulary) {
        return wish->topK < LIST ? wish->topK : LIST;
    }
    return wish->topP < 1 || wish->minP > 0 ? LIST / 8 : 1;
}

// grid: rows. logits and chunks are of the rows that are drawn from, raw of those that signals are of. rows: which of the wishes and
// records is whose where the rows drawn from are adjusted ones; null where they are the raw ones.
WIDE_KERNEL(row_tokens, LIST_THREADS)
(const float* __restrict__ logits,
 const float* __restrict__ raw,
 int stride,
 int vocabulary,
 int chunkCount,
 const RowWish* __restrict__ wishes,
 const int* __restrict__ rows,
 const Chunk* __restrict__ chunks,
 const uint64_t* __restrict__ best,
 const int* __restrict__ scored,
 RowRecord* __restrict__ records,
 int* __restrict__ reported,
 int* __restrict__ sources) {
    SHARED BestScratch scratch;
    SHARED DrawScratch draws;
    SHARED float maxima[33];
    SHARED double parts[3 * 33];
    BestScratch* s = &scratch;
    DrawScratch* d = &draws;
    int i = threadIdx.x;
    int index = rows == nullptr ? (int)blockIdx.x : rows[blockIdx.x];
    const RowWish* wish = wishes + index;
    RowRecord* record = records + index;
    if ((wish->flags & WISH_ACTIVE) == 0 || (rows != nullptr && (record->flags & FOUND_INVALID) != 0)) {
        return;
    }
    bool draws_here = ((wish->flags & WISH_ADJUSTED) != 0) == (rows != nullptr);
    const float* row = logits + (long long)blockIdx.x * stride;
    chunks += (long long)blockIdx.x * chunkCount;
    best += (long long)blockIdx.x * chunkCount * CHUNK_GROUPS;

    float own = i < chunkCount ? chunks[i].max : NEGATIVE_INFINITY;
    float max = block_max(own, maxima);
    if (__syncthreads_or(i < chunkCount && chunks[i].invalid != 0) || max == NEGATIVE_INFINITY) {
        if (i == 0) {
            record->token = 0;
            record->flags = FOUND_INVALID;
        }
        return;
    }
    double factor = own > NEGATIVE_INFINITY ? exp((double)own - max) : 0;
    double sum = 0;
    double weighted = 0;
    double tempered = 0;
    if (own > NEGATIVE_INFINITY) {
        sum = chunks[i].sum * factor;
        weighted = (chunks[i].weighted + ((double)own - max) * chunks[i].sum) * factor;
        tempered = chunks[i].tempered * exp(((double)own - max) * wish->scale);
    }
    block_sums(sum, weighted, tempered, parts);
    // of exponentials, of exponentials times exponents, and of exponentials at the temperature
    const double* sums = parts + 96;

    int wanted = rows == nullptr ? wish->listed : 1;
    int drawn = draws_here ? first_wanted(wish, vocabulary) : 1;
    wanted = wanted > drawn ? wanted : drawn;
    int groups = chunkCount * CHUNK_GROUPS;
    int count = list_best(row, best, groups, vocabulary, max, wanted, s);
    int found = rows == nullptr ? 0 : record->flags;
    if (rows == nullptr) {
        int* ids = reported + index * 2 * REPORTED;
        found = signals(
                wish,
                row,
                max,
                sums,
                scored + index * REPORTED,
                record,
                ids,
                reinterpret_cast<float*>(ids + REPORTED),
                count,
                s,
                d);
    }
    int token = id_of(s->list[0]);
    __syncthreads();
    if (draws_here && (wish->flags & WISH_SAMPLED) != 0) {
        bool cut = wish->topK > 0 && wish->topK < vocabulary;
        if (!cut && !(wish->topP < 1) && !(wish->minP > 0)) {
            token = draw_all(wish, row, vocabulary, chunks, chunkCount, max, d);
        } else {
            for (int attempt = 0; attempt < 2; attempt++) {
                if (cut) {
                    token = draw_top_k(wish, max, count, s, d);
                } else if (wish->topP < 1) {
                    token = draw_top_p(wish, max, sums[2], count, vocabulary, s, d);
                } else {
                    token = draw_min_p(wish, max, count, vocabulary, s, d);
                }
                if (token != UNDECIDED || cut || attempt == 1) {
                    break;
                }
                count = list_best(row, best, groups, vocabulary, max, LIST, s);
            }
        }
    }
    __syncthreads();
    if (draws_here && (wish->flags & WISH_SOURCE) != 0 && token != UNDECIDED && i < d->listed) {
        int* source = sources + (long long)index * SOURCE;
        int id = d->ids[i];
        source[i] = id;
        source[LIST + i] = __float_as_int(d->weights[i]);
        source[2 * LIST + i] = __float_as_int(d->weights[i] > 0 ? raw[(long long)index * stride + id] : 0.0f);
    }
    if (i == 0) {
        if (draws_here && (wish->flags & WISH_SOURCE) != 0) {
            record->sourceSize = token == UNDECIDED ? 0 : d->listed;
        }
        if (draws_here) {
            found |= token == UNDECIDED ? FOUND_UNDECIDED : FOUND_TOKEN;
        }
        token = token == UNDECIDED ? 0 : token;
        record->token = token;
        record->flags = found;
        float logit = raw[(long long)index * stride + token];
        record->logprob = logprob(logit, rows == nullptr ? max : record->max, rows == nullptr ? log(sums[0]) : record->logSum);
    }
}
