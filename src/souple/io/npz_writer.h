// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// NumPy's .npz: a ZIP archive, not compressed, of one .npy file for each array. Arrays grow piece by piece on
// disk and are put together at the end.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "souple/io/export_files.h"

namespace souple {

class NpzWriter {
public:
    /// Pieces wait in NAME.arrays.part until the archive is written.
    explicit NpzWriter(const std::string& name) : scratch_(name + ".arrays") {}

    /// More numbers for the array with this name; it is made when it is new. NumPy knows them as float32,
    /// int32, int64 and float64.
    void append(const std::string& array, const std::vector<float>& numbers);
    void append(const std::string& array, const std::vector<std::int32_t>& numbers);
    void append(const std::string& array, const std::vector<std::int64_t>& numbers);
    void append(const std::string& array, const std::vector<double>& numbers);
    /// An array of texts, all at once.
    void put_texts(const std::string& array, const std::vector<std::string>& texts);
    /// How the numbers of an array are arranged; their product must be its count when the archive is written.
    void set_shape(const std::string& array, const std::vector<std::int64_t>& shape);

    /// Throws InputError when the archive would have 4 GB or more, which its format cannot say.
    void write(PartFiles& files);

private:
    struct Array {
        std::string type;  ///< as NumPy writes it: "<f4"
        std::vector<std::int64_t> shape = {};
        std::vector<ScratchFile::Block> blocks = {};
        std::int64_t bytes = 0;
    };
    void append_bytes(const std::string& array, const char* type, std::string_view bytes);

    ScratchFile scratch_;
    std::vector<std::string> order_;
    std::map<std::string, Array> arrays_;
};

}  // namespace souple
