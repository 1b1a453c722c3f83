/* SPDX-License-Identifier: GPL-2.0 */
/* Never compiled. A comment with void no_prototype(void); is none. */
int good(struct thing * thing,
	 u32 count);
int other_type(struct thing *thing, u64 count);
void other_name(u32 number);
void two_prototypes(void);
void two_prototypes(void);
void not_exported(void);
void exported_twice(void);
void not_defined(void);
