// SPDX-License-Identifier: GPL-2.0
// EXPECT: global constructor or destructor: _GLOBAL__sub_I_\S+ in section \.init_array
extern "C" int constructor_outside();

int constructor_value = constructor_outside();
