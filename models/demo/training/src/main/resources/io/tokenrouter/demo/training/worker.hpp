// One thread's rows: activations, forward pass and gradient.
#pragma once
#include "model.hpp"

class Worker {
  public:
    Buffer<float> gradient;  // in the model's layout
    double loss = 0;         // summed over the predicted tokens of the last backward pass

    struct Prediction {
        int position, label;
    };

    Worker(const Model& m, int rowCount)
        : gradient(m.layout.size), model(m), shape(m.shape), tokens(rowCount * shape.rowLength) {
        size_t n = tokens, widest = std::max({shape.attention(), 2 * shape.feedForward, shape.vocabulary});
        for (int i = 0; i < shape.layers; i++) layers.emplace_back(shape, n);
        out = Buffer<float>(n * shape.hidden);
        scale = Buffer<float>(n);
        residualGradient = Buffer<float>(n * shape.hidden);
        first = Buffer<float>(n * widest);
        second = Buffer<float>(n * widest);
        logits = Buffer<float>((n + 32) * shape.vocabulary);
        selected = Buffer<float>((n + 32) * shape.hidden);
        selectedGradient = Buffer<float>((n + 32) * shape.hidden);
        selectedNumbers = Buffer<Number>((n + 32) * shape.hidden);
        converted = Buffer<Number>((n + 32) * widest);
        right = Buffer<Number>((n + 32) * widest);
        turned = Buffer<Number>((n + 32) * widest);
        int padded = shape.rowLength + 32;
        across = Buffer<float>((size_t)shape.headDim() * padded);
        weightGradient = Buffer<float>((size_t)padded * padded);
    }

    const std::vector<Prediction>& predictions() const { return predicted; }

    // Logits of a prediction, by its index.
    const float* logitsOf(size_t prediction) const { return logits + prediction * shape.vocabulary; }

    // Computes the logits of all predicted tokens.
    void forward(const uint16_t* rowIds, const uint8_t* flags) {
        ids = rowIds;
        findDocuments(flags);
        int hidden = shape.hidden, inner = shape.feedForward, width = shape.attention();
        for (int i = 0; i < tokens; i++)
            memcpy(layers[0].in + (size_t)i * hidden, embedding(ids[i]), hidden * sizeof(float));
        for (int l = 0; l < shape.layers; l++) {
            Layer& a = layers[l];
            const PackedLayer& packed = model.packed[l];
            normalize(a.in, weight(l).attentionNorm, a.attentionScale, a.attentionIn, tokens);
            matrix::multiply(tokens, width, hidden, a.attentionIn, hidden, packed.attention.forward, a.heads, width, false);
            for (int i = 0; i < tokens; i++) rotate(a.heads + (size_t)i * width, i % shape.rowLength, 1);
            attend(a);
            matrix::convert(first, a.attended, (size_t)tokens * hidden);
            memcpy(a.middle, a.in, (size_t)tokens * hidden * sizeof(float));
            matrix::multiply(tokens, hidden, hidden, a.attended, hidden, packed.attentionOut.forward, a.middle, hidden, true);
            normalize(a.middle, weight(l).feedForwardNorm, a.feedForwardScale, a.feedForwardIn, tokens);
            matrix::multiply(tokens, 2 * inner, hidden, a.feedForwardIn, hidden, packed.gateUp.forward, a.gateUp, 2 * inner,
                             false);
            activate(a);
            float* next = l + 1 < shape.layers ? layers[l + 1].in : out;
            memcpy(next, a.middle, (size_t)tokens * hidden * sizeof(float));
            matrix::multiply(tokens, hidden, inner, a.inner, inner, packed.down.forward, next, hidden, true);
        }
        int count = predicted.size(), padded = roundUp(count);
        for (int i = 0; i < count; i++)
            memcpy(selected + (size_t)i * hidden, out + (size_t)predicted[i].position * hidden, hidden * sizeof(float));
        memset(selectedNumbers, 0, (size_t)padded * hidden * sizeof(Number));
        normalize(selected, model.layout.norm, scale, selectedNumbers, count);
        matrix::multiply(padded, shape.vocabulary, hidden, selectedNumbers, hidden, model.head.forward, logits,
                         shape.vocabulary, false);
    }

