// SPDX-License-Identifier: MIT
/// C++ exceptions by means of WebAssembly's, which Debian's libc++ lacks: the part of the Itanium
/// C++ ABI (https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html) for one thread and only C++
/// exceptions. The WebAssembly engine unwinds the stack; a landing pad calls
/// _Unwind_CallPersonality() to select the handler.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>
#include <unwind.h>

namespace __cxxabiv1 {

/// libc++abi's types (private_typeinfo.h) match handlers.
class __shim_type_info : public std::type_info {
 public:
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  /// True if a handler of this type catches an object of type `thrown`; adjusts `object` to its
  /// base class.
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;

/// Header of a thrown object. clang passes the address of `unwind`, so it is last.
struct Exception {
  Type* type;
  void* (*destroy)(void*);  ///< Destructor; on wasm it returns its argument.
  void* caught;             ///< The object for the handler.
  Exception* outer;         ///< Caught before, still in its handler.
  int handlers;             ///< Active handlers; negative if rethrown from one.
  alignas(16) _Unwind_Exception unwind;
};

Exception* innermost = nullptr;  // in a handler

void* object_of(Exception* exception) { return exception + 1; }
Exception* exception_of(void* object) { return static_cast<Exception*>(object) - 1; }
Exception* from_unwind(void* unwind) {
  return reinterpret_cast<Exception*>(static_cast<std::byte*>(unwind) -
                                      offsetof(Exception, unwind));
}

/// Reads a LEB128 number.
std::uintptr_t take_unsigned(const std::uint8_t*& at) {
  std::uintptr_t number = 0;
  int shift = 0;
  std::uint8_t byte;
  do {
    byte = *at++;
    number |= static_cast<std::uintptr_t>(byte & 0x7F) << shift;
    shift += 7;
  } while (byte & 0x80);
  return number;
}

std::intptr_t take_signed(const std::uint8_t*& at) {
  std::uintptr_t number = 0;
  unsigned shift = 0;
  std::uint8_t byte;
  do {
    byte = *at++;
    number |= static_cast<std::uintptr_t>(byte & 0x7F) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 32) number |= ~std::uintptr_t{0} << shift;
  return static_cast<std::intptr_t>(number);
}

/// The index of the type whose handler at this landing pad catches the exception; 0 if none.
std::uintptr_t handler_at(std::uintptr_t landing_pad, const std::uint8_t* table,
                          Exception& exception) {
  constexpr std::uint8_t kAbsent = 0xFF;
  if (*table++ != kAbsent) std::abort();  // clang omits the landing pads' base on wasm
  const std::uint8_t* types = nullptr;
  if (*table++ != kAbsent) {
    const std::uintptr_t offset = take_unsigned(table);
    types = table + offset;
  }
  ++table;  // the call site encoding, fixed on wasm
  const std::uintptr_t length = take_unsigned(table);
  const std::uint8_t *site = table, *const actions = table + length;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; i <= landing_pad; ++i) {
    take_unsigned(site);
    action = take_unsigned(site);
  }
  if (action == 0) return 0;  // cleanup only
  for (const std::uint8_t* at = actions + action - 1;;) {
    const std::intptr_t index = take_signed(at);
    if (index < 0) std::abort();  // dynamic exception specifications are not in C++20
    if (index > 0) {
      const Type* const type = reinterpret_cast<const Type* const*>(types)[-index];
      exception.caught = object_of(&exception);
      if (!type || type->can_catch(exception.type, exception.caught)) {
        return static_cast<std::uintptr_t>(index);
      }
    }
    const std::uint8_t* next = at;
    const std::intptr_t step = take_signed(next);
    if (step == 0) return 0;
    at += step;
  }
}

void release(Exception* exception) {
  if (exception->destroy) exception->destroy(object_of(exception));
  std::free(exception);
}

}  // namespace

extern "C" {

/// Arguments and result of _Unwind_CallPersonality().
struct {
  std::uintptr_t landing_pad;
  const std::uint8_t* table;
  std::uintptr_t selector;
} __wasm_lpad_context;

_Unwind_Reason_Code _Unwind_CallPersonality(void* unwind) {
  __wasm_lpad_context.selector =
      handler_at(__wasm_lpad_context.landing_pad, __wasm_lpad_context.table, *from_unwind(unwind));
  return _URC_HANDLER_FOUND;
}

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  void* const memory = std::calloc(1, sizeof(Exception) + bytes);
  if (!memory) std::terminate();
  return object_of(static_cast<Exception*>(memory));
}

void __cxa_free_exception(void* object) noexcept { std::free(exception_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Exception* const exception = exception_of(object);
  exception->type = static_cast<Type*>(type);
  exception->destroy = destroy;
  __builtin_wasm_throw(0, &exception->unwind);
}

void* __cxa_get_exception_ptr(void* unwind) noexcept { return from_unwind(unwind)->caught; }

void* __cxa_begin_catch(void* unwind) noexcept {
  Exception* const exception = from_unwind(unwind);
  exception->handlers = std::abs(exception->handlers) + 1;
  if (innermost != exception) {
    exception->outer = innermost;
    innermost = exception;
  }
  return exception->caught;
}

void __cxa_end_catch() {
  Exception* const exception = innermost;
  if (exception->handlers < 0) {  // rethrown, on the way to the next handler
    if (++exception->handlers == 0) innermost = exception->outer;
  } else if (--exception->handlers == 0) {
    innermost = exception->outer;
    release(exception);
  }
}

[[noreturn]] void __cxa_rethrow() {
  if (!innermost) std::terminate();
  innermost->handlers = -innermost->handlers;
  __builtin_wasm_throw(0, &innermost->unwind);
}

}  // extern "C"

namespace std {

int uncaught_exceptions() noexcept { return 0; }

}  // namespace std
