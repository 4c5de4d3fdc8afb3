//===- Math.cpp - Functions of libdevice and instructions -------*- C++ -*-===//
//
// The host's mathematics under the names that kernels call. Results may differ
// from a GPU's in the last places; the approximate ones are better here.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include <cmath>
#include <cstring>

using namespace mlir::novi::emulator;

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

static float exp10OfFloat(float x) { return std::pow(10.0, double(x)); }
static double exp10OfDouble(double x) { return std::pow(10.0, x); }
static float rsqrtOfFloat(float x) { return 1.0 / std::sqrt(double(x)); }
static double rsqrtOfDouble(double x) { return 1.0 / std::sqrt(x); }
static float powiOfFloat(float x, int n) { return std::pow(double(x), n); }
static double powiOfDouble(double x, int n) { return std::pow(x, n); }
static float saturate(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

static int isFiniteFloat(float x) { return std::isfinite(x); }
static int isFiniteDouble(double x) { return std::isfinite(x); }
static int isInfFloat(float x) { return std::isinf(x); }
static int isInfDouble(double x) { return std::isinf(x); }
static int isNaNFloat(float x) { return std::isnan(x); }
static int isNaNDouble(double x) { return std::isnan(x); }
static int signBitFloat(float x) { return std::signbit(x); }
static int signBitDouble(double x) { return std::signbit(x); }

static void sinCosFloat(float x, float *sine, float *cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}
static void sinCosDouble(double x, double *sine, double *cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

/// Makes a denormal a zero of its sign.
static float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}
static float reciprocal(float x) { return 1 / x; }
static float reciprocalFlushed(float x) { return flush(1 / flush(x)); }
static float exp2Flushed(float x) { return flush(std::exp2(flush(x))); }
static float log2Flushed(float x) { return std::log2(flush(x)); }
static float sqrtFlushed(float x) { return std::sqrt(flush(x)); }
static float rsqrtFlushed(float x) { return rsqrtOfFloat(flush(x)); }
static float divide(float x, float y) { return x / y; }

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int32_t absOfInt(int32_t x) { return x < 0 ? 0 - uint32_t(x) : x; }
static int64_t absOfLong(int64_t x) { return x < 0 ? 0 - uint64_t(x) : x; }
static int32_t countLeadingZeros(uint32_t x) {
  return x ? __builtin_clz(x) : 32;
}
static int32_t countLeadingZerosLong(uint64_t x) {
  return x ? __builtin_clzll(x) : 64;
}
static int32_t countOnes(uint32_t x) { return __builtin_popcount(x); }
static int32_t countOnesLong(uint64_t x) { return __builtin_popcountll(x); }
static int32_t findFirst(int32_t x) { return __builtin_ffs(x); }
static int32_t findFirstLong(int64_t x) { return __builtin_ffsll(x); }
static int32_t mulHigh(int32_t x, int32_t y) { return (int64_t(x) * y) >> 32; }
static uint32_t mulHighUnsigned(uint32_t x, uint32_t y) {
  return (uint64_t(x) * y) >> 32;
}

//===----------------------------------------------------------------------===//
// Narrow formats, which the host's compiler calls for
//===----------------------------------------------------------------------===//

/// bf16 travels in the low half of a floating-point register.
static float fromLowHalf(uint16_t bits) {
  uint32_t wide = bits;
  float result;
  std::memcpy(&result, &wide, sizeof(result));
  return result;
}

static uint16_t roundToBFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (std::isnan(value))
    return (bits >> 16) | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static float truncateFloat(float value) {
  return fromLowHalf(roundToBFloat(value));
}

static float truncateDouble(double value) {
  // Rounded to odd first, so that rounding twice is rounding once.
  float nearest = static_cast<float>(value);
  if (std::isfinite(nearest) && nearest != value) {
    float low = nearest;
    if ((value > 0) == (nearest > value))
      low = std::nextafter(nearest, 0.0f);
    uint32_t bits;
    std::memcpy(&bits, &low, sizeof(bits));
    bits |= 1;
    std::memcpy(&nearest, &bits, sizeof(nearest));
  }
  return truncateFloat(nearest);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void mlir::novi::emulator::addMathFunctions(
    std::vector<RuntimeFunction> &functions) {
  auto any = [&](const char *name, auto *function) {
    functions.push_back({name, reinterpret_cast<void *>(function)});
  };
  using Unary32 = float (*)(float);
  using Unary64 = double (*)(double);
  auto unary = [&](const char *name32, const char *name64, Unary32 of32,
                   Unary64 of64) {
    functions.push_back({name32, reinterpret_cast<void *>(of32)});
    functions.push_back({name64, reinterpret_cast<void *>(of64)});
  };
  using Binary32 = float (*)(float, float);
  using Binary64 = double (*)(double, double);
  auto binary = [&](const char *name32, const char *name64, Binary32 of32,
                    Binary64 of64) {
    functions.push_back({name32, reinterpret_cast<void *>(of32)});
    functions.push_back({name64, reinterpret_cast<void *>(of64)});
  };

  unary("__nv_acosf", "__nv_acos", std::acos, std::acos);
  unary("__nv_acoshf", "__nv_acosh", std::acosh, std::acosh);
  unary("__nv_asinf", "__nv_asin", std::asin, std::asin);
  unary("__nv_asinhf", "__nv_asinh", std::asinh, std::asinh);
  unary("__nv_atanf", "__nv_atan", std::atan, std::atan);
  unary("__nv_atanhf", "__nv_atanh", std::atanh, std::atanh);
  unary("__nv_cbrtf", "__nv_cbrt", std::cbrt, std::cbrt);
  unary("__nv_ceilf", "__nv_ceil", std::ceil, std::ceil);
  unary("__nv_cosf", "__nv_cos", std::cos, std::cos);
  unary("__nv_coshf", "__nv_cosh", std::cosh, std::cosh);
  unary("__nv_erff", "__nv_erf", std::erf, std::erf);
  unary("__nv_erfcf", "__nv_erfc", std::erfc, std::erfc);
  unary("__nv_expf", "__nv_exp", std::exp, std::exp);
  unary("__nv_exp2f", "__nv_exp2", std::exp2, std::exp2);
  unary("__nv_exp10f", "__nv_exp10", exp10OfFloat, exp10OfDouble);
  unary("__nv_expm1f", "__nv_expm1", std::expm1, std::expm1);
  unary("__nv_fabsf", "__nv_fabs", std::fabs, std::fabs);
  unary("__nv_floorf", "__nv_floor", std::floor, std::floor);
  unary("__nv_lgammaf", "__nv_lgamma", std::lgamma, std::lgamma);
  unary("__nv_logf", "__nv_log", std::log, std::log);
  unary("__nv_log10f", "__nv_log10", std::log10, std::log10);
  unary("__nv_log1pf", "__nv_log1p", std::log1p, std::log1p);
  unary("__nv_log2f", "__nv_log2", std::log2, std::log2);
  unary("__nv_nearbyintf", "__nv_nearbyint", std::nearbyint, std::nearbyint);
  unary("__nv_rintf", "__nv_rint", std::rint, std::rint);
  unary("__nv_roundf", "__nv_round", std::round, std::round);
  unary("__nv_rsqrtf", "__nv_rsqrt", rsqrtOfFloat, rsqrtOfDouble);
  unary("__nv_sinf", "__nv_sin", std::sin, std::sin);
  unary("__nv_sinhf", "__nv_sinh", std::sinh, std::sinh);
  unary("__nv_sqrtf", "__nv_sqrt", std::sqrt, std::sqrt);
  unary("__nv_tanf", "__nv_tan", std::tan, std::tan);
  unary("__nv_tanhf", "__nv_tanh", std::tanh, std::tanh);
  unary("__nv_tgammaf", "__nv_tgamma", std::tgamma, std::tgamma);
  unary("__nv_truncf", "__nv_trunc", std::trunc, std::trunc);
  binary("__nv_atan2f", "__nv_atan2", std::atan2, std::atan2);
  binary("__nv_copysignf", "__nv_copysign", std::copysign, std::copysign);
  binary("__nv_fdimf", "__nv_fdim", std::fdim, std::fdim);
  binary("__nv_fmaxf", "__nv_fmax", std::fmax, std::fmax);
  binary("__nv_fminf", "__nv_fmin", std::fmin, std::fmin);
  binary("__nv_fmodf", "__nv_fmod", std::fmod, std::fmod);
  binary("__nv_hypotf", "__nv_hypot", std::hypot, std::hypot);
  binary("__nv_powf", "__nv_pow", std::pow, std::pow);
  binary("__nv_remainderf", "__nv_remainder", std::remainder, std::remainder);
  any("__nv_fmaf", static_cast<float (*)(float, float, float)>(std::fma));
  any("__nv_fma", static_cast<double (*)(double, double, double)>(std::fma));
  any("__nv_powif", powiOfFloat);
  any("__nv_powi", powiOfDouble);
  any("__nv_saturatef", saturate);
  any("__nv_sincosf", sinCosFloat);
  any("__nv_sincos", sinCosDouble);
  any("__nv_finitef", isFiniteFloat);
  any("__nv_isfinited", isFiniteDouble);
  any("__nv_isinff", isInfFloat);
  any("__nv_isinfd", isInfDouble);
  any("__nv_isnanf", isNaNFloat);
  any("__nv_isnand", isNaNDouble);
  any("__nv_signbitf", signBitFloat);
  any("__nv_signbitd", signBitDouble);

  auto fast = [&](const char *name, Unary32 function) { any(name, function); };
  fast("__nv_fast_cosf", std::cos);
  fast("__nv_fast_exp10f", exp10OfFloat);
  fast("__nv_fast_expf", std::exp);
  fast("__nv_fast_log10f", std::log10);
  fast("__nv_fast_log2f", std::log2);
  fast("__nv_fast_logf", std::log);
  fast("__nv_fast_sinf", std::sin);
  fast("__nv_fast_tanf", std::tan);
  any("__nv_fast_powf", static_cast<Binary32>(std::pow));
  any("__nv_fast_fdividef", divide);
  any("__nv_fast_sincosf", sinCosFloat);

  any("__nv_abs", absOfInt);
  any("__nv_llabs", absOfLong);
  any("__nv_clz", countLeadingZeros);
  any("__nv_clzll", countLeadingZerosLong);
  any("__nv_popc", countOnes);
  any("__nv_popcll", countOnesLong);
  any("__nv_ffs", findFirst);
  any("__nv_ffsll", findFirstLong);
  any("__nv_mulhi", mulHigh);
  any("__nv_umulhi", mulHighUnsigned);

  // Instructions.
  fast("emu.rcp.approx.f", reciprocal);
  fast("emu.rcp.approx.ftz.f", reciprocalFlushed);
  fast("emu.ex2.approx.f", std::exp2);
  fast("emu.ex2.approx.ftz.f", exp2Flushed);
  fast("emu.lg2.approx.f", std::log2);
  fast("emu.lg2.approx.ftz.f", log2Flushed);
  fast("emu.sqrt.approx.f", std::sqrt);
  fast("emu.sqrt.approx.ftz.f", sqrtFlushed);
  fast("emu.rsqrt.approx.f", rsqrtOfFloat);
  fast("emu.rsqrt.approx.ftz.f", rsqrtFlushed);
  fast("emu.sin.approx.f", std::sin);
  fast("emu.cos.approx.f", std::cos);
  fast("emu.tanh.approx.f", std::tanh);

  any("__truncsfbf2", truncateFloat);
  any("__truncdfbf2", truncateDouble);
}

const std::vector<RuntimeFunction> &
mlir::novi::emulator::getRuntimeFunctions() {
  static const std::vector<RuntimeFunction> functions = [] {
    std::vector<RuntimeFunction> all;
    addRegisterFunctions(all);
    addMemoryFunctions(all);
    addSynchronizationFunctions(all);
    addMathFunctions(all);
    return all;
  }();
  return functions;
}
