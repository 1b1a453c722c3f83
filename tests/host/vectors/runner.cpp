// SPDX-License-Identifier: GPL-2.0
#include "runner.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace vec {

namespace {

// A vector takes milliseconds; one that takes this long does not end.
constexpr unsigned seconds_per_vector = 20;

void describe(const World &world, Outcome &outcome) {
    for (const auto &[name, value] : world.writes)
        outcome.log += "  write " + name + " " + hex(value) + "\n";
    for (const StubCall &call : world.calls)
        outcome.log += std::string("  call ") + (call.fn ? call.fn->name : "?") + "\n";
    for (const std::string &text : world.logs)
        outcome.log += "  log " + text + "\n";
}

void run_vector(const Vector &v, const vt_function &fn, const Rules &rules, Outcome &outcome) {
    World world(v, fn);

    world.call();
    describe(world, outcome);
    const std::vector<Mismatch> mismatches = check(world);
    for (const Mismatch &m : mismatches)
        outcome.text += "  " + m.key + ": expected " + m.expected + ", got " + m.actual + "\n";
    if (mismatches.empty()) {
        outcome.verdict = Verdict::passed;
    } else if (only_cleaner(world, mismatches)) {
        outcome.verdict = Verdict::cleaner;
    } else if (const std::string reasons = rules.explain(world, mismatches); !reasons.empty()) {
        outcome.verdict = Verdict::superseded;
        outcome.text = reasons + "\n" + outcome.text;
    }
}

// --- between the process that runs vectors and the one that counts ------------------------------------------------

void send_all(int fd, const void *data, size_t size) {
    const char *at = static_cast<const char *>(data);

    while (size) {
        const ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(3);
        at += n;
        size -= size_t(n);
    }
}

void send_text(int fd, const std::string &text) {
    const size_t size = text.size();

    send_all(fd, &size, sizeof(size));
    send_all(fd, text.data(), size);
}

bool receive_all(int fd, void *data, size_t size) {
    char *at = static_cast<char *>(data);

    while (size) {
        const ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= size_t(n);
    }
    return true;
}

bool receive_text(int fd, std::string &text) {
    size_t size = 0;

    if (!receive_all(fd, &size, sizeof(size)))
        return false;
    text.resize(size);
    return receive_all(fd, text.data(), size);
}

[[noreturn]] void run_lines(int fd, const std::vector<std::string> &lines, size_t first, const Rules &rules) {
    for (size_t i = first; i < lines.size(); i++) {
        alarm(seconds_per_vector);
        const Outcome outcome = run_line(lines[i], rules);
        send_all(fd, &outcome.verdict, sizeof(outcome.verdict));
        send_text(fd, outcome.id);
        send_text(fd, outcome.text);
        send_text(fd, outcome.log);
    }
    _exit(0);
}

std::string cause_of_death(int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return "  does not come to an end\n";
    if (WIFSIGNALED(status))
        return std::string("  crashed: ") + strsignal(WTERMSIG(status)) + "\n";
    return "  crashed: exit status " + std::to_string(WEXITSTATUS(status)) + " (sanitizer report above)\n";
}

// One process from line `first` on; returns the number of lines that are done with. 0: no process to be had.
size_t run_some(const std::vector<std::string> &lines, size_t first, const Rules &rules,
                const std::function<void(const Outcome &)> &report) {
    int ends[2];
    size_t done = 0;

    fflush(nullptr);
    if (pipe(ends))
        return 0;
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_lines(ends[1], lines, first, rules);
    }
    close(ends[1]);
    Outcome outcome;
    while (child > 0 && receive_all(ends[0], &outcome.verdict, sizeof(outcome.verdict)) &&
           receive_text(ends[0], outcome.id) && receive_text(ends[0], outcome.text) &&
           receive_text(ends[0], outcome.log)) {
        report(outcome);
        done++;
    }
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 0;
    if (first + done < lines.size()) {
        report({Verdict::failed, guess_id(lines[first + done]), cause_of_death(status), ""});
        done++;
    }
    return done;
}

} // namespace

Outcome run_line(std::string_view line, const Rules &rules) {
    Outcome outcome;

    outcome.id = guess_id(line);
    try {
        const Vector v = parse_vector(line);
        const vt_function *fn = find_function(v.fn);
        outcome.id = v.id;
        if (!fn)
            outcome.text = "  " + v.fn + ": unknown function\n";
        else if (!fn->address)
            outcome.text = "  " + v.fn + ": not implemented\n";
        else
            run_vector(v, *fn, rules, outcome);
    } catch (const std::exception &e) {
        outcome.verdict = Verdict::failed;
        outcome.text += std::string("  malformed: ") + e.what() + "\n";
    }
    return outcome;
}

bool run_file(const std::string &path, const Rules &rules, const std::string &only,
              const std::function<void(const Outcome &)> &report, std::string &error) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    std::string line;

    if (!file) {
        error = strerror(errno);
        return false;
    }
    while (std::getline(file, line))
        if (line.find_first_not_of(" \t\r") != std::string::npos && (only.empty() || guess_id(line) == only))
            lines.push_back(line);
    if (file.bad()) {
        error = "cannot be read";
        return false;
    }
    if (lines.empty() && only.empty()) {
        error = "no vectors";
        return false;
    }
    for (size_t done = 0; done < lines.size();) {
        const size_t n = run_some(lines, done, rules, report);
        if (!n) {
            error = std::string("cannot start a process: ") + strerror(errno);
            return false;
        }
        done += n;
    }
    return true;
}

} // namespace vec
