// Training rows and the command line.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

enum Flag : uint8_t { PREDICT = 1, RESULT_DIGIT = 2, START = 4 };

// Rows of equal length: length and count, then all ids, then all flags.
struct Rows {
    int count = 0;
    std::vector<uint16_t> ids;
    std::vector<uint8_t> flags;

    Rows(const std::string& path, int length) {
        FILE* file = fopen(path.c_str(), "rb");
        int header[2];
        if (!file || fread(header, 4, 2, file) != 2) {
            perror(path.c_str());
            exit(1);
        }
        count = header[1];
        size_t size = (size_t)count * length;
        ids.resize(size);
        flags.resize(size);
        if (header[0] != length || fread(ids.data(), 2, size, file) != size || fread(flags.data(), 1, size, file) != size) {
            fprintf(stderr, "%s does not hold rows of %d tokens\n", path.c_str(), length);
            exit(1);
        }
        fclose(file);
    }
};

// Arguments of the form name=value.
class Arguments {
  public:
    Arguments(int count, char** values) {
        for (int i = 1; i < count; i++) {
            std::string argument = values[i];
            size_t equals = argument.find('=');
            if (equals == std::string::npos) {
                fprintf(stderr, "%s is not of the form name=value\n", values[i]);
                exit(1);
            }
            given[argument.substr(0, equals)] = argument.substr(equals + 1);
        }
    }

    std::string text(const std::string& name) const {
        auto found = given.find(name);
        return found == given.end() ? "" : found->second;
    }

    double number(const std::string& name, double otherwise) const {
        std::string value = text(name);
        return value.empty() ? otherwise : atof(value.c_str());
    }

  private:
    std::map<std::string, std::string> given;
};
