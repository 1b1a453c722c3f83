// SPDX-License-Identifier: GPL-2.0
/* irdma.ko: module, and binding to functions on the auxiliary bus. */
#include <linux/auxiliary_bus.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/stringify.h>

#include "driver/function.h"

static int irdma_probe(struct auxiliary_device *adev, const struct auxiliary_device_id *id)
{
	const struct irdma_lan_device *lan = to_irdma_lan_device(adev);
	struct irdma_function *fn;
	int err;

	fn = kvzalloc(sizeof(*fn), GFP_KERNEL);
	if (!fn)
		return -ENOMEM;
	err = irdma_hw_up(fn, lan);
	if (err) {
		kvfree(fn);
		return dev_err_probe(&adev->dev, err, "bring-up failed\n");
	}
	irdma_debugfs_add(fn, dev_name(&adev->dev));
	auxiliary_set_drvdata(adev, fn);
	dev_info(&adev->dev, "generation %u, CQP and CCQ are up\n", lan->generation);
	return 0;
}

static void irdma_remove(struct auxiliary_device *adev)
{
	struct irdma_function *fn = auxiliary_get_drvdata(adev);

	irdma_debugfs_remove(fn);
	irdma_hw_down(fn);
	irdma_debug_free_qps(fn);
	kvfree(fn);
}

static const struct auxiliary_device_id irdma_ids[] = {
	{ .name = "irdma_emu.rdma" },
	{}
};
MODULE_DEVICE_TABLE(auxiliary, irdma_ids);

static struct auxiliary_driver irdma_driver = {
	.id_table = irdma_ids,
	.probe = irdma_probe,
	.remove = irdma_remove,
};

static int __init irdma_module_init(void)
{
	int err;

	irdma_debugfs_init();
	err = auxiliary_driver_register(&irdma_driver);
	if (err)
		irdma_debugfs_exit();
	return err;
}

static void __exit irdma_module_exit(void)
{
	auxiliary_driver_unregister(&irdma_driver);
	irdma_debugfs_exit();
}

module_init(irdma_module_init);
module_exit(irdma_module_exit);

MODULE_DESCRIPTION("Intel RDMA functions (X722, E810, E2000)");
MODULE_VERSION(__stringify(IRDMAXX_VERSION));
MODULE_LICENSE("GPL");
