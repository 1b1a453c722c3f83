// SPDX-License-Identifier: GPL-2.0
// EXPECT: undefined C\+\+ symbol _ZdlPv
struct Shape {
    virtual ~Shape();
};

Shape::~Shape() {}
