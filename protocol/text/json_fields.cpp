// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/levels.h"
#include "protocol/text/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::array<std::string_view, 4> kLimitKeys{"level", "depth", "time", "nodes"};
constexpr int kMaxJsonDepth = 60;
constexpr double kMaxNodes = 1e15;

/// A value as an error shows it: not more than fits a line.
std::string shown(const Json& value) {
  constexpr std::size_t kMost = 60;
  if (value.is_object() || value.is_array()) return value.is_object() ? "{...}" : "[...]";
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

/// Counts the bytes that the parser takes.
struct CountedChars {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char& operator*() const { return *at; }
  CountedChars& operator++() {
    ++at;
    ++*count;
    return *this;
  }
  bool operator==(const CountedChars& other) const { return at == other.at; }

  const char* at;
  std::size_t* count;
};

/// Builds a value while it is parsed; false from any call ends the parse.
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool truth) override { return add(truth); }
  bool number_integer(number_integer_t number) override { return add(number); }
  bool number_unsigned(number_unsigned_t number) override { return add(number); }
  bool number_float(number_float_t number, const string_t&) override { return add(number); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return ++keys_ <= kMostJsonKeys;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  std::size_t values() const { return values_; }
  Json take() { return std::move(root_); }

 private:
  bool add(Json value) { return put(std::move(value)) != nullptr; }
  bool open(Json empty) {
    Json* const made = put(std::move(empty));
    if (made) open_.push_back(made);
    return made && open_.size() <= kDeepestJson;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  /// Null if there are too many values.
  Json* put(Json value) {
    if (++values_ > kMostJsonValues) return nullptr;
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  Json root_{Json::value_t::discarded};
  std::vector<Json*> open_;  ///< The objects and arrays around what comes next, outermost first.
  std::string key_;
  std::size_t values_ = 0, keys_ = 0;
};

thread_local JsonCost cost_so_far;  ///< For tests.

}  // namespace

JsonCost json_cost() { return cost_so_far; }

Json read_json(std::string_view text) {
  JsonBuilder builder;
  std::size_t bytes = 0;
  const CountedChars begin{text.data(), &bytes}, end{text.data() + text.size(), &bytes};
  const bool whole = Json::sax_parse(begin, end, &builder);
  cost_so_far.bytes += bytes;
  cost_so_far.values += builder.values();
  Json json = builder.take();
  return whole && json.is_object() ? json : Json(Json::value_t::discarded);
}

Error bad_value(std::string_view key, const Json& value, std::string_view wanted) {
  return {ErrorCode::kOutOfRange, fmt::format("{}: {} is not {}", key, shown(value), wanted)};
}

Result<void> check_keys(const Json& object, std::span<const std::string_view> known,
                        std::string_view where) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::count(known, key) > 0) continue;
    return Error{ErrorCode::kNotFound, fmt::format("{}{} is not one of {}", where,
                                                   sumi::quoted(key), fmt::join(known, ", "))};
  }
  return {};
}

bool is_json_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

Result<int> whole_at(const Json& object, std::string_view key, int min, int max, int otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  const std::string wanted = fmt::format("a whole number in {}..{}", min, max);
  if (!found->is_number_integer()) return bad_value(key, *found, wanted);
  // A number beyond 64 bits is no integer for the parser; one beyond 63 is unsigned.
  const bool fits =
      found->is_number_unsigned()
          ? found->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max(max, 0))
          : found->get<std::int64_t>() >= min && found->get<std::int64_t>() <= max;
  const auto value = fits ? found->get<std::int64_t>() : std::int64_t{min} - 1;
  if (value < min) return bad_value(key, *found, wanted);
  return static_cast<int>(value);
}

Result<bool> truth_at(const Json& object, std::string_view key, bool otherwise) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (!found->is_boolean()) return bad_value(key, *found, "true or false");
  return found->get<bool>();
}

Result<double> number_at(const Json& object, std::string_view key, double min, double max) {
  const Json& value = object.at(std::string(key));
  if (!value.is_number() || !(value.get<double>() >= min) || !(value.get<double>() <= max)) {
    return bad_value(key, value, fmt::format("a number in {}..{}", min, max));
  }
  return value.get<double>();
}

Result<std::string> text_taken(Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::string();
  if (!found->is_string()) return bad_value(key, *found, "a text");
  return std::move(found->get_ref<std::string&>());
}

Result<std::string> text_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::string();
  if (!found->is_string()) return bad_value(key, *found, "a text");
  return found->get<std::string>();
}

Result<int> size_at(const Json& object) {
  const auto size = whole_at(object, "size", 4, 8, 8);
  if (size && !is_board_size(*size)) return bad_value("size", object.at("size"), "4, 6 or 8");
  return size;
}

Millis to_millis(double seconds) {
  return Millis(std::max<std::int64_t>(1, std::llround(seconds * 1000)));
}

Result<SearchLimits> limits_in(const Json& object) {
  if (!object.is_object()) return bad_value("limits", object, "an object such as {\"level\": 20}");
  if (const auto known = check_keys(object, kLimitKeys, "limits: "); !known) return known.error();
  if (object.size() != 1) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("limits: {} of {}: name one", object.empty() ? "none" : "several",
                             fmt::join(kLimitKeys, ", "))};
  }
  const std::string key = object.begin().key();
  SearchLimits limits;
  if (key == "level") {
    const auto level = whole_at(object, key, 0, kMaxLevel, 0);
    if (!level) return level.error();
    return level_limits(*level);
  }
  if (key == "depth") {
    const auto depth = whole_at(object, key, 1, kMaxJsonDepth, 0);
    if (!depth) return depth.error();
    limits.depth = *depth;
    return limits;
  }
  if (key == "time") {
    const auto seconds = number_at(object, key, 0, kMaxJsonSeconds);
    if (!seconds) return seconds.error();
    return time_limits(to_millis(*seconds));
  }
  const auto nodes = number_at(object, key, 1, kMaxNodes);
  if (!nodes) return nodes.error();
  limits.selectivity = kFastSelectivity;
  limits.nodes = static_cast<std::uint64_t>(*nodes);
  return limits;
}

}  // namespace sumi::protocol
