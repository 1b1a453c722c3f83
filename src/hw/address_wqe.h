// SPDX-License-Identifier: GPL-2.0
//
// Commands that maintain the device's address tables: quad hash, accelerated TCP ports (APBVT), ARP cache, local MACs.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// The quad hash steers a packet's address and port quad to a QP. An IPv4 address sits where word 3 of an IPv6 address
// would; the source (remote) side is sent for TCP_ESTABLISHED only.
struct ManageQhash : CqpWqe<ManageQhash, CqpOp::manage_qhash> {
    enum class Type : u8 {
        tcp_established = 1,
        tcp_syn = 2,
        udp_unicast = 3,
        udp_mcast = 4,
        roce_mcast = 5,
        rocev2_hw = 6,
        max_value = 7,
    };
    enum class Action : u8 { remove = 0, add = 1, modify = 2, max_value = 3 };

    HW_FIELD(ManageQhash, mac, 0, 47, 0);
    HW_FIELD(ManageQhash, dest_port, 8, 15, 0);
    HW_FIELD(ManageQhash, src_port, 8, 31, 16);
    HW_FIELD(ManageQhash, qp_id, 8, 49, 32);
    HW_FIELD(ManageQhash, qs_handle, 16, 9, 0);
    HW_FIELD(ManageQhash, vlan_id, 16, 43, 32);
    HW_FIELD(ManageQhash, src_ip3, 32, 31, 0);
    HW_FIELD(ManageQhash, src_ip2, 32, 63, 32);
    HW_FIELD(ManageQhash, src_ip1, 40, 31, 0);
    HW_FIELD(ManageQhash, src_ip0, 40, 63, 32);
    HW_FIELD(ManageQhash, dest_ip3, 48, 31, 0);
    HW_FIELD(ManageQhash, dest_ip2, 48, 63, 32);
    HW_FIELD(ManageQhash, dest_ip1, 56, 31, 0);
    HW_FIELD(ManageQhash, dest_ip0, 56, 63, 32);
    HW_FIELD(ManageQhash, entry_type, 24, 44, 42);
    HW_FIELD(ManageQhash, vlan_valid, 24, 59, 59);
    HW_FIELD(ManageQhash, ipv4, 24, 60, 60);
    HW_FIELD(ManageQhash, action, 24, 62, 61);

    using fields =
        CqpFields<ManageQhash, mac, dest_port, src_port, qp_id, qs_handle, vlan_id, src_ip3, src_ip2, src_ip1, src_ip0,
                  dest_ip3, dest_ip2, dest_ip1, dest_ip0, entry_type, vlan_valid, ipv4, action>;
};

// The accelerated-port bit vector table: TCP ports whose SYNs the device handles.
struct ManageApbvt : CqpWqe<ManageApbvt, CqpOp::manage_apbvt> {
    HW_FIELD(ManageApbvt, port, 16, 15, 0);
    HW_FIELD(ManageApbvt, add, 24, 62, 62);

    using fields = CqpFields<ManageApbvt, port, add>;
};

// An entry of the ARP cache; entry_valid 0 deletes it.
struct ManageArp : CqpWqe<ManageArp, CqpOp::manage_arp> {
    HW_FIELD(ManageArp, reach_max, 8, 31, 0);
    HW_FIELD(ManageArp, mac, 16, 47, 0);
    HW_FIELD(ManageArp, arp_index, 24, 11, 0);
    HW_FIELD(ManageArp, entry_valid, 24, 42, 42);
    HW_FIELD(ManageArp, permanent, 24, 43, 43);
    HW_FIELD(ManageArp, query, 24, 44, 44);

    using fields = CqpFields<ManageArp, reach_max, mac, arp_index, entry_valid, permanent, query>;
};

// The completion returns the index of a free entry of the local MAC table.
struct AllocLocMac : CqpWqe<AllocLocMac, CqpOp::alloc_loc_mac_entry> {
    using fields = CqpFields<AllocLocMac>;
};

struct ManageLocMac : CqpWqe<ManageLocMac, CqpOp::manage_loc_mac_table> {
    HW_FIELD(ManageLocMac, mac, 32, 47, 0);
    HW_FIELD(ManageLocMac, table_index, 24, 5, 0);
    HW_FIELD(ManageLocMac, ignore_ref_count, 24, 61, 61);
    HW_FIELD(ManageLocMac, free_entry, 24, 62, 62);

    using fields = CqpFields<ManageLocMac, mac, table_index, ignore_ref_count, free_entry>;
};

} // namespace hw
