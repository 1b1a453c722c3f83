/* SPDX-License-Identifier: GPL-2.0 */
/* What older kernels' KUnit lacks. Asks for the feature, never for a version. */
#ifndef TESTS_KUNIT_KUNIT_COMPAT_H
#define TESTS_KUNIT_KUNIT_COMPAT_H

#include <kunit/test.h>
#include <linux/string.h>

#ifndef KUNIT_EXPECT_MEMEQ
#define KUNIT_EXPECT_MEMEQ(test, left, right, size) KUNIT_EXPECT_EQ(test, memcmp(left, right, size), 0)
#endif

/* A table of cases whose member names the case. */
#ifndef KUNIT_ARRAY_PARAM_DESC
#define KUNIT_ARRAY_PARAM_DESC(name, array, desc_member)						\
	static const void *name##_gen_params(const void *prev, char *desc)				\
	{												\
		const typeof((array)[0]) *next = prev;							\
													\
		next = next ? next + 1 : (array);							\
		if (next - (array) >= ARRAY_SIZE(array))						\
			return NULL;									\
		strscpy(desc, next->desc_member, KUNIT_PARAM_DESC_SIZE);				\
		return next;										\
	}
#endif

#endif
