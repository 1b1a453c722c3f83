// SPDX-License-Identifier: GPL-2.0
/*
 * The emulated device on the bus: memory of the host by bus address.
 *
 * There is no hardware to translate for us, so bus addresses have to be physical ones (no IOMMU, no bounce buffers):
 * emu_bus_check() looks before the device appears. Addresses come from the driver under test and may be nonsense;
 * what is not RAM is refused. Freed pages are not noticed here, but by KASAN where the kernel has it.
 *
 * Copies are done in ascending order with whole 64-bit words, loads acquire and stores release: what the device reads
 * after a valid bit is at least as new as the valid bit, and a valid bit in the last word is seen after the rest.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/align.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/ioport.h>
#include <linux/mm.h>

#include "emu/emu.h"

#define PROBE_WORD 0x6972646d615f656dULL

/* The kernel's address of bus address @addr, with @left = bytes that follow it in the same page; NULL if not RAM. */
static void *bus_to_virt(u64 addr, u32 *left)
{
	unsigned long pfn = PHYS_PFN(addr);

	if (PFN_PHYS(pfn) != (addr & PAGE_MASK) || !pfn_valid(pfn) || !page_is_ram(pfn))
		return NULL;
	*left = PAGE_SIZE - offset_in_page(addr);
	return phys_to_virt(addr);
}

static bool is_word(const void *mem, u32 len)
{
	return len >= sizeof(u64) && IS_ALIGNED((uintptr_t)mem, sizeof(u64));
}

static u64 load_word(const void *mem)
{
	/* Pairs with the driver's write barrier before a header word. */
	return smp_load_acquire((const u64 *)mem);
}

static void store_word(void *mem, u64 word)
{
	/* Pairs with the driver's read barrier after a valid bit. */
	smp_store_release((u64 *)mem, word);
}

static void copy_in(u8 *dst, const u8 *src, u32 len)
{
	u64 word;

	for (; is_word(src, len); src += sizeof(word), dst += sizeof(word), len -= sizeof(word)) {
		word = load_word(src);
		memcpy(dst, &word, sizeof(word));
	}
	memcpy(dst, src, len);
}

static void copy_out(u8 *dst, const u8 *src, u32 len)
{
	u64 word;

	for (; is_word(dst, len); src += sizeof(word), dst += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, src, sizeof(word));
		store_word(dst, word);
	}
	memcpy(dst, src, len);
}

/* All pages are looked up before anything is copied, so that a refused access has no effect. */
static bool is_ram(u64 addr, u32 len)
{
	u64 end;
	u32 left;

	if (check_add_overflow(addr, (u64)len, &end))
		return false;
	for (; addr < end; addr += left)
		if (!bus_to_virt(addr, &left))
			return false;
	return true;
}

bool emu_bus_read(void *ctx, u64 addr, void *dst, u32 len)
{
	u32 left;
	u8 *src;

	if (!is_ram(addr, len))
		return false;
	for (; len; addr += left, dst += left, len -= left) {
		src = bus_to_virt(addr, &left);
		left = min(left, len);
		copy_in(dst, src, left);
	}
	return true;
}

bool emu_bus_write(void *ctx, u64 addr, const void *src, u32 len)
{
	u32 left;
	u8 *dst;

	if (!is_ram(addr, len))
		return false;
	for (; len; addr += left, src += left, len -= left) {
		dst = bus_to_virt(addr, &left);
		left = min(left, len);
		copy_out(dst, src, left);
	}
	return true;
}

int emu_bus_check(struct device *dev)
{
	dma_addr_t addr;
	u64 *probe, seen = 0;
	bool same;

	if (device_iommu_mapped(dev)) {
		dev_err(dev, "behind an IOMMU: the emulated device cannot translate its addresses\n");
		return -EOPNOTSUPP;
	}
	probe = dma_alloc_coherent(dev, PAGE_SIZE, &addr, GFP_KERNEL);
	if (!probe)
		return -ENOMEM;
	*probe = PROBE_WORD;
	same = emu_bus_read(NULL, addr, &seen, sizeof(seen)) && seen == PROBE_WORD;
	dma_free_coherent(dev, PAGE_SIZE, probe, addr);
	if (same)
		return 0;
	dev_err(dev, "bus address %pad is not a physical address here: the emulated device cannot reach memory\n", &addr);
	return -EOPNOTSUPP;
}
