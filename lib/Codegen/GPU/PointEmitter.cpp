//===- PointEmitter.cpp - Elements of a kernel's values ---------*- C++ -*-===//
#include "PointEmitter.h"
