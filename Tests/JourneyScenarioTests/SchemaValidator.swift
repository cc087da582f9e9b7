import Encodings
import LocatedYAML

/// As much of JSON Schema draft 7 as our schemas use; a word that it does not know is a mistake of the test.
struct SchemaValidator {
  let schema: JSONValue

  /// Where a value is not as the schema has it, as `/steps/0/screen: what`; empty where it is.
  func problems(of value: JSONValue) -> [String] { problems(of: value, schema, at: "") }

  private func problems(of value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    guard case .object(let members) = schema else { return ["\(path): the schema is not an object"] }
    return members.flatMap { problems(of: value, $0, beside: schema, at: path) }
  }

  private func problems(of value: JSONValue, _ rule: JSONValue.Member, beside schema: JSONValue, at path: String) -> [String] {
    switch rule.name {
    case "$schema", "title", "description", "definitions", "examples", "then": return []
    case "$ref": return problems(of: value, definition(rule.value), at: path)
    case "type": return hasType(value, rule.value) ? [] : ["\(path): not of type \(JSONWriter.text(of: rule.value))"]
    case "enum": return elements(rule.value).contains(value) ? [] : ["\(path): none of \(JSONWriter.text(of: rule.value))"]
    case "minimum", "maximum": return isWithin(value, rule) ? [] : ["\(path): out of bounds"]
    case "pattern": return fits(value, rule.value) ? [] : ["\(path): does not fit \(rule.value)"]
    case "anyOf":
      let tried = elements(rule.value).map { problems(of: value, $0, at: path) }
      return tried.contains(where: \.isEmpty) ? [] : tried.min { $0.count < $1.count } ?? []
    case "allOf": return elements(rule.value).flatMap { problems(of: value, $0, at: path) }
    case "if": return problems(of: value, rule.value, at: path).isEmpty ? problems(of: value, schema["then"] ?? [:], at: path) : []
    case "required": return elements(rule.value).filter { value[$0.stringValue ?? ""] == nil }.map { "\(path): needs \($0)" }
    case "propertyNames": return members(value).flatMap { problems(of: .string($0.name), rule.value, at: "\(path)/\($0.name)") }
    case "properties":
      return members(value).flatMap { member in
        rule.value[member.name].map { problems(of: member.value, $0, at: "\(path)/\(member.name)") } ?? []
      }
    case "additionalProperties":
      return members(value).filter { schema["properties"]?[$0.name] == nil }.flatMap { member in
        rule.value == false ? ["\(path)/\(member.name): unknown"] : problems(of: member.value, rule.value, at: "\(path)/\(member.name)")
      }
    case "items":
      return items(value).enumerated().flatMap { problems(of: $0.element, rule.value, at: "\(path)/\($0.offset)") }
    default: return ["\(path): the schema says '\(rule.name)'"]
    }
  }

  private func definition(_ reference: JSONValue) -> JSONValue {
    let name = reference.stringValue?.split(separator: "/").last.map(String.init) ?? ""
    return schema["definitions"]?[name] ?? .null
  }

  private func hasType(_ value: JSONValue, _ types: JSONValue) -> Bool {
    let name =
      switch value {
      case .null: "null"
      case .bool: "boolean"
      case .number: "number"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    let allowed = types.stringValue.map { [$0] } ?? elements(types).compactMap(\.stringValue)
    return allowed.contains(name) || allowed.contains("integer") && number(value) != nil
  }

  private func isWithin(_ value: JSONValue, _ rule: JSONValue.Member) -> Bool {
    guard let number = number(value), let bound = self.number(rule.value) else { return true }
    return rule.name == "minimum" ? number >= bound : number <= bound
  }

  private func fits(_ value: JSONValue, _ pattern: JSONValue) -> Bool {
    guard let text = value.stringValue, let pattern = pattern.stringValue else { return true }
    do { return try Pattern(pattern).firstMatch(in: text) != nil } catch { return false }
  }

  private func number(_ value: JSONValue) -> Int? {
    guard case .number(let spelling) = value else { return nil }
    return Int(spelling)
  }

  private func elements(_ value: JSONValue) -> [JSONValue] { items(value) }

  private func items(_ value: JSONValue) -> [JSONValue] {
    guard case .array(let items) = value else { return [] }
    return items
  }

  private func members(_ value: JSONValue) -> [JSONValue.Member] {
    guard case .object(let members) = value else { return [] }
    return members
  }
}

extension JSONValue {
  /// What an editor makes of a YAML value.
  init(_ node: YAMLNode) {
    switch node {
    case .sequence(let sequence): self = .array(sequence.items.map(JSONValue.init))
    case .mapping(let mapping): self = .object(mapping.entries.map { Member($0.name, JSONValue($0.value)) })
    case .scalar(let scalar):
      switch scalar.kind {
      case .nothing, .null: self = .null
      case .boolean(let flag): self = .bool(flag)
      case .number: self = .number(scalar.text)
      case .text: self = .string(scalar.text)
      }
    }
  }
}
