// SPDX-License-Identifier: MIT
// Nothing is compiled here but the headers that tests share.
int main() {}
