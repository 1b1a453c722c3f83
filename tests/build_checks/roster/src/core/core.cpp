// SPDX-License-Identifier: GPL-2.0
// Never compiled.
extern "C" int good(struct thing *thing, u32 count) {
}
extern "C" int other_type(struct thing *thing,
                          u64 count) {
}
extern "C" void other_name(u32 number) {
}
extern "C" void no_prototype(void) {
}
extern "C" void two_prototypes(void) {
}
extern "C" void not_exported(void) {
}
extern "C" void exported_twice(void) {
}
extern "C" void offered_only(void) {
}
