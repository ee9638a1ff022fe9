// SPDX-License-Identifier: MIT
// Only precompiles headers that tests share.
int main() {}
