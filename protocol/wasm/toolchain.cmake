# SPDX-License-Identifier: MIT
# Debian's clang 16 for WebAssembly with libc++ (libc++-16-dev-wasm32) and wasi-libc. Names the
# linked libraries, which clang expects elsewhere.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-16)
set(CMAKE_CXX_COMPILER clang++-16)
set(CMAKE_ASM_COMPILER clang-16)
foreach(language IN ITEMS C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
endforeach()
# Replaces clang's search path, which includes the host's /usr/include.
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi")
set(CMAKE_CXX_FLAGS_INIT "-nostdlibinc -nostdinc++ -isystem /usr/include/wasm32-wasi/c++/v1 \
-isystem /usr/include/wasm32-wasi")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # test programs cannot be linked
set(library_folder /usr/lib/wasm32-wasi)
set(CMAKE_CXX_LINK_EXECUTABLE
  "wasm-ld-16 -o <TARGET> <LINK_FLAGS> ${library_folder}/crt1-reactor.o <OBJECTS> <LINK_LIBRARIES> \
-L${library_folder} -lc++ -lc++abi -lc -lm \
/usr/lib/llvm-16/lib/clang/16/lib/wasi/libclang_rt.builtins-wasm32.a \
--no-entry --gc-sections --strip-all -z stack-size=2097152 --stack-first --export=_initialize")
