// SPDX-License-Identifier: GPL-2.0
//
// CQP commands of unreliable datagrams: address handles and multicast groups. Where IPv4 is marked differs.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// An IPv4 address sits where word 3 of an IPv6 address would.
template <class Self, CqpOp Code> struct AhWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, source_mac, 0, 63, 16);
    HW_FIELD(Self, vlan_tag, 8, 15, 0);
    HW_FIELD(Self, traffic_class, 8, 39, 32);
    HW_FIELD(Self, pd_id, 8, 63, 48);
    HW_FIELD(Self, flow_label, 16, 19, 0);
    HW_FIELD(Self, pd_id_high, 16, 27, 20);
    HW_FIELD(Self, hop_limit, 16, 39, 32);
    HW_FIELD(Self, arp_index, 16, 63, 48);
    HW_FIELD(Self, dest_ip3, 32, 31, 0);
    HW_FIELD(Self, dest_ip2, 32, 63, 32);
    HW_FIELD(Self, dest_ip1, 40, 31, 0);
    HW_FIELD(Self, dest_ip0, 40, 63, 32);
    HW_FIELD(Self, src_ip3, 48, 31, 0);
    HW_FIELD(Self, src_ip2, 48, 63, 32);
    HW_FIELD(Self, src_ip1, 56, 31, 0);
    HW_FIELD(Self, src_ip0, 56, 63, 32);
    HW_FIELD(Self, ah_id, 24, 23, 0);
    HW_FIELD(Self, ipv4, 24, 59, 59);
    HW_FIELD(Self, insert_vlan, 24, 60, 60);
    HW_FIELD(Self, loopback, 24, 62, 62);

    template <class... More>
    using with = CqpFields<CqpWqe<Self, Code>, source_mac, vlan_tag, traffic_class, pd_id, flow_label, pd_id_high,
                           hop_limit, arp_index, dest_ip3, dest_ip2, dest_ip1, dest_ip0, src_ip3, src_ip2, src_ip1,
                           src_ip0, ah_id, ipv4, insert_vlan, loopback, More...>;
};

inline constexpr unsigned ah_pd_low_bits = 16;

struct CreateAh : AhWqe<CreateAh, CqpOp::create_ah> {
    using fields = with<>;
};

struct DestroyAh : AhWqe<DestroyAh, CqpOp::destroy_ah> {
    using fields = with<>;
};

template <class Self, CqpOp Code> struct McastGroupWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, mac, 0, 47, 0);
    HW_FIELD(Self, hmc_function, 8, 5, 0);
    HW_FIELD(Self, qs_handle, 16, 9, 0);
    HW_FIELD(Self, vlan_id, 16, 43, 32);
    HW_FIELD(Self, context, 32, 63, 0); // address of the list of members
    HW_FIELD(Self, group_ip3, 48, 31, 0);
    HW_FIELD(Self, group_ip2, 48, 63, 32);
    HW_FIELD(Self, group_ip1, 56, 31, 0);
    HW_FIELD(Self, group_ip0, 56, 63, 32);
    HW_FIELD(Self, group_index, 24, 12, 0);
    HW_FIELD(Self, vlan_valid, 24, 59, 59);
    HW_FIELD(Self, ipv4, 24, 60, 60);

    template <class... More>
    using with = CqpFields<CqpWqe<Self, Code>, mac, hmc_function, qs_handle, vlan_id, context, group_ip3, group_ip2,
                           group_ip1, group_ip0, group_index, vlan_valid, ipv4, More...>;
};

struct CreateMcastGroup : McastGroupWqe<CreateMcastGroup, CqpOp::create_mcast_grp> {
    using fields = with<>;
};

struct ModifyMcastGroup : McastGroupWqe<ModifyMcastGroup, CqpOp::modify_mcast_grp> {
    using fields = with<>;
};

struct DestroyMcastGroup : McastGroupWqe<DestroyMcastGroup, CqpOp::destroy_mcast_grp> {
    using fields = with<>;
};

// Members are listed without gaps; the rest of the buffer is 0.
struct McastMember : Layout<8> {
    HW_FIELD(McastMember, qp_id, 0, 17, 0);
    HW_FIELD(McastMember, valid, 0, 31, 31);
    HW_FIELD(McastMember, dest_port, 0, 47, 32);

    using fields = Fields<qp_id, valid, dest_port>;
};

inline constexpr unsigned mcast_context_bytes = 64;
inline constexpr unsigned max_mcast_groups = 4096;

} // namespace hw
