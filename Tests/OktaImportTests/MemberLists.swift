import Encodings
import OktaImport
import TenantImport

/// What becomes of each member of policies and rules, whatever object it is of.
struct MemberLists {
  /// As the page names them.
  static let kinds = ["app", "session", "enrolment", "password"]

  /// By kind and by path, e.g. `conditions.people.groups.include[]`.
  private(set) var members: [String: [String: ImportList]] = [:]

  /// Takes the worst of what became of a member. An id that leads nowhere says nothing of its member.
  ///
  /// - Parameter counts: whether a member of an object counts.
  mutating func add(_ imported: OktaImporter, _ counts: (SourceObject, MemberPath) -> Bool = { _, _ in true }) {
    for object in imported.report.objects {
      guard let kind = Self.kinds.first(where: { ["\($0) policy", "\($0) rule"].contains(object.kind) }) else { continue }
      for member in object.members() where counts(object, member.path) {
        let path = Self.path(member.path)
        let (known, list) = (members[kind]?[path], member.mark.list)
        let isBetter = known == .missing || known.map { list != .missing && list.rank > $0.rank } ?? true
        if isBetter { members[kind, default: [:]][path] = list }
      }
    }
  }

  /// With `[]` for each place of a list, and one member for all links.
  static func path(_ path: MemberPath) -> String {
    if path.steps.first == .member("_links") { return "_links" }
    return "\(MemberPath(path.steps.map { if case .element = $0 { .element(0) } else { $0 } }))".replacing("[0]", with: "[]")
  }

  func paths(_ kind: String, _ list: ImportList) -> [String] {
    (members[kind] ?? [:]).filter { $0.value == list }.map(\.key).sorted()
  }
}
