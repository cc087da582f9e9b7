import Encodings

/// A member of an object of the API that attributes of a resource of Terraform's provider become.
///
/// Source: the provider's documentation and its code, as the sheet of policies has them.
struct PlannedMember: Sendable {
  /// The attributes that it is made of.
  let attributes: [String]
  /// Where it is in the object.
  let path: [String]
  /// What the plan says of it can be compared with what the org has: the API gives back what was sent.
  let isComparable: Bool
  private let read: @Sendable (JSONValue) -> JSONValue?

  init(_ attributes: [String], _ path: String, isComparable: Bool = false, _ read: @escaping @Sendable (JSONValue) -> JSONValue?) {
    self.attributes = attributes
    self.path = path.split(separator: ".").map(String.init)
    self.isComparable = isComparable
    self.read = read
  }

  /// Its value; `nil` where the attributes say nothing of it.
  ///
  /// - Parameter attributes: of the resource.
  func value(_ attributes: JSONValue) -> JSONValue? {
    if self.attributes.contains(where: { attributes[$0] == JSONValue.knownLater }) { return JSONValue.knownLater }
    guard let value = read(attributes), !value.isNull else { return nil }
    return value
  }
}

extension PlannedMember {
  /// The attribute as it is.
  static func same(_ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([attribute], path, isComparable: true) { $0[attribute] }
  }

  /// A number whose place among others may be another one in the org.
  static let priority = PlannedMember(["priority"], "priority", isComparable: true) { $0["priority"] }

  /// A set; an empty one is the same as none.
  static func set(_ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([attribute], path, isComparable: true) { $0[attribute].flatMap(full) }
  }

  /// A list of texts that are JSON.
  static func texts(_ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([attribute], path) { $0[attribute].flatMap(full)?.arrayValue.map { .array($0.map(parsed)) } }
  }

  /// A text that is JSON.
  static func text(_ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([attribute], path) { $0[attribute].map(parsed) }
  }

  /// An attribute of a block that is there once at most.
  static func block(_ block: String, _ attribute: String, _ path: String) -> PlannedMember {
    PlannedMember([block], path) { $0[block]?[0]?[attribute] }
  }

  /// What something is switched to, of a text such as `ACTIVE`.
  static func constant(_ path: String, _ text: String) -> PlannedMember { PlannedMember([], path) { _ in .string(text) } }

  /// `nil` for an empty list. What is not a list stays as it is, so that it is not understood.
  static func full(_ list: JSONValue) -> JSONValue? { list.isNull || list.arrayValue?.isEmpty == true ? nil : list }

  /// A text that is not JSON stays as it is, so that it is not understood.
  private static func parsed(_ value: JSONValue) -> JSONValue {
    guard let text = value.stringValue else { return value }
    do throws(JSONError) { return try JSONReader.read(Array(text.utf8)) } catch { return value }
  }
}

extension JSONValue {
  /// The value at a path; `nil` where it is not there, or is `null`.
  func value(at path: ArraySlice<String>) -> JSONValue? {
    guard let name = path.first else { return isNull ? nil : self }
    return self[name]?.value(at: path.dropFirst())
  }

  /// With another value at a path, or without one. Objects on the way are made; empty ones that are left there are removed.
  func setting(_ value: JSONValue?, at path: ArraySlice<String>) -> JSONValue? {
    guard let name = path.first else { return value }
    let inner = (self[name] ?? .null).setting(value, at: path.dropFirst())
    var members = objectValue ?? []
    let place = members.lastIndex { $0.name == name }
    switch (inner, place) {
    case (let inner?, let place?): members[place].value = inner
    case (let inner?, nil): members.append(Member(name, inner))
    case (nil, let place?): members.remove(at: place)
    case (nil, nil): break
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// What it means whatever the order of its members and the case of its words: lists are sets.
  var meaning: String {
    switch self {
    case .null: "-"
    case .bool, .number: JSONWriter.text(of: self)
    case .string(let text): JSONWriter.text(of: .string(text.lowercased()))
    case .array(let items): items.isEmpty ? "-" : "[\(items.map(\.meaning).sorted().joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.name):\($0.value.meaning)" }.filter { !$0.hasSuffix(":-") }.sorted().joined(separator: ","))}"
    }
  }
}
