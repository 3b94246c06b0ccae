// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The verbs of the command line. Each returns the program's exit code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace souple::cli {

constexpr int good = 0;            ///< everything came out
constexpr int physics_failed = 1;  ///< an expectation failed or the physics went bad
constexpr int bad_input = 2;       ///< a file, a flag or a value was wrong
constexpr int interrupted = 130;   ///< stopped by Ctrl-C, with a checkpoint

struct ExportOptions {
    std::string recording;
    std::string output;      ///< name of the files
    std::string formats;     ///< with commas between; empty: the output's extension tells
    int hairs = 0;           ///< strands of each head of hair; 0: the guides
    int hair_points = 16;    ///< of each strand at most
    std::string frames;      ///< a:b:step; empty: all
    double thinning = 1e-4;  ///< how far thinned keys may stray, as a share of a structure's size
    bool large = false;      ///< more than 1 GB
    bool partial = false;    ///< of a recording that has no end
    bool quiet = false;
};
int export_recording(const ExportOptions& options);

struct RunOptions {
    std::string scene;
    std::string folder;                 ///< --continue; empty: a run of its own
    std::string output;                 ///< folder; empty: nothing is written but the report
    std::string report;                 ///< file; empty: none
    int threads = 0;                    ///< 0: all
    std::vector<std::string> settings;  ///< PATH=VALUE
    double memory = 0;                  ///< [B] that the scene may take; 0: 80 % of the machine's
    bool check = false;
    std::string resume;            ///< checkpoint; empty: from the start
    double checkpoint_every = -1;  ///< [s] of wall time; below 0: 60
    ExportOptions exports;         ///< formats, hairs, thinning and large of --export; no formats: no export
    bool quiet = false;
    std::string program = "souple";   ///< as it was called
    std::vector<std::string> words;   ///< what was said behind it
    std::uint64_t continued_run = 0;  ///< RunCourse::run of the run that is gone on with
};
int run(const RunOptions& options);

/// Flags of `run` as they were said, read once more. Throws InputError.
RunOptions parse_run(const std::vector<std::string>& words);

struct CheckOptions {
    std::string scene;
    std::vector<std::string> settings;
    double memory = 0;  ///< [B] that the scene may take; 0: 80 % of the machine's
};
int check(const CheckOptions& options);

/// Lists the scenes below a folder with their titles.
int list(const std::string& folder);

int print_schema();

/// What this build is and what it runs on, or what is in a mesh file.
int info(const std::string& mesh);

struct BenchOptions {
    std::vector<std::string> scenes;
    std::vector<int> threads{1};
    bool json = false;
    int repeats = 1;
    double memory = 0;  ///< [B] that a scene may take; 0: 80 % of the machine's
};
int bench(const BenchOptions& options);

struct RenderOptions {
    std::string source;                 ///< recording (.rec) or scene
    std::string output;                 ///< picture or film
    std::string frames;                 ///< a:b, both shown; empty: all for a film, the last for a picture
    std::string size = "640x360";       ///< [pixels]
    int samples = 16;                   ///< for each pixel
    int quality = 85;                   ///< of JPEG and MP4, 1 to 100
    std::vector<std::string> overlays;  ///< wireframe, forces, torques, contacts, level
    std::vector<double> eye, target;    ///< [m] of the camera; empty: chosen from the whole motion
    double field_of_view = 0;           ///< [degrees]; 0: chosen
    std::vector<std::string> settings;  ///< PATH=VALUE, for a scene
    double memory = 0;                  ///< [B] that a scene may take; 0: 80 % of the machine's
    int threads = 0;                    ///< 0: all
    bool quiet = false;
};
int render(const RenderOptions& options);

struct PlotOptions {
    std::string report;  ///< of `souple run`
    std::string output;  ///< .svg or .png
};
int plot(const PlotOptions& options);

struct StudioOptions {
    std::string scene;         ///< under the present folder; empty: chosen in the page
    int port = 0;              ///< 0: any free one
    int threads = 0;           ///< 0: all
    double patience = 120;     ///< [s] without a sign of life
    std::string folder = ".";  ///< of the process that simulates
    bool no_open = false;
    double memory = 0;  ///< [B] that a scene may take; 0: 80 % of the machine's
};
int studio(const StudioOptions& options);
int studio_simulation(const StudioOptions& options);  ///< the process that simulates

}  // namespace souple::cli