    // Adds the gradient of the last forward pass's loss, each predicted token weighing perToken.
    void backward(float perToken) {
        int hidden = shape.hidden, inner = shape.feedForward, width = shape.attention(), vocabulary = shape.vocabulary;
        int count = predicted.size(), padded = roundUp(count);
        lossGradient(perToken, padded);
        matrix::convert(logits, converted, (size_t)padded * vocabulary);
        matrix::multiply(padded, hidden, vocabulary, converted, vocabulary, model.head.backward, selectedGradient, hidden,
                         false);
        matrix::turn(converted, vocabulary, padded, vocabulary, turned);
        matrix::pack(selectedNumbers, hidden, padded, hidden, right);
        matrix::multiply(vocabulary, hidden, padded, turned, padded, right, gradient + model.layout.embedding, hidden, true);
        memset(first, 0, (size_t)padded * hidden * sizeof(float));
        normalizeBackward(selected, model.layout.norm, scale, selectedGradient, first, count);
        memset(residualGradient, 0, (size_t)tokens * hidden * sizeof(float));
        for (int i = 0; i < count; i++)
            memcpy(residualGradient + (size_t)predicted[i].position * hidden, first + (size_t)i * hidden,
                   hidden * sizeof(float));
        for (int l = shape.layers - 1; l >= 0; l--) {
            Layer& a = layers[l];
            const PackedLayer& packed = model.packed[l];
            const Layout::Layer& at = weight(l);
            // feed-forward
            matrix::convert(residualGradient, converted, (size_t)tokens * hidden);
            matrix::multiply(tokens, inner, hidden, converted, hidden, packed.down.backward, first, inner, false);
            addWeightGradient(a.inner, inner, hidden, at.down);
            activateBackward(a);
            matrix::multiply(tokens, hidden, 2 * inner, converted, 2 * inner, packed.gateUp.backward, first, hidden, false);
            addWeightGradient(a.feedForwardIn, hidden, 2 * inner, at.gateUp);
            normalizeBackward(a.middle, at.feedForwardNorm, a.feedForwardScale, first, residualGradient, tokens);
            // attention
            matrix::convert(residualGradient, converted, (size_t)tokens * hidden);
            matrix::multiply(tokens, hidden, hidden, converted, hidden, packed.attentionOut.backward, first, hidden, false);
            addWeightGradient(a.attended, hidden, hidden, at.attentionOut);
            memset(second, 0, (size_t)tokens * width * sizeof(float));
            attendBackward(a);
            for (int i = 0; i < tokens; i++) rotate(second + (size_t)i * width, i % shape.rowLength, -1);
            matrix::convert(second, converted, (size_t)tokens * width);
            matrix::multiply(tokens, hidden, width, converted, width, packed.attention.backward, first, hidden, false);
            addWeightGradient(a.attentionIn, hidden, width, at.attention);
            normalizeBackward(a.in, at.attentionNorm, a.attentionScale, first, residualGradient, tokens);
        }
        for (int i = 0; i < tokens; i++) {
            float* to = gradient + model.layout.embedding + (size_t)ids[i] * hidden;
            const float* from = residualGradient + (size_t)i * hidden;
            for (int j = 0; j < hidden; j++) to[j] += from[j];
        }
    }

  private:
    struct Document {
        int begin, length;
    };

    // What the gradient needs of a layer.
    struct Layer {
        Buffer<float> in, middle, attentionScale, feedForwardScale, heads, gateUp, weights;
        Buffer<Number> attentionIn, feedForwardIn, attended, inner;
        std::vector<float*> weightsOf;  // attention weights by document and head

        Layer(const Shape& s, size_t n)
            : in(n * s.hidden),
              middle(n * s.hidden),
              attentionScale(n),
              feedForwardScale(n),
              heads(n * s.attention()),
              gateUp(n * 2 * s.feedForward),
              weights(n * s.heads * (s.rowLength + 32)),
              attentionIn(n * s.hidden),
              feedForwardIn(n * s.hidden),
              attended(n * s.hidden),
              inner(n * s.feedForward) {}
    };

    static int roundUp(int count, int to = 32) { return (count + to - 1) / to * to; }
    const Layout::Layer& weight(int layer) const { return model.layout.layers[layer]; }
    const float* embedding(int id) const {
        return model.weights + model.layout.embedding + (size_t)id * shape.hidden;
    }

    void findDocuments(const uint8_t* flags) {
        documents.clear();
        predicted.clear();
        for (int i = 0; i < tokens; i++) {
            if (i % shape.rowLength == 0 || (flags[i] & START)) documents.push_back({i, 0});
            documents.back().length++;
            bool last = i % shape.rowLength == shape.rowLength - 1;
            if (!last && (flags[i + 1] & PREDICT)) predicted.push_back({i, ids[i + 1]});
        }
    }

    // RMS norm; the scale of every token is kept for the gradient.
    void normalize(const float* x, size_t at, float* scales, Number* target, int count) {
        int hidden = shape.hidden;
        const float* w = model.weights + at;
        std::vector<float> y(hidden);
        for (int t = 0; t < count; t++) {
            const float* token = x + (size_t)t * hidden;
            float squares = 0;
            for (int i = 0; i < hidden; i++) squares += token[i] * token[i];
            float s = scales[t] = 1 / std::sqrt(squares / hidden + Model::EPSILON);
            for (int i = 0; i < hidden; i++) y[i] = token[i] * s * w[i];
            matrix::convert(y.data(), target + (size_t)t * hidden, hidden);
        }
    }

