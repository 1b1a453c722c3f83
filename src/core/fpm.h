// SPDX-License-Identifier: GPL-2.0
//
// What the parts of the FPM dialogue share: query, commit, and sizing in between.
#pragma once

#include <irdma/ctrl.h>

#include "core/saturate.h"
#include "hw/fpm.h"

namespace core {

using Objects = irdma_hmc_obj_info *;

inline const hw::FpmGeneration &fpm_generation(const irdma_sc_dev *dev) {
    return hw::fpm_generation(dev->hw_attrs.uk_attrs.hw_rev);
}

inline bool iwarp_only(const irdma_sc_dev *dev) {
    return dev->cqp->protocol_used == IRDMA_IWARP_PROTOCOL_ONLY;
}

// The firmware sizes the objects itself.
inline bool firmware_sizes(const irdma_sc_dev *dev) {
    return hw::extract<hw::FeatureFlags::resource_version_2>(dev->feature_info[IRDMA_FTN_FLAGS]) != 0;
}

// Whether FPM words of this type mean anything here.
bool has_object(const irdma_sc_dev *dev, u32 type);

// An answer of the device that cannot be: counts it, logs the word, returns -EINVAL.
int refuse_answer(irdma_sc_dev *dev, const char *buffer, u32 offset, u64 word, const char *reason);

// Bytes of all objects of a type.
inline u64 object_bytes(const irdma_hmc_obj_info &obj) {
    return sat_mul(obj.cnt, obj.size);
}

// Bytes of the space between its base and the next type's.
inline u64 object_room(const irdma_hmc_obj_info &obj) {
    return round_up(object_bytes(obj), hw::fpm_unit_bytes);
}

// Timers for a number of queue pairs.
u64 timer_entries(const irdma_hmc_fpm_misc *misc, u32 qp);

// Last step of sizing: cuts counts that are above what the query reported, commits them, allocates the SD table.
[[nodiscard]] int commit_counts(irdma_sc_dev *dev, irdma_hmc_info *hmc_info);

// The counts of all types, to put back after an error.
class KeptCounts {
  public:
    explicit KeptCounts(irdma_hmc_info *hmc_info);
    [[nodiscard]] int restore_on_error(int err);

  private:
    irdma_hmc_info *hmc_info_;
    u32 cnt_[IRDMA_HMC_IW_MAX];
};

} // namespace core
