// SPDX-License-Identifier: GPL-2.0
//
// irdma_vectors FILE...: replays golden vectors against core.
#include <cstdio>
#include <cstring>

#include "runner.h"

using vec::Outcome;
using vec::Verdict;

extern "C" const char *__asan_default_options() {
    return "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=5:quarantine_size_mb=8";
}

extern "C" const char *__ubsan_default_options() {
    return "print_stacktrace=1:halt_on_error=1";
}

namespace {

struct Options {
    bool verbose = false, strict = false, list_superseded = false;
    std::string only, rules;
    std::vector<std::string> files;
};

struct Count {
    unsigned passed = 0, failed = 0, superseded = 0, cleaner = 0;
};

void usage(FILE *to) {
    fputs("usage: irdma_vectors [OPTION]... FILE...\n"
          "Replays golden vectors (JSON lines) against the control path; format: tests/vectors/README.md.\n"
          "  -v, --verbose       also what each call wrote, called and logged\n"
          "  --only ID           only the vector of that name\n"
          "  --strict            superseded vectors and cleaner error paths count as failed\n"
          "  --list-superseded   name each superseded vector and the reason\n"
          "  --rules FILE        rules on superseded vectors (default: superseded.json beside the first FILE)\n"
          "  --help              this text\n"
          "A superseded vector expects a known fault; it counts neither as passed nor as failed.\n"
          "Exit status: 0 all passed, 1 some failed, 2 wrong usage.\n",
          to);
}

bool parse_options(int argc, char **argv, Options &o) {
    for (int i = 1; i < argc; i++) {
        const std::string arg = argv[i];
        const bool value = arg == "--only" || arg == "--rules";
        if (value && i + 1 == argc)
            return false;
        if (arg == "-v" || arg == "--verbose")
            o.verbose = true;
        else if (arg == "--strict")
            o.strict = true;
        else if (arg == "--list-superseded")
            o.list_superseded = true;
        else if (value)
            (arg == "--only" ? o.only : o.rules) = argv[++i];
        else if (arg.size() > 1 && arg[0] == '-')
            return false;
        else
            o.files.push_back(arg);
    }
    return !o.files.empty();
}

std::string default_rules(const std::string &file) {
    const size_t slash = file.rfind('/');
    const std::string path = (slash == std::string::npos ? "" : file.substr(0, slash + 1)) + "superseded.json";
    FILE *there = fopen(path.c_str(), "r");

    if (!there)
        return "";
    fclose(there);
    return path;
}

void show(const Outcome &outcome, const Options &o, bool failed) {
    if (failed)
        printf("FAIL %s\n%s", outcome.id.c_str(), outcome.text.c_str());
    else if (outcome.verdict == Verdict::superseded && (o.list_superseded || o.verbose))
        printf("superseded %s\n  because: %s", outcome.id.c_str(), outcome.text.c_str());
    else if (outcome.verdict == Verdict::cleaner && o.verbose)
        printf("cleaner %s\n%s", outcome.id.c_str(), outcome.text.c_str());
    else if (o.verbose)
        printf("ok %s\n", outcome.id.c_str());
    if (o.verbose)
        fputs(outcome.log.c_str(), stdout);
}

Count run_file(const std::string &path, const vec::Rules &rules, const Options &o) {
    Count count;
    std::string error;
    const auto report = [&](const Outcome &outcome) {
        const bool soft = outcome.verdict == Verdict::superseded || outcome.verdict == Verdict::cleaner;
        const bool failed = outcome.verdict == Verdict::failed || (soft && o.strict);
        show(outcome, o, failed);
        count.superseded += outcome.verdict == Verdict::superseded;
        count.cleaner += outcome.verdict == Verdict::cleaner;
        count.failed += failed;
        count.passed += !failed && outcome.verdict != Verdict::superseded;
    };

    if (!vec::run_file(path, rules, o.only, report, error)) {
        printf("FAIL %s: %s\n", path.c_str(), error.c_str());
        count.failed++;
    }
    if (!o.only.empty() && !count.passed && !count.failed && !count.superseded)
        return count;
    printf("%s: %u passed, %u failed", path.c_str(), count.passed, count.failed);
    if (count.superseded)
        printf(", %u superseded", count.superseded);
    if (count.cleaner)
        printf(", %u cleaner error paths", count.cleaner);
    putchar('\n');
    return count;
}

} // namespace

int main(int argc, char **argv) {
    Options o;
    Count total;

    if (argc == 2 && !strcmp(argv[1], "--help")) {
        usage(stdout);
        return 0;
    }
    if (!parse_options(argc, argv, o)) {
        usage(stderr);
        return 2;
    }
    if (o.rules.empty())
        o.rules = default_rules(o.files.front());
    try {
        const vec::Rules rules(o.rules);
        for (const std::string &file : o.files) {
            const Count count = run_file(file, rules, o);
            total.passed += count.passed;
            total.failed += count.failed;
            total.superseded += count.superseded;
            total.cleaner += count.cleaner;
        }
    } catch (const std::exception &e) {
        printf("FAIL %s: %s\n", o.rules.c_str(), e.what());
        total.failed++;
    }
    if (!o.only.empty() && !total.passed && !total.failed && !total.superseded) {
        printf("FAIL no vector is called %s\n", o.only.c_str());
        total.failed++;
    }
    printf("cleaner error paths: %u\nsuperseded: %u\n", total.cleaner, total.superseded);
    printf("%u passed, %u failed\n", total.passed, total.failed);
    return total.failed ? 1 : 0;
}
