// Trains a small Llama on rows of tokens: AdamW, cosine rate, data-parallel threads that each take rows of every step.
// Arguments are name=value; see main for names and defaults. Writes eight 32-bit sizes, then all weights in float32.
#include <barrier>
#include <chrono>
#include <thread>
#include "data.hpp"
#include "worker.hpp"

static double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Settings {
    int rowsPerThread, threads, steps, warmUp, validateEvery, logEvery;
    double rate, weightDecay, clip, lastRate;
    std::string out;
};

// Counts over the validation rows: predicted tokens and stories, and how many of them were right.
struct Score {
    long digits = 0, digitsRight = 0, others = 0, othersRight = 0, stories = 0, storiesRight = 0;

    void add(const Score& s) {
        digits += s.digits;
        digitsRight += s.digitsRight;
        others += s.others;
        othersRight += s.othersRight;
        stories += s.stories;
        storiesRight += s.storiesRight;
    }
};

class Training {
  public:
    Training(Model& m, const Settings& s, const Rows& training, const Rows& validation)
        : model(m),
          settings(s),
          data(training),
          held(validation),
          firstMoment(m.layout.size),
          secondMoment(m.layout.size),
          decays(m.layout.size),
          norms(s.threads),
          scores(s.threads),
          barrier(s.threads) {
        for (auto [begin, end] : m.layout.matrices) std::fill(decays.begin() + begin, decays.begin() + end, 1.f);
        for (int i = 0; i < s.threads; i++) workers.emplace_back(m, s.rowsPerThread);
    }

    void run() {
        began = seconds();
        std::vector<std::thread> others;
        for (int i = 1; i < settings.threads; i++) others.emplace_back([this, i] { work(i); });
        work(0);
        for (auto& thread : others) thread.join();
        printf("done: %d steps, smoothed loss %.4f, %.2f min\n", settings.steps, smoothed, (seconds() - began) / 60);
    }

  private:
    static constexpr double BETA1 = 0.9, BETA2 = 0.98;

    void work(int thread) {
        matrix::enable_thread();
        for (int step = 0; step <= settings.steps; step++) {
            model.pack(thread, settings.threads);
            barrier.arrive_and_wait();
            bool end = step == settings.steps;
            if (end || (step > 0 && step % settings.validateEvery == 0)) validate(thread, step);
            if (end) break;
            learn(thread, step);
        }
    }

    void learn(int thread, int step) {
        Worker& worker = workers[thread];
        int length = model.shape.rowLength;
        size_t stepRow = (size_t)step * settings.rowsPerThread * settings.threads;
        size_t row = stepRow + thread * settings.rowsPerThread;
        long predicted = countPredicted(stepRow);
        memset(worker.gradient, 0, model.layout.size * sizeof(float));
        worker.forward(&data.ids[row * length], &data.flags[row * length]);
        worker.backward(1.f / predicted);
        barrier.arrive_and_wait();
        // From here on each thread has a stretch of the weights.
        size_t begin = stretch(thread), end = stretch(thread + 1);
        norms[thread] = sumGradients(begin, end);
        barrier.arrive_and_wait();
        update(step, begin, end);
        if (thread == 0) report(step, predicted);
        barrier.arrive_and_wait();
    }

    size_t stretch(int thread) const {
        return thread == settings.threads ? model.layout.size : model.layout.size * thread / settings.threads / 16 * 16;
    }

    long countPredicted(size_t firstRow) const {
        int length = model.shape.rowLength;
        size_t end = (firstRow + (size_t)settings.rowsPerThread * settings.threads) * length;
        long count = 0;
        for (size_t i = firstRow * length; i < end; i++) count += i % length != 0 && (data.flags[i] & PREDICT);
        return count;
    }

    // Adds the threads' gradients up in the first one's and returns the sum of squares.
    double sumGradients(size_t begin, size_t end) {
        float* sum = workers[0].gradient;
        for (size_t k = 1; k < workers.size(); k++)
            for (size_t i = begin; i < end; i++) sum[i] += workers[k].gradient[i];
        double squares = 0;
        for (size_t i = begin; i < end; i++) squares += (double)sum[i] * sum[i];
        return squares;
    }

    void update(int step, size_t begin, size_t end) {
        double squares = 0;
        for (double part : norms) squares += part;
        float scale = std::min(1.0, settings.clip / (std::sqrt(squares) + 1e-6));
        double progress = (step + 1.0) / settings.steps;
        double cosine = settings.lastRate + (1 - settings.lastRate) * 0.5 * (1 + std::cos(M_PI * progress));
        float rate = settings.rate * std::min(1.0, (step + 1.0) / std::max(1, settings.warmUp)) * cosine;
        float correct1 = 1 / (1 - std::pow(BETA1, step + 1)), correct2 = 1 / (1 - std::pow(BETA2, step + 1));
        float decay = rate * settings.weightDecay, beta1 = BETA1, beta2 = BETA2;
        const float* gradient = workers[0].gradient;
        float *weights = model.weights, *m = firstMoment, *v = secondMoment;
        for (size_t i = begin; i < end; i++) {
            float g = gradient[i] * scale;
            m[i] = beta1 * m[i] + (1 - beta1) * g;
            v[i] = beta2 * v[i] + (1 - beta2) * g * g;
            weights[i] -= decay * decays[i] * weights[i] + rate * m[i] * correct1 / (std::sqrt(v[i] * correct2) + 1e-8f);
        }
    }

