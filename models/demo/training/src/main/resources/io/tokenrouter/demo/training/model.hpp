// A Llama decoder with tied embeddings: weights, forward pass, gradient.
#pragma once
#include <cmath>
#include <random>
#include <utility>
#include <vector>
#include "data.hpp"
#include "matrix.hpp"

using matrix::Number;

struct Shape {
    int vocabulary = 512, hidden, layers, heads, kvHeads, feedForward, rowLength;

    int headDim() const { return hidden / heads; }
    int keys() const { return kvHeads * headDim(); }
    int attention() const { return hidden + 2 * keys(); }  // queries, keys and values together
};

// Where each weight begins in the flat array. Matrices are inputs x outputs.
struct Layout {
    struct Layer {
        size_t attentionNorm, attention, attentionOut, feedForwardNorm, gateUp, down;
    };
    size_t embedding, norm, size = 0;
    std::vector<Layer> layers;
    std::vector<std::pair<size_t, size_t>> matrices;  // ranges with weight decay

    explicit Layout(const Shape& s) {
        embedding = matrix((size_t)s.vocabulary * s.hidden);
        for (int i = 0; i < s.layers; i++) {
            Layer layer;
            layer.attentionNorm = add(s.hidden);
            layer.attention = matrix((size_t)s.hidden * s.attention());
            layer.attentionOut = matrix((size_t)s.hidden * s.hidden);
            layer.feedForwardNorm = add(s.hidden);
            layer.gateUp = matrix((size_t)s.hidden * 2 * s.feedForward);
            layer.down = matrix((size_t)s.feedForward * s.hidden);
            layers.push_back(layer);
        }
        norm = add(s.hidden);
    }

  private:
    size_t add(size_t count) {
        size += count;
        return size - count;
    }
    size_t matrix(size_t count) {
        size_t begin = add(count);
        matrices.push_back({begin, size});
        return begin;
    }
};

// A matrix packed as right factor, for the forward pass and turned round for the gradient.
struct Packed {
    Buffer<Number> forward, backward;

    Packed(int inputs, int outputs) : forward((size_t)inputs * outputs), backward((size_t)inputs * outputs) {}
};

struct PackedLayer {
    Packed attention, attentionOut, gateUp, down;

    explicit PackedLayer(const Shape& s)
        : attention(s.hidden, s.attention()),
          attentionOut(s.hidden, s.hidden),
          gateUp(s.hidden, 2 * s.feedForward),
          down(s.feedForward, s.hidden) {}
};

// The weights that all threads share.
struct Model {
    static constexpr float EPSILON = 1e-5f;
    static constexpr double THETA = 10000;

    Shape shape;
    Layout layout;
    Buffer<float> weights;
    std::vector<PackedLayer> packed;
    Packed head;  // logits = hidden state x embedding turned round
    std::vector<float> cosine, sine;

    explicit Model(const Shape& s) : shape(s), layout(s), weights(layout.size), head(s.vocabulary, s.hidden) {
        for (int i = 0; i < s.layers; i++) packed.emplace_back(s);
        int half = s.headDim() / 2;
        for (int t = 0; t < s.rowLength; t++)
            for (int i = 0; i < half; i++) {
                double angle = t * std::pow(THETA, -2.0 * i / s.headDim());
                cosine.push_back(std::cos(angle));
                sine.push_back(std::sin(angle));
            }
    }

    // Normal with deviation 0.02; projections into the residual stream smaller, so that its size does not grow with depth.
    void randomize(unsigned seed) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        float deviation = 0.02, out = deviation / std::sqrt(2.f * shape.layers);
        auto fill = [&](size_t at, size_t count, float scale) {
            for (size_t i = 0; i < count; i++) weights[at + i] = normal(random) * scale;
        };
        auto ones = [&](size_t at) { std::fill_n(weights + at, shape.hidden, 1.f); };
        size_t hidden = shape.hidden;
        fill(layout.embedding, shape.vocabulary * hidden, deviation);
        ones(layout.norm);
        for (auto& layer : layout.layers) {
            ones(layer.attentionNorm);
            ones(layer.feedForwardNorm);
            fill(layer.attention, hidden * shape.attention(), deviation);
            fill(layer.gateUp, hidden * 2 * shape.feedForward, deviation);
            fill(layer.attentionOut, hidden * hidden, out);
            fill(layer.down, shape.feedForward * hidden, out);
        }
    }

    // Packs this thread's share of the matrices anew after the weights have changed.
    void pack(int thread, int threads) {
        int job = 0;
        auto mine = [&] { return job++ % threads == thread; };
        for (int i = 0; i < shape.layers; i++) {
            auto& at = layout.layers[i];
            auto& to = packed[i];
            if (mine()) {
                pack(at.attention, shape.hidden, shape.attention(), to.attention.forward, to.attention.backward);
                pack(at.attentionOut, shape.hidden, shape.hidden, to.attentionOut.forward, to.attentionOut.backward);
                pack(at.down, shape.feedForward, shape.hidden, to.down.forward, to.down.backward);
            }
            if (mine()) pack(at.gateUp, shape.hidden, 2 * shape.feedForward, to.gateUp.forward, to.gateUp.backward);
        }
        // The embedding is stored outputs x inputs: what is forward for others is backward for it.
        if (mine()) pack(layout.embedding, shape.vocabulary, shape.hidden, head.backward, head.forward);
    }

  private:
    void pack(size_t at, int inputs, int outputs, Number* straight, Number* turned) {
        static thread_local std::vector<Number> converted;
        converted.resize((size_t)inputs * outputs + 64);
        matrix::convert(weights + at, converted.data(), (size_t)inputs * outputs);
        matrix::pack(converted.data(), outputs, inputs, outputs, straight);
        matrix::pack_turned(converted.data(), outputs, outputs, inputs, turned);
    }
};
