// SPDX-License-Identifier: GPL-2.0
// EXPECT-NONE
// Calls through a pointer, a switch and a table are fine as long as the flags of the kernel are used.
extern "C" int good_outside(int);
extern "C" {
extern const int good_table[];
extern int good_counter;
}

const int good_table[] = {3, 5, 7};
int good_counter = 0;

extern "C" int good_call(int (*function)(int), int value) {
    switch (value) {
    case 0:
        return good_outside(4);
    case 1:
        return good_outside(3);
    case 2:
        return good_outside(9);
    case 3:
        return good_outside(77);
    case 4:
        return good_outside(1234);
    case 5:
        return good_outside(-6);
    default:
        return function(value) + 1;
    }
}
