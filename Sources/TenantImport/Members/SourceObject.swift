package import Encodings
import TenantDecisions

/// An object of a source, with what the import makes of each of its members.
///
/// A mark holds for everything below its path that has no mark of its own. What is not marked is not understood, so no member can be
/// lost.
package struct SourceObject: Sendable {
  /// What is made of a member, and why.
  package struct Mark: Sendable, Hashable {
    package var list: ImportList
    /// Lower case, without a full stop; may be empty.
    package var reason: String
  }

  /// A member without members, with what is made of it.
  package struct Member: Sendable, Hashable {
    package var path: MemberPath
    package var mark: Mark
  }

  /// E.g. `app rule`.
  package var kind: String
  /// For people, e.g. `Portal sign-on/Contractors out`.
  package var name: String
  package let json: JSONValue
  /// Members that say nothing where they are empty: names joined by dots, `[*]` for an item of the last list, and `[]`, `{}` or `""`.
  private let mayBeEmpty: Set<String>
  private var marks: [MemberPath: Mark] = [:]
  /// What is assumed beyond the values of members, by paths without places in lists.
  private(set) var noted: [String: [String]] = [:]

  package init(kind: String, name: String, json: JSONValue, mayBeEmpty: Set<String> = []) {
    self.kind = kind
    self.name = name
    self.json = json
    self.mayBeEmpty = mayBeEmpty
  }

  /// The value at a path; `nil` if there is none.
  package func value(_ path: MemberPath) -> JSONValue? {
    var value: JSONValue? = json
    for step in path.steps {
      switch step {
      case .member(let name): value = value?[name]
      case .element(let index): value = value?[index]
      }
    }
    return value
  }

  /// Whether something is there that says anything: no null, no empty text, list or object.
  package func says(_ path: MemberPath) -> Bool { value(path).map { !Self.isEmpty($0) } ?? false }

  package static func isEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let items): items.isEmpty
    case .object(let members): members.isEmpty
    case .bool, .number: false
    }
  }

  /// Whether something is there that may mean something: any content, or an empty value where it is not known that it has no meaning.
  package func mayMean(_ path: MemberPath) -> Bool {
    guard let value = value(path), value != .null else { return false }
    guard Self.isEmpty(value) else { return true }
    let names = path.steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
    let sign = value.arrayValue != nil ? "[]" : value.objectValue != nil ? "{}" : "\"\""
    let item = if case .element? = path.steps.last { "[*]" } else { "" }
    return !mayBeEmpty.contains(names.joined(separator: ".") + item + sign)
  }

  package mutating func mark(_ path: MemberPath, _ list: ImportList, _ reason: String = "") {
    marks[path] = Mark(list: list, reason: reason)
  }

  /// Notes that something is assumed where a member is not there, or null.
  package mutating func assumeWithout(_ path: MemberPath) { noted["\(path.names)", default: []].append(AssumedMember.absent) }

  /// Notes that something is assumed of what several members say together.
  package mutating func assume(_ path: MemberPath, of meaning: String) {
    noted["\(path.names)", default: []].append("digest \(MeaningDigest.of(meaning))")
  }

  /// Marks everything below a path, whatever mark it has.
  package mutating func markAll(below path: MemberPath, _ list: ImportList, _ reason: String) {
    marks = marks.filter { !$0.key.steps.starts(with: path.steps) }
    mark(path, list, reason)
  }

  /// Marks several members of the object itself.
  package mutating func mark(_ names: [String], _ list: ImportList, _ reason: String = "") {
    for name in names { mark(MemberPath([.member(name)]), list, reason) }
  }

  /// The text at a path, marked; `nil`, and no mark, if it is none.
  package mutating func text(_ path: MemberPath, _ list: ImportList = .understood, _ reason: String = "") -> String? {
    guard let text = value(path)?.stringValue else { return nil }
    mark(path, list, reason)
    return text
  }

  /// A word of the vendor's at a path in capitals, as recorded answers mix both; marked.
  package mutating func word(_ path: MemberPath) -> String? { text(path)?.uppercased() }

  /// The flag at a path, marked; `nil`, and no mark, if it is none.
  package mutating func flag(_ path: MemberPath) -> Bool? {
    guard let flag = value(path)?.boolValue else { return nil }
    mark(path, .understood)
    return flag
  }

  /// The texts of a list, each marked; empty if it is missing, and other items are not marked.
  package mutating func texts(_ path: MemberPath) -> [String] {
    guard let items = value(path)?.arrayValue else { return [] }
    if items.isEmpty { mark(path, .understood) }
    return items.indices.compactMap { text(path[$0]) }
  }

  /// How many items the list at a path has.
  package func count(_ path: MemberPath) -> Int { value(path)?.arrayValue?.count ?? 0 }

  /// The paths of an object's members, or of a list's items.
  package func paths(below path: MemberPath) -> [MemberPath] {
    switch value(path) {
    case .object(let members)?: members.map { path[$0.name] }
    case .array(let items)?: items.indices.map { path[$0] }
    default: []
    }
  }

  /// Every member without members, in the order of the source.
  package func members() -> [Member] {
    var found: [Member] = []
    collect(json, MemberPath(), marks[MemberPath()], &found)
    return found
  }

  /// The members below a path that are not marked and may mean something.
  package func unread(below path: MemberPath) -> [MemberPath] {
    guard let start = value(path), nearestMark(path) == nil else { return [] }
    var found: [Member] = []
    collect(start, path, nil, &found)
    return found.filter { $0.mark == Self.unmarked && mayMean($0.path) }.map(\.path)
  }

  private static let unmarked = Mark(list: .notUnderstood, reason: "")

  /// What is made of a member by its own mark; `nil` if it has none.
  func mark(of path: MemberPath) -> Mark? { marks[path] }

  private func nearestMark(_ path: MemberPath) -> Mark? {
    (0...path.steps.count).reversed().lazy.compactMap { marks[MemberPath(Array(path.steps.prefix($0)))] }.first
  }

  private func collect(_ value: JSONValue, _ path: MemberPath, _ inherited: Mark?, _ found: inout [Member]) {
    switch value {
    case .object(let members) where !members.isEmpty:
      for member in members { collect(member.value, path[member.name], marks[path[member.name]] ?? inherited, &found) }
    case .array(let items) where !items.isEmpty:
      for (index, item) in items.enumerated() { collect(item, path[index], marks[path[index]] ?? inherited, &found) }
    case .null, .bool, .number, .string, .object, .array:
      found.append(Member(path: path, mark: inherited ?? Self.unmarked))
    }
  }

  /// Where it is in the report: where its worst member is.
  package var worst: ImportList { members().map(\.mark.list).max { $0.rank < $1.rank } ?? .understood }
}

extension SourceObject {
  /// The word at a path in capitals, marked; `nil`, and no mark, if it is none of these.
  package mutating func word(_ path: MemberPath, among known: [String]) -> String? {
    guard let word = value(path)?.stringValue?.uppercased(), known.contains(word) else { return nil }
    mark(path, .understood)
    return word
  }

  /// Marks what is left below a path and has no meaning: null, and what is known to have none where it is empty.
  package mutating func markRest(below path: MemberPath) {
    guard let start = value(path) else { return }
    if Self.isEmpty(start), !mayMean(path) { return mark(path, .understood) }
    for member in members() where member.mark == Self.unmarked && member.path.steps.starts(with: path.steps) && !mayMean(member.path) {
      mark(member.path, .understood)
    }
  }
}
