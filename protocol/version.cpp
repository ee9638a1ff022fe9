// SPDX-License-Identifier: MIT
#include "protocol/version.h"

#ifndef SUMI_VERSION  // editors and plain compiler calls
#define SUMI_VERSION "dev"
#endif
#ifndef SUMI_COMPILER
#define SUMI_COMPILER __VERSION__
#endif

namespace sumi::protocol {
namespace {

constinit Build current_build;

}  // namespace

constinit const std::string_view kVersion = SUMI_VERSION;
constinit const std::string_view kCompiler = SUMI_COMPILER;

const Build& this_build() { return current_build; }
void set_this_build(const Build& build) { current_build = build; }

}  // namespace sumi::protocol
