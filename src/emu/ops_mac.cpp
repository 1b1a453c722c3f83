// SPDX-License-Identifier: GPL-2.0
//
// Tables of MAC addresses: of neighbours (ARP), and of the function itself.

#include "emu/ops.h"
#include "hw/address_wqe.h"

namespace emu {

namespace {

Answer add_arp(Arp &entry, const Arp &wanted) {
    if (entry.exists)
        return failure(Minor::duplicate_entry);
    if (!is_unicast(wanted.mac))
        return failure(Minor::bad_value);
    entry = wanted;
    return success();
}

// Deletes an entry, or only asks for it: neither carries an address.
Answer look_up_arp(Arp &entry, const Arp &wanted, bool query) {
    if (wanted.mac || wanted.reach_max || wanted.permanent)
        return failure(Minor::bad_value);
    if (!entry.exists)
        return failure(Minor::no_entry);
    if (!query)
        entry = {};
    return success();
}

// Two entries with one address would be ambiguous.
bool is_elsewhere(const Device &d, u64 mac, const Mac *entry) {
    for (const Mac &other : d.objects.mac)
        if (&other != entry && other.filled && other.mac == mac)
            return true;
    return false;
}

Answer fill_mac(const Device &d, Mac &entry, u64 mac) {
    if (!is_unicast(mac))
        return failure(Minor::bad_value);
    if (is_elsewhere(d, mac, &entry))
        return failure(Minor::duplicate_entry);
    entry.mac = mac;
    entry.filled = true;
    return success();
}

} // namespace

Answer manage_arp(Device &d, const Command &c) {
    using W = hw::ManageArp;
    const u64 index = get<W::arp_index>(d, c);
    const bool valid = get<W::entry_valid>(d, c);
    const bool query = get<W::query>(d, c);
    const Arp wanted = {.mac = get<W::mac>(d, c),
                        .reach_max = u32(get<W::reach_max>(d, c)),
                        .exists = true,
                        .permanent = bool(get<W::permanent>(d, c))};

    if (index >= room_for(d, IRDMA_HMC_IW_ARP, d.objects.arp.count))
        return failure(Minor::unknown_id);
    if (valid && query)
        return failure(Minor::bad_value);
    Arp &entry = d.objects.arp[index];
    return valid ? add_arp(entry, wanted) : look_up_arp(entry, wanted, query);
}

Answer alloc_mac(Device &d, const Command &) {
    const auto &macs = d.objects.mac;

    for (u32 i = 0; i < macs.count; i++)
        if (!macs[i].exists) {
            macs[i] = {.mac = 0, .users = 0, .exists = true, .filled = false};
            return success(i);
        }
    return failure(Minor::table_full);
}

Answer manage_mac(Device &d, const Command &c) {
    using W = hw::ManageLocMac;
    Mac *entry = d.objects.mac.find(get<W::table_index>(d, c));

    if (!entry)
        return failure(Minor::unknown_id);
    if (!get<W::free_entry>(d, c))
        return get<W::ignore_ref_count>(d, c) ? failure(Minor::bad_value) : fill_mac(d, *entry, get<W::mac>(d, c));
    if (get<W::mac>(d, c))
        return failure(Minor::bad_value);
    if (entry->users && !get<W::ignore_ref_count>(d, c))
        return failure(Minor::in_use);
    *entry = {};
    return success();
}

} // namespace emu
