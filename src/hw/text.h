// SPDX-License-Identifier: GPL-2.0
//
// Writes text into a caller's buffer: never past its end, always with a final NUL. No printf: this also runs where
// there is none.
#pragma once

#include <irdma/types.h>

namespace hw {

class Text {
  public:
    Text(char *buf, u32 bytes) : buf_(buf), room_(bytes ? bytes - 1 : 0) {
        if (bytes)
            buf_[0] = '\0';
    }

    // Bytes written, without the final NUL.
    [[nodiscard]] u32 length() const { return length_; }
    [[nodiscard]] const char *c_str() const { return buf_; }

    Text &put(char c) {
        if (length_ < room_) {
            buf_[length_++] = c;
            buf_[length_] = '\0';
        }
        return *this;
    }

    Text &str(const char *s) {
        while (*s)
            put(*s++);
        return *this;
    }

    // `s` and blanks up to `width`.
    Text &left(const char *s, u32 width) {
        const u32 start = length_;
        return str(s).pad_to(start + width);
    }

    Text &dec(u64 value, u32 width = 0) { return number(value, 10, width, ' '); }

    // Without prefix, at least `digits` digits.
    Text &hex(u64 value, u32 digits = 1) { return number(value, 16, digits, '0'); }

    Text &pad_to(u32 column) {
        while (length_ < column && length_ < room_)
            put(' ');
        return *this;
    }

    Text &nl() { return put('\n'); }

    Text &mac(u64 number_of_mac) {
        for (u32 i = 0; i < 6; i++) {
            if (i)
                put(':');
            hex((number_of_mac >> (40 - 8 * i)) & 0xff, 2);
        }
        return *this;
    }

    Text &ipv4(u32 address) {
        for (u32 i = 0; i < 4; i++) {
            if (i)
                put('.');
            dec((address >> (24 - 8 * i)) & 0xff);
        }
        return *this;
    }

    // `words`: most significant first. The longest run of zero groups (two or more) is written "::".
    Text &ipv6(const u32 *words) {
        u32 start = 8, run = 0;
        zero_run(words, start, run);
        for (u32 i = 0; i < 8; i++) {
            if (i == start) {
                str("::");
                i += run - 1;
                continue;
            }
            if (i && i != start + run)
                put(':');
            hex(group(words, i));
        }
        return *this;
    }

  private:
    static u32 group(const u32 *words, u32 i) { return (words[i / 2] >> (i % 2 ? 0 : 16)) & 0xffff; }

    static void zero_run(const u32 *words, u32 &start, u32 &run) {
        for (u32 i = 0; i < 8;) {
            u32 n = 0;
            while (i + n < 8 && group(words, i + n) == 0)
                n++;
            if (n >= 2 && n > run) {
                start = i;
                run = n;
            }
            i += n ? n : 1;
        }
    }

    Text &number(u64 value, u32 base, u32 width, char fill) {
        char digits[20];
        u32 n = 0;

        do {
            digits[n++] = "0123456789abcdef"[value % base];
            value /= base;
        } while (value);
        for (u32 i = n; i < width; i++)
            put(fill);
        while (n)
            put(digits[--n]);
        return *this;
    }

    char *buf_;
    u32 room_;
    u32 length_ = 0;
};

} // namespace hw
