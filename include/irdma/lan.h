/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the owner of a function gives to irdma.ko. Kernel only; unlike the rest of this directory it needs kernel
 * headers.
 *
 * The owner is the driver that holds the PCI function (or invents one, as irdma_emu does). It registers an auxiliary
 * device embedded in a struct irdma_lan_device; irdma.ko binds to it by name and reads the rest of the structure.
 *
 * Rules:
 *  - The owner fills everything before auxiliary_device_add() and changes nothing until auxiliary_device_delete()
 *    returned. irdma.ko only reads.
 *  - After auxiliary_device_delete() irdma.ko touches neither registers nor DMA memory of the function; the device has
 *    to be alive until then, because removal destroys queues by command.
 *  - All DMA memory belongs to irdma.ko; the owner provides the device it is allocated for, with its DMA mask set.
 */
#ifndef IRDMA_LAN_H
#define IRDMA_LAN_H

#include <linux/auxiliary_bus.h>
#include <linux/container_of.h>
#include <linux/types.h>

struct device;

/* Room for register windows. One that covers all registers is what the driver takes so far. */
#define IRDMA_LAN_MAX_WINDOWS 2

/**
 * struct irdma_lan_window - a mapped part of the function's BAR 0
 * @addr: where it is mapped
 * @bar_offset: offset of @addr in the BAR; register offsets of the hardware description count from the BAR's start
 * @bytes: length of the mapping
 */
struct irdma_lan_window {
	void __iomem *addr;
	u64 bar_offset;
	u32 bytes;
};

/**
 * struct irdma_lan_device - a function that can do RDMA
 * @adev: what irdma.ko binds to
 * @dma_dev: device that DMA memory is allocated for
 * @generation: 1 X722, 2 E810, 3 E2000
 * @protocol: enum irdma_protocol_used
 * @pf_id: number of the function on the adapter, becomes its HMC function id
 * @vsi_num: hardware number of the function's VSI
 * @window_count: how many of @window are valid: 1
 * @window: register windows, not overlapping
 */
struct irdma_lan_device {
	struct auxiliary_device adev;
	struct device *dma_dev;
	u8 generation;
	u8 protocol;
	u16 pf_id;
	u16 vsi_num;
	u32 window_count;
	struct irdma_lan_window window[IRDMA_LAN_MAX_WINDOWS];
};

/**
 * to_irdma_lan_device - the function an auxiliary device stands for
 * @adev: an auxiliary device irdma.ko's id table matches
 *
 * Return: the structure @adev is embedded in.
 */
static inline struct irdma_lan_device *to_irdma_lan_device(struct auxiliary_device *adev)
{
	return container_of(adev, struct irdma_lan_device, adev);
}

#endif
