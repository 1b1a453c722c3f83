// SPDX-License-Identifier: GPL-2.0
//
// The feature query: words of type and payload, stored by type. The answer is untrusted.

#include <irdma/ctrl.h>

#include "core/fpm.h"
#include "core/hmc_commands.h"
#include "core/log.h"

using namespace core;

namespace {

constexpr u32 min_words = 2;

// Room for so many words, in the multiple of the alignment the device wants.
u32 buffer_bytes(u32 words) {
    return u32(round_up(words * sizeof(__le64), IRDMA_FEATURE_BUF_ALIGNMENT));
}

// Words in the answer; negative: error.
int query_words(irdma_sc_dev *dev, const irdma_dma_mem *buf) {
    const int err = query_features(dev->cqp, buf, 0);

    if (err) {
        log_err(dev, "features: query of %u bytes failed: %d", buf->size, err);
        return err;
    }
    const __le64 *words = static_cast<const __le64 *>(buf->va);
    const u32 count = u32(hw::read<hw::FeatureWord::count>(words));

    if (count < min_words)
        return refuse_answer(dev, "features", 0, hw::load_word(words, 0), "too few words");
    return int(count);
}

// Types that nobody knows are skipped: a newer device has more.
void store_words(irdma_sc_dev *dev, const irdma_dma_mem *buf, u32 count) {
    const __le64 *words = static_cast<const __le64 *>(buf->va);

    for (u32 i = 0; i < count; i++) {
        const u64 word = hw::load_word(words, i);
        const u64 type = hw::extract<hw::FeatureWord::type>(word);

        if (type < IRDMA_MAX_FEATURES)
            dev->feature_info[type] = word;
        else
            log_debug(dev, "features: word @%u of unknown type %llu skipped", i * 8, type);
    }
    if (hw::extract<hw::FeatureFlags::atomics_allowed>(dev->feature_info[IRDMA_FTN_FLAGS]))
        dev->hw_attrs.uk_attrs.feature_flags |= IRDMA_FEATURE_ATOMIC_OPS;
}

// A larger buffer, once, for a device that has more to tell.
int query_more(irdma_sc_dev *dev, irdma_dma_mem *buf, u32 count) {
    irdma_os_dma_free(dev->hw, buf);
    if (irdma_os_dma_alloc(dev->hw, buf, buffer_bytes(count))) {
        log_err(dev, "features: no memory for %u words", count);
        return -ENOMEM;
    }
    return query_words(dev, buf);
}

} // namespace

extern "C" int irdma_get_rdma_features(struct irdma_sc_dev *dev) {
    irdma_dma_mem buf = {};

    if (irdma_os_dma_alloc(dev->hw, &buf, buffer_bytes(IRDMA_MAX_FEATURES))) {
        log_err(dev, "features: no memory for %u words", u32(IRDMA_MAX_FEATURES));
        return -ENOMEM;
    }
    int count = query_words(dev, &buf);
    if (count > int(IRDMA_MAX_FEATURES))
        count = query_more(dev, &buf, u32(count));
    if (count >= 0)
        store_words(dev, &buf, smaller(u32(count), buf.size / sizeof(__le64)));
    irdma_os_dma_free(dev->hw, &buf);
    return count < 0 ? count : 0;
}