    void report(int step, long predicted) {
        double loss = 0;
        for (auto& worker : workers) loss += worker.loss;
        loss /= predicted;
        smoothed = step == 0 ? loss : 0.98 * smoothed + 0.02 * loss;
        if (step < 3 || (step + 1) % settings.logEvery == 0) {
            printf("step %d loss %.4f smoothed %.4f %.2f min\n", step + 1, loss, smoothed, (seconds() - began) / 60);
            fflush(stdout);
        }
    }

    // Teacher-forced accuracy on stories of the validation split, and a copy of the weights on disk.
    void validate(int thread, int step) {
        scores[thread] = score(thread);
        barrier.arrive_and_wait();
        if (thread == 0) {
            Score all;
            for (auto& part : scores) all.add(part);
            printf("validation at step %d: digits %.4f others %.5f stories %.4f\n", step, all.digitsRight / (double)all.digits,
                   all.othersRight / (double)all.others, all.storiesRight / (double)all.stories);
            fflush(stdout);
            save();
        }
        barrier.arrive_and_wait();
    }

    Score score(int thread) {
        int length = model.shape.rowLength, rows = settings.rowsPerThread, vocabulary = model.shape.vocabulary;
        Worker& worker = workers[thread];
        Score score;
        for (int row = thread * rows; row + rows <= held.count; row += rows * settings.threads) {
            worker.forward(&held.ids[(size_t)row * length], &held.flags[(size_t)row * length]);
            std::vector<bool> wrong(rows);
            auto& predictions = worker.predictions();
            for (size_t i = 0; i < predictions.size(); i++) {
                const float* logits = worker.logitsOf(i);
                bool right = std::max_element(logits, logits + vocabulary) - logits == predictions[i].label;
                bool digit = held.flags[(size_t)row * length + predictions[i].position + 1] & RESULT_DIGIT;
                (digit ? score.digits : score.others)++;
                (digit ? score.digitsRight : score.othersRight) += right;
                if (!right) wrong[predictions[i].position / length] = true;
            }
            score.stories += rows;
            score.storiesRight += std::count(wrong.begin(), wrong.end(), false);
        }
        return score;
    }

    void save() const {
        std::string partial = settings.out + ".partial";
        const Shape& s = model.shape;
        int sizes[8] = {s.vocabulary, s.hidden, s.layers, s.heads, s.kvHeads, s.feedForward, s.headDim(), s.rowLength};
        FILE* file = fopen(partial.c_str(), "wb");
        bool written = file && fwrite(sizes, 4, 8, file) == 8 &&
                       fwrite(model.weights, 4, model.layout.size, file) == model.layout.size;
        if (!file || fclose(file) || !written || rename(partial.c_str(), settings.out.c_str())) {
            perror(settings.out.c_str());
            exit(1);
        }
    }

    Model& model;
    const Settings& settings;
    const Rows &data, &held;
    Buffer<float> firstMoment, secondMoment;
    std::vector<float> decays;
    std::vector<Worker> workers;
    std::vector<double> norms;
    std::vector<Score> scores;
    std::barrier<> barrier;
    double began = 0, smoothed = 0;
};

static void load(Model& model, const std::string& path) {
    FILE* file = fopen(path.c_str(), "rb");
    if (!file || fseek(file, 8 * sizeof(int), SEEK_SET) ||
        fread(model.weights, 4, model.layout.size, file) != model.layout.size) {
        perror(path.c_str());
        exit(1);
    }
    fclose(file);
}

int main(int count, char** values) {
    Arguments arguments(count, values);
    auto number = [&](const char* name, double otherwise) { return arguments.number(name, otherwise); };
    Shape shape;
    shape.hidden = number("d", 256);
    shape.layers = number("l", 4);
    shape.heads = number("h", 4);
    shape.kvHeads = number("kv", shape.heads);
    shape.feedForward = number("f", 704);
    shape.rowLength = number("t", 176);

    matrix::enable_process();
    Model model(shape);
    if (arguments.text("init").empty())
        model.randomize(number("seed", 1));
    else
        load(model, arguments.text("init"));

    Rows training(arguments.text("data"), shape.rowLength), validation(arguments.text("val"), shape.rowLength);
    Settings settings;
    settings.rowsPerThread = number("r", 8);
    settings.threads = number("threads", 1);
    settings.steps = training.count / (settings.rowsPerThread * settings.threads);
    settings.rate = number("lr", 1e-3);
    settings.warmUp = number("warmup", 200);
    settings.weightDecay = number("wd", 0.05);
    settings.clip = number("clip", 1);
    settings.lastRate = number("lrmin", 0.03);
    settings.logEvery = number("log", 250);
    settings.validateEvery = number("valevery", 1000);
    settings.out = arguments.text("out");
    if (settings.rowsPerThread * shape.rowLength % 32) {
        fprintf(stderr, "a thread's rows must hold a multiple of 32 tokens\n");
        return 1;
    }
    printf("%zu parameters, %d rows, %d steps of %d tokens\n", model.layout.size, training.count, settings.steps,
           settings.rowsPerThread * settings.threads * shape.rowLength);
    Training(model, settings, training, validation).run();
}