    // Adds the gradient of the norm's input to inputGradient, and that of its weights.
    void normalizeBackward(const float* x, size_t at, const float* scales, const float* outputGradient,
                           float* inputGradient, int count) {
        int hidden = shape.hidden;
        const float* w = model.weights + at;
        float* weightTo = gradient + at;
        for (int t = 0; t < count; t++) {
            const float *token = x + (size_t)t * hidden, *from = outputGradient + (size_t)t * hidden;
            float *to = inputGradient + (size_t)t * hidden, s = scales[t], dot = 0;
            for (int i = 0; i < hidden; i++) dot += token[i] * from[i] * w[i];
            dot *= s * s * s / hidden;
            for (int i = 0; i < hidden; i++) {
                weightTo[i] += from[i] * token[i] * s;
                to[i] += from[i] * w[i] * s - token[i] * dot;
            }
        }
    }

    // Turns queries and keys by their position; direction -1 turns back.
    void rotate(float* heads, int position, float direction) {
        int half = shape.headDim() / 2;
        const float *c = &model.cosine[(size_t)position * half], *s = &model.sine[(size_t)position * half];
        for (int h = 0; h < shape.heads + shape.kvHeads; h++) {
            float* p = heads + h * shape.headDim();
            for (int i = 0; i < half; i++) {
                float a = p[i], b = p[i + half], sine = direction * s[i];
                p[i] = a * c[i] - b * sine;
                p[i + half] = b * c[i] + a * sine;
            }
        }
    }

    void activate(Layer& a) {
        int inner = shape.feedForward;
        for (int i = 0; i < tokens; i++) {
            const float *gate = a.gateUp + (size_t)i * 2 * inner, *up = gate + inner;
            float* y = second;
            for (int j = 0; j < inner; j++) y[j] = gate[j] / (1 + expf(-gate[j])) * up[j];
            matrix::convert(y, a.inner + (size_t)i * inner, inner);
        }
    }

    // From the gradient of the activation in first to that of gate and up in converted.
    void activateBackward(Layer& a) {
        int inner = shape.feedForward;
        for (int i = 0; i < tokens; i++) {
            const float *gate = a.gateUp + (size_t)i * 2 * inner, *up = gate + inner, *from = first + (size_t)i * inner;
            float *gateTo = second, *upTo = gateTo + inner;
            for (int j = 0; j < inner; j++) {
                float sigmoid = 1 / (1 + expf(-gate[j])), silu = gate[j] * sigmoid;
                upTo[j] = from[j] * silu;
                gateTo[j] = from[j] * up[j] * (sigmoid + silu * (1 - sigmoid));
            }
            matrix::convert(second, converted + (size_t)i * 2 * inner, 2 * inner);
        }
    }

    // Adds inputs turned round x output gradient (in converted).
    void addWeightGradient(const Number* inputs, int inputWidth, int outputWidth, size_t at) {
        matrix::turn(inputs, inputWidth, tokens, inputWidth, turned);
        matrix::pack(converted, outputWidth, tokens, outputWidth, right);
        matrix::multiply(inputWidth, outputWidth, tokens, turned, tokens, right, gradient + at, outputWidth, true);
    }

    // Copies a head's keys or values, one dimension a row, padded with zeros to a multiple of 16 tokens.
    void turnHead(const float* from, int length, int padded) {
        int width = shape.attention(), dim = shape.headDim();
        for (int t = 0; t < padded; t++)
            for (int j = 0; j < dim; j++) across[(size_t)j * padded + t] = t < length ? from[(size_t)t * width + j] : 0;
    }

    // Causal attention inside each document, result in first.
    void attend(Layer& a) {
        int width = shape.attention(), dim = shape.headDim(), group = shape.heads / shape.kvHeads;
        a.weightsOf.assign(documents.size() * shape.heads, nullptr);
        float* free = a.weights;
        for (size_t d = 0; d < documents.size(); d++) {
            auto [begin, length] = documents[d];
            int padded = roundUp(length, 16);
            const float* token = a.heads + (size_t)begin * width;
            for (int kv = 0; kv < shape.kvHeads; kv++) {
                const float *keys = token + shape.hidden + kv * dim, *values = keys + shape.keys();
                turnHead(keys, length, padded);
                for (int h = kv * group; h < (kv + 1) * group; h++) {
                    float* scores = a.weightsOf[d * shape.heads + h] = free;
                    free += (size_t)length * padded;
                    productWithTurnedHead(token + h * dim, width, length, padded, scores);
                    for (int t = 0; t < length; t++) softmax(scores + (size_t)t * padded, t + 1, padded);
                    small_product(length, dim, scores, padded, 1, values, width,
                                  first + (size_t)begin * shape.hidden + h * dim, shape.hidden, false,
                                  [](int, int last) { return std::pair(0, last); });
                }
            }
        }
    }

