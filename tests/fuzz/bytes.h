// SPDX-License-Identifier: GPL-2.0
//
// The input of a case.
#pragma once

#include <irdma/types.h>

#include <cstring>

namespace test {

// Bytes of the input one after the other; zeros behind the end.
class Bytes {
  public:
    Bytes(const u8 *data, size_t size) : data_(data), size_(size) {}

    u64 word() {
        u64 value = 0;
        const size_t n = size_ < sizeof(value) ? size_ : sizeof(value);

        std::memcpy(&value, data_, n);
        data_ += n;
        size_ -= n;
        return value;
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }

  private:
    const u8 *data_;
    size_t size_;
};

} // namespace test
