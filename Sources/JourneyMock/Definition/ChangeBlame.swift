import Diagnostics
import LocatedYAML

/// Which line of a tenant's `changes` makes something wrong that is found in a file that it extends.
///
/// It is the first with which the tenant has the mistake: the tenant is put together again with fewer of its lines.
struct ChangeBlame {
  private let tenant: TenantDefinition
  /// What is wrong with a definition.
  private let diagnosed: (TenantDefinition) -> [Diagnostic]
  /// By the number of lines.
  private var known: [Int: Set<Mistake>] = [:]

  private struct Mistake: Hashable {
    var message: String
    var range: SourceRange?

    init(_ diagnostic: Diagnostic) { (message, range) = (diagnostic.message, diagnostic.range) }
  }

  init(_ tenant: TenantDefinition, diagnosed: @escaping (TenantDefinition) -> [Diagnostic]) {
    self.tenant = tenant
    self.diagnosed = diagnosed
  }

  /// The diagnostic at the line that causes it; `nil` if it is in the tenant's own file or is caused by none.
  mutating func placed(_ diagnostic: Diagnostic, extending files: [SourceFile]) -> Diagnostic? {
    guard !tenant.changes.isEmpty, let range = diagnostic.range, files.contains(range.file) else { return nil }
    let mistake = Mistake(diagnostic)
    guard !mistakes(0).contains(mistake) else { return nil }
    var (without, with) = (0, tenant.changes.count)
    while with - without > 1 {
      let middle = (with + without) / 2
      if mistakes(middle).contains(mistake) { with = middle } else { without = middle }
    }
    var placed = diagnostic
    placed.range = tenant.changes[with - 1].key.range
    placed.notes.insert(Diagnostic.Note("'\(tenant.name.value)' extends this, which needs it", at: range), at: 0)
    return placed
  }

  /// What is wrong with the first so many lines.
  private mutating func mistakes(_ count: Int) -> Set<Mistake> {
    if let known = known[count] { return known }
    var fewer = tenant
    fewer.changes = Array(tenant.changes.prefix(count))
    let found = Set(diagnosed(fewer).map(Mistake.init))
    known[count] = found
    return found
  }
}
