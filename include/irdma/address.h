/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Address tables of the device: quad hash, accelerated TCP ports, ARP cache, local MACs; and the
 * inputs of address handles and multicast groups.
 */
#ifndef IRDMA_ADDRESS_H
#define IRDMA_ADDRESS_H

#include <irdma/base.h>

struct irdma_apbvt_info {
	u16 port;			/* host order */
	bool add;			/* false: delete */
};

struct irdma_local_mac_entry_info {
	u8 mac_addr[IRDMA_ETH_ALEN];
	u16 entry_idx;			/* 6 bits */
};

struct irdma_add_arp_cache_entry_info {
	u8 mac_addr[IRDMA_ETH_ALEN];
	u32 reach_max;			/* reachability time; callers leave 0 */
	u16 arp_index;			/* 12 bits */
	bool permanent;
};

struct irdma_qhash_table_info {
	struct irdma_sc_vsi *vsi;	/* for the queue set of user_pri */
	enum irdma_quad_hash_manage_type manage;
	enum irdma_quad_entry_type entry_type;
	bool vlan_valid:1;
	bool ipv4_valid:1;		/* addresses in element 0 only */
	u8 mac_addr[IRDMA_ETH_ALEN];	/* local */
	u16 vlan_id;			/* 12 bits */
	u8 user_pri;			/* 0 .. 7 */
	u32 qp_num;			/* 18 bits */
	u32 dest_ip[4];			/* local address, host order, [0] most significant */
	u32 src_ip[4];			/* remote address; TCP_ESTABLISHED only */
	u16 dest_port;			/* local, host order */
	u16 src_port;			/* remote; TCP_ESTABLISHED only */
};

struct irdma_ah_info {
	struct irdma_sc_vsi *vsi;
	u32 pd_idx;
	u32 dst_arpindex;
	u32 dest_ip_addr[4];
	u32 src_ip_addr[4];
	u32 flow_label;
	u32 ah_idx;
	u16 vlan_tag;
	u8 insert_vlan_tag;
	u8 tc_tos;
	u8 hop_ttl;
	u8 mac_addr[IRDMA_ETH_ALEN];
	bool ah_valid:1;
	bool ipv4_valid:1;
	bool do_lpbk:1;
};

struct irdma_sc_ah {
	struct irdma_sc_dev *dev;
	struct irdma_ah_info ah_info;
};

struct irdma_mcast_grp_ctx_entry_info {
	u32 qp_id;
	bool valid_entry;
	u16 dest_port;
	u32 use_cnt;
};

struct irdma_mcast_grp_info {
	u8 dest_mac_addr[IRDMA_ETH_ALEN];
	u16 vlan_id;
	u16 hmc_fcn_id;
	bool ipv4_valid:1;
	bool vlan_valid:1;
	u16 mg_id;
	u32 no_of_mgs;
	u32 dest_ip_addr[4];
	u16 qs_handle;
	struct irdma_dma_mem dma_mem_mc;
	struct irdma_mcast_grp_ctx_entry_info mg_ctx_info[IRDMA_MAX_MGS_PER_CTX];
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_add_arp_cache_entry - post an ARP cache entry
 * @cqp: control QP
 * @info: entry; overwrites an older one with the same index
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0f.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_add_arp_cache_entry(struct irdma_sc_cqp *cqp,
				 struct irdma_add_arp_cache_entry_info *info, u64 scratch,
				 bool post_sq);

/**
 * irdma_sc_del_arp_cache_entry - post the removal of an ARP cache entry
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @arp_index: 12 bits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0f without the valid bit of the entry.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_del_arp_cache_entry(struct irdma_sc_cqp *cqp, u64 scratch, u16 arp_index,
				 bool post_sq);

/**
 * irdma_sc_manage_apbvt_entry - post the addition or removal of an accelerated TCP port
 * @cqp: control QP
 * @info: port
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x23.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the
 *   ring.
 */
int irdma_sc_manage_apbvt_entry(struct irdma_sc_cqp *cqp, struct irdma_apbvt_info *info,
				u64 scratch, bool post_sq);

/**
 * irdma_sc_manage_qhash_table_entry - post the addition, change or removal of a quad hash entry
 * @cqp: control QP
 * @info: entry; dest is the local side
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x25. A listener has a TCP_SYN entry with local address and port; a connection being
 * set up a TCP_ESTABLISHED entry with the whole quad (the source is sent for this type only). When
 * the QP reaches RTS the device points that entry to it by itself.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL user_pri above 7, or a value does not fit; -ENOMEM the ring is full; -EIO the
 *   CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_manage_qhash_table_entry(struct irdma_sc_cqp *cqp, struct irdma_qhash_table_info *info,
				      u64 scratch, bool post_sq);

/**
 * irdma_sc_add_local_mac_entry - post a local MAC table entry (gen1)
 * @cqp: control QP
 * @info: index, 6 bits, and address
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0e.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_add_local_mac_entry(struct irdma_sc_cqp *cqp, struct irdma_local_mac_entry_info *info,
				 u64 scratch, bool post_sq);

/**
 * irdma_sc_del_local_mac_entry - post the release of a local MAC table entry (gen1)
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @entry_idx: 6 bits
 * @ignore_ref_count: non-zero: release it although it is referenced
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0e with the free bit.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_del_local_mac_entry(struct irdma_sc_cqp *cqp, u64 scratch, u16 entry_idx,
				 u8 ignore_ref_count, bool post_sq);

/**
 * irdma_sc_alloc_local_mac_entry - post the allocation of a local MAC table entry (gen1)
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x14. op_ret_val of the completion is the index.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the
 *   ring.
 */
int irdma_sc_alloc_local_mac_entry(struct irdma_sc_cqp *cqp, u64 scratch, bool post_sq);

#ifdef __cplusplus
}
#endif

#endif
