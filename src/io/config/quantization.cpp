#include "io/config/quantization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace planner::io {

namespace {

using catalog::Checkpoint;
using catalog::Covers;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Whether an entry of a list of modules means every layer, not a single one: `model.layers.*.self_attn`, `re:.*mlp.*`.
bool of_every_layer(std::string_view entry) {
  return std::ranges::none_of(entry, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Whether the entry names the module itself rather than something inside it.
bool whole_module(std::string_view entry, std::string_view module) {
  const std::size_t at = entry.find(module);
  if (at == std::string_view::npos || !of_every_layer(entry)) return false;
  return std::ranges::all_of(entry.substr(at + module.size()), [](char c) { return c == '.' || c == '*' || c == '$'; });
}

void leave_out(std::string_view entry, Covers& covers) {
  if (whole_module(entry, "self_attn") || whole_module(entry, "attention")) covers.attention = false;
  if (whole_module(entry, "linear_attn") || whole_module(entry, "mixer")) covers.recurrent = false;
  if (whole_module(entry, "shared_experts") || whole_module(entry, "shared_expert")) covers.shared_experts = false;
  if (whole_module(entry, "mlp.experts")) covers.experts = false;
  if (contains(entry, "mlp") && contains(entry, "down") && of_every_layer(entry))
    covers.mlp = false;  // re:.*mlp\.(gate|up|down)_proj
}

Covers read_covers(const Fields& config, const std::string& format) {
  Covers covers;
  if (format == "mxfp4")
    covers = {.attention = false, .mlp = false, .experts = true, .shared_experts = false, .recurrent = false};
  for (const char* name : {"modules_to_not_convert", "ignore", "exclude_modules"})
    for (const std::string& entry : config.texts(name)) leave_out(entry, covers);
  return covers;
}

std::string integer_format(int bits, int group) {
  if (bits == 8) return "int8";
  if (bits != 4) return "";
  if (group == 32 || group == 64) return fmt::format("int4-g{}", group);
  return group == 128 ? "int4-g128" : "";
}

/// The first group of compressed-tensors: {"weights": {"num_bits": 4, "type": "int", "group_size": 32}}.
std::string grouped_format(const Fields& config) {
  const auto groups = config.child("config_groups");
  const auto group = groups ? groups->child("group_0") : std::nullopt;
  const auto weights = group ? group->child("weights") : std::nullopt;
  if (!weights) return "";
  const int bits = weights->zero_if_absent("num_bits"), size = weights->zero_if_absent("group_size");
  if (weights->text("type", "int") == "float")
    return bits == 8 ? (weights->has("block_structure") ? "fp8-block" : "fp8") : bits == 4 && size == 16 ? "nvfp4" : "";
  const std::string format = integer_format(bits, size);
  return format.starts_with("int4") && weights->flag("symmetric", true) ? format + "-sym" : format;
}

std::string method_format(const Fields& config, const std::string& method) {
  if (method == "fp8") return config.has("weight_block_size") ? "fp8-block" : "fp8";
  if (method == "fbgemm_fp8") return "fp8";
  if (method == "mxfp4") return "mxfp4";
  if (method == "awq")
    return integer_format(config.optional({"bits", "w_bit"}).value_or(4),
                          config.optional({"group_size", "q_group_size"}).value_or(128));
  if (method == "gptq") {
    const std::string format =
        integer_format(config.optional({"bits"}).value_or(4), config.optional({"group_size"}).value_or(128));
    return format.starts_with("int4") && config.flag("sym", true) ? format + "-sym" : format;
  }
  if (method == "bitsandbytes")
    return config.flag("load_in_8bit", false)                ? "int8"
           : config.flag("bnb_4bit_use_double_quant", false) ? "nf4-double"
                                                             : "nf4";
  if (method == "compressed-tensors") return grouped_format(config);
  if (method == "modelopt")
    return config.text("quant_algo", "") == "NVFP4" ? "nvfp4" : config.text("quant_algo", "") == "FP8" ? "fp8" : "";
  return "";
}

std::string method_of(const Fields& config) {
  if (config.has("quant_method")) return config.text("quant_method", "");
  return config.has("quant_algo") ? "modelopt" : "";
}

std::string cache_format(const Fields& quantization) {
  const Json* scheme = quantization.find("kv_cache_scheme");
  return scheme != nullptr && (scheme->is_object() || *scheme == "FP8") ? "fp8" : "";
}

std::string plain_format(const Fields& config) {
  const std::string type = config.text("dtype", config.text("torch_dtype", "bfloat16"));
  if (type == "float32") return "fp32";
  if (type == "float16") return "fp16";
  if (type != "bfloat16")
    config.fault(config.has("dtype") ? "dtype" : "torch_dtype", "model.field_value", '"' + type.substr(0, 40) + '"',
                 "is no known type of values.", "Known: bfloat16, float16, float32.");
  return "bf16";
}

}  // namespace

Checkpoint read_checkpoint(const Fields& config, const Fields& text) {
  const bool typed = config.has("dtype") || config.has("torch_dtype");
  Checkpoint checkpoint{.format = plain_format(typed ? config : text)};
  const auto quantization = (config.has("quantization_config") ? config : text).child("quantization_config");
  if (!quantization) return checkpoint;
  const std::string method = method_of(*quantization), format = method_format(*quantization, method);
  if (format.empty()) {
    quantization->fault("quant_method", "model.quantization",
                        method.empty() ? "missing" : '"' + method.substr(0, 40) + '"',
                        "this quantisation, or its number of bits, is not known.",
                        "Known: fp8, fbgemm_fp8, mxfp4, awq and gptq (4 bit in groups of 32, 64 or 128; 8 bit), "
                        "bitsandbytes, compressed-tensors, modelopt (FP8, NVFP4).");
    return checkpoint;
  }
  checkpoint.format = format;
  checkpoint.covers = read_covers(*quantization, format);
  checkpoint.kv_format = cache_format(*quantization);
  return checkpoint;
}

}  // namespace planner::io
