// SPDX-License-Identifier: GPL-2.0
//
// The few list operations the control path needs on the kernel's struct list_head.
#pragma once

#include <irdma/types.h>

#include <cstddef>

namespace core {

inline void list_init(list_head *head) {
    head->next = head;
    head->prev = head;
}

// A head that was never initialised (zeroed memory) counts as empty too.
inline bool list_empty(const list_head *head) {
    return head->next == head || !head->next;
}

inline void list_insert(list_head *entry, list_head *prev, list_head *next) {
    next->prev = entry;
    entry->next = next;
    entry->prev = prev;
    prev->next = entry;
}

inline void list_add_front(list_head *head, list_head *entry) {
    list_insert(entry, head, head->next);
}

inline void list_add_back(list_head *head, list_head *entry) {
    list_insert(entry, head->prev, head);
}

inline void list_unlink(list_head *entry) {
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
    // Not on a list any more: following the links must fail at once.
    entry->next = nullptr;
    entry->prev = nullptr;
}

} // namespace core