    // Product of a head's rows with the turned head, as far as attention looks.
    void productWithTurnedHead(const float* rows, int rowStep, int length, int padded, float* target) {
        int dim = shape.headDim();
        for (int i = 0; i < length; i += 8) {
            int count = std::min(8, length - i);
            small_product(count, roundUp(i + count, 16), rows + (size_t)i * rowStep, rowStep, 1, across, padded,
                          target + (size_t)i * padded, padded, false, [dim](int, int) { return std::pair(0, dim); });
        }
    }

    void softmax(float* scores, int visible, int padded) {
        float factor = 1 / std::sqrt((float)shape.headDim()), largest = -1e30f, sum = 0;
        for (int s = 0; s < visible; s++) largest = std::max(largest, scores[s]);
        for (int s = 0; s < visible; s++) sum += scores[s] = expf((scores[s] - largest) * factor);
        for (int s = 0; s < visible; s++) scores[s] /= sum;
        for (int s = visible; s < padded; s++) scores[s] = 0;
    }

    // From the gradient of attention's result in first to that of queries, keys and values in second.
    void attendBackward(Layer& a) {
        int width = shape.attention(), dim = shape.headDim(), hidden = shape.hidden, group = shape.heads / shape.kvHeads;
        float factor = 1 / std::sqrt((float)dim);
        for (size_t d = 0; d < documents.size(); d++) {
            auto [begin, length] = documents[d];
            int n = length, padded = roundUp(n, 16);
            auto upTo = [](int, int last) { return std::pair(0, last); };
            auto from = [n](int firstRow, int) { return std::pair(firstRow, n); };
            const float* token = a.heads + (size_t)begin * width;
            float* tokenGradient = second + (size_t)begin * width;
            for (int kv = 0; kv < shape.kvHeads; kv++) {
                const float *keys = token + hidden + kv * dim, *values = keys + shape.keys();
                float *keyTo = tokenGradient + hidden + kv * dim, *valueTo = keyTo + shape.keys();
                turnHead(values, n, padded);
                for (int h = kv * group; h < (kv + 1) * group; h++) {
                    const float* weights = a.weightsOf[d * shape.heads + h];
                    const float* outGradient = first + (size_t)begin * hidden + h * dim;
                    productWithTurnedHead(outGradient, hidden, n, padded, weightGradient);
                    small_product(n, dim, weights, 1, padded, outGradient, hidden, valueTo, width, true, from);
                    for (int t = 0; t < n; t++)
                        softmaxBackward(weights + (size_t)t * padded, weightGradient + (size_t)t * padded, t + 1, padded,
                                        factor);
                    small_product(n, dim, weightGradient, padded, 1, keys, width, tokenGradient + h * dim, width, false, upTo);
                    small_product(n, dim, weightGradient, 1, padded, token + h * dim, width, keyTo, width, true, from);
                }
            }
        }
    }

    static void softmaxBackward(const float* weights, float* gradients, int visible, int padded, float factor) {
        float dot = 0;
        for (int s = 0; s < visible; s++) dot += weights[s] * gradients[s];
        for (int s = 0; s < visible; s++) gradients[s] = weights[s] * (gradients[s] - dot) * factor;
        for (int s = visible; s < padded; s++) gradients[s] = 0;
    }

    // Cross entropy; logits become its gradient.
    void lossGradient(float perToken, int padded) {
        int vocabulary = shape.vocabulary, count = predicted.size();
        loss = 0;
        for (int i = 0; i < padded; i++) {
            float* row = logits + (size_t)i * vocabulary;
            if (i >= count) {
                memset(row, 0, vocabulary * sizeof(float));
                continue;
            }
            float largest = *std::max_element(row, row + vocabulary), sum = 0;
            float label = row[predicted[i].label] - largest;
            for (int v = 0; v < vocabulary; v++) sum += row[v] = expf(row[v] - largest);
            loss += std::log(sum) - label;
            for (int v = 0; v < vocabulary; v++) row[v] *= perToken / sum;
            row[predicted[i].label] -= perToken;
        }
    }

    const Model& model;
    const Shape shape;
    const int tokens;
    const uint16_t* ids = nullptr;
    std::vector<Layer> layers;
    std::vector<Document> documents;
    std::vector<Prediction> predicted;
    Buffer<float> out, scale, residualGradient, first, second, logits, selected, selectedGradient, across, weightGradient;
    Buffer<Number> selectedNumbers, converted, right, turned;
};
