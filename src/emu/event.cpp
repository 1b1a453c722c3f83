// SPDX-License-Identifier: GPL-2.0
//
// Completion events: when a CQ is armed, and what happens when it then gets an entry.

#include "emu/device.h"
#include "hw/cq.h"

namespace emu {

namespace {

void update_consumer(Device &d, Cq &cq, u32 consumer) {
    // Looked at often, complained about once.
    if (consumer == cq.consumer_seen)
        return;
    cq.consumer_seen = consumer;
    if (consumer >= cq.size)
        return report_violation(d, Minor::bad_value, "CQ consumer index behind the end of the ring", consumer);
    const u32 consumed = consumer >= cq.consumer ? consumer - cq.consumer : consumer + cq.size - cq.consumer;
    if (consumed > cq.outstanding)
        return report_violation(d, Minor::bad_value, "CQ consumer index overtakes the device", consumer);
    cq.outstanding -= consumed;
    cq.consumer = consumer;
}

void write_event(Device &d, Cq &cq) {
    cq.events++;
    cq.unacknowledged = cq.mask_events;
    if (!cq.ceq_id_valid)
        return;
    Ceq *found = d.objects.ceq.find(cq.ceq_id);
    if (!found || found->virtual_map)
        return;
    Ceq &ceq = *found;
    const u64 entry =
        hw::try_set<hw::Ceqe::cq_context>(cq.context).placed | hw::set<hw::Ceqe::valid>(ceq.polarity).placed;
    if (!write_words(d, ceq.base_pa + u64(ceq.producer) * 8, &entry, 1))
        return report_violation(d, Minor::unmapped, "CEQ is not mapped", ceq.base_pa);
    if (++ceq.producer == ceq.entries) {
        ceq.producer = 0;
        ceq.polarity = !ceq.polarity;
    }
}

bool serve_arm(Device &d) {
    const u32 id = read_reg(d, IRDMA_CQARM);

    if (id == register_taken)
        return false;
    write_reg(d, IRDMA_CQARM, register_taken);
    Cq *cq = d.objects.cq.find(id);
    if (!cq) {
        report_violation(d, Minor::unknown_id, "CQARM for an unknown CQ", id);
    } else if (refresh_shadow(d, *cq)) {
        maybe_raise_event(d, *cq);
    }
    return true;
}

bool serve_acknowledge(Device &d) {
    const u32 id = read_reg(d, IRDMA_CQACK);

    if (id == register_taken)
        return false;
    write_reg(d, IRDMA_CQACK, register_taken);
    if (id >= d.objects.cq.count) {
        report_violation(d, Minor::unknown_id, "CQACK for an unknown CQ", id);
        return true;
    }
    Cq &cq = d.objects.cq[id];
    cq.unacknowledged = false;
    if (cq.exists && cq.event_waits) {
        cq.event_waits = false;
        write_event(d, cq);
    }
    return true;
}

} // namespace

bool refresh_shadow(Device &d, Cq &cq) {
    u64 words[5];
    using S = hw::CqShadow;

    if (!read_words(d, cq.shadow_pa, words, 5)) {
        if (!cq.shadow_lost)
            report_violation(d, Minor::unmapped, "CQ shadow area is not mapped any more", cq.shadow_pa);
        cq.shadow_lost = true;
        return false;
    }
    cq.shadow_lost = false;
    const u8 sequence = u8(hw::extract<S::arm_sequence>(words[S::arm_sequence::word]));
    const bool arms = hw::extract<S::arm_next>(words[S::arm_next::word]) ||
                      hw::extract<S::arm_next_solicited>(words[S::arm_next_solicited::word]);
    update_consumer(d, cq, u32(hw::extract<S::consumer_index>(words[S::consumer_index::word])));
    if (sequence == cq.arm_sequence)
        return false;
    cq.arm_sequence = sequence;
    if (!arms)
        return false;
    cq.armed = true;
    return true;
}

// Entries that are there when the CQ gets armed count: the driver may have looked before they came.
void maybe_raise_event(Device &d, Cq &cq) {
    if (!cq.armed || !cq.outstanding)
        return;
    cq.armed = false;
    if (cq.unacknowledged)
        cq.event_waits = true;
    else
        write_event(d, cq);
}

bool serve_cq_registers(Device &d) {
    Cq &ccq = d.objects.cq[0];

    if (serve_acknowledge(d) || serve_arm(d))
        return true;
    if (!ccq.exists || !refresh_shadow(d, ccq))
        return false;
    maybe_raise_event(d, ccq);
    return true;
}

} // namespace emu
