import Diagnostics
import LocatedYAML

/// What the lines of a tenant's `changes` make of the parts of the tenant that it extends.
struct TenantChanges {
  /// Everything that the tenant and what it extends say without them.
  let all: WrittenTenant
  /// The languages of its texts.
  let languages: Set<String>
  /// The parts that lines are about, with what they say.
  private(set) var parts: [TenantPart: YAMLNode] = [:]
  /// By part, the elements that lines are about, e.g. screens.
  private(set) var names: [TenantPart: Set<String>] = [:]
  private(set) var elements: [ChangedElement] = []
  private var done: [(part: TenantPart, names: [String], path: Located<String>)] = []

  init(of all: WrittenTenant, in languages: Set<String>) {
    self.all = all
    self.languages = languages
  }

  mutating func apply(_ change: WrittenChange) throws(WrittenChange.Problem) {
    let (part, rest) = try change.part()
    guard let node = parts[part] ?? all.part(part) ?? part.unwritten(at: change.path) else {
      throw WrittenChange.Problem(
        "the tenant that is extended has no '\(part.rawValue)'", suggestion: "write '\(part.rawValue)' as a key of its own")
    }
    let way = try change.read(rest, in: node, of: part)
    let element = try Self.element(way, of: node, change, part)
    try checkLanguages(change, way, node, part)
    let said = way.names + (way.rest.isEmpty ? [] : [way.rest])
    if let lost = done.first(where: { $0.part == part && $0.names.count > said.count && $0.names.starts(with: said) }) {
      throw WrittenChange.Problem(
        "'\(change.path.value)' is written whole, so what '\(lost.path.value)' above changes is lost",
        suggestion: "write this line before that one")
    }
    let applied = try change.applied(to: node, at: way, of: part)
    // An empty part would be taken for one that the tenant leaves to what it extends.
    guard !applied.isEmpty else {
      throw WrittenChange.Problem("'\(part.rawValue)' would be empty: its last entry cannot be removed")
    }
    parts[part] = applied
    done.append((part, said, change.path))
    names[part, default: []].insert(element)
    elements.append(
      ChangedElement(what: part.elementName, name: Located(element, at: change.path.range), path: change.path.value))
  }

  /// A part as far as it is to be read again: of what is put together by names those that changed; everything else is there already.
  func changed(_ part: TenantPart) -> YAMLNode? {
    guard let node = parts[part], let names = names[part] else { return nil }
    guard case .mapping(let mapping) = node, part.joining == .names else { return node }
    return .mapping(YAMLMapping(entries: mapping.entries.filter { names.contains($0.name) }, range: mapping.range))
  }

  /// The element of a part that a path is about, e.g. a screen. It has to be there, and stays.
  private static func element(
    _ way: WrittenPath, of node: YAMLNode, _ change: WrittenChange, _ part: TenantPart
  ) throws(WrittenChange.Problem) -> String {
    guard part.joining != .whole else { return way.names.first ?? "" }
    guard let known = way.names.first else {
      let name = String(way.rest.prefix { $0 != "." })
      throw WrittenChange.Problem(
        "unknown \(part.elementName) '\(name)'", NameAdvice(for: name, among: node.mapping?.entries.map(\.name) ?? []),
        otherwise: change.value == nil ? nil : "a new one is written below '\(part.rawValue)' as a key of its own")
    }
    guard part != .policy, way.steps.count == 1, way.rest.isEmpty, change.value == nil else { return known }
    throw WrittenChange.Problem("\(part.elementName) '\(known)' cannot be removed as a whole")
  }

  /// A text that loses one of the tenant's languages would be empty, or in another language.
  private func checkLanguages(
    _ change: WrittenChange, _ way: WrittenPath, _ node: YAMLNode, _ part: TenantPart
  ) throws(WrittenChange.Problem) {
    guard change.value == nil, [.messages, .mails, .sms, .screens].contains(part), way.rest.isEmpty, way.steps.count > 1,
      let language = way.names.last, languages.contains(language)
    else { return }
    throw WrittenChange.Problem(
      "the text in '\(language)' cannot be removed: texts have each of the tenant's languages", suggestion: "write another text")
  }
}

extension TenantPart {
  /// The part where no file says anything of it, as a path begins to say something; `nil` if that makes no sense.
  fileprivate func unwritten(at path: Located<String>) -> YAMLNode? {
    isChangeable && joining == .whole ? .mapping(YAMLMapping(entries: [], range: path.range)) : nil
  }
}
