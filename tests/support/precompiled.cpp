// SPDX-License-Identifier: MIT
// Precompiles headers that tests share.
int main() {}
