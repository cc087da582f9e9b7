import Encodings
import TenantDecisions
import TenantImport

/// What the import assumes of objects that are in use, and the objects that it does not read.
struct OktaAssumed {
  /// By object and member, with a digest of the values.
  private(set) var digests: [String: String] = [:]

  /// - Parameters:
  ///   - items: all objects, read and marked.
  ///   - notRead: policies and rules of which nothing is read, and that may decide what people meet.
  ///   - apps: the names of apps in the mock, by their ids.
  init(_ items: [OktaItem], notRead: [OktaItem], apps: [String: String]) {
    let authenticators = Dictionary(
      items.filter { $0.kind == .authenticator }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [String: [String]] = [:]
    for item in items where item.isActive {
      let owner = item.kind == .method ? item.parent.flatMap { authenticators[$0] } : nil
      guard owner?.isActive ?? true else { continue }
      let name =
        switch item.kind {
        case .app: apps[item.id] ?? item.object.name
        case .authenticator: Self.key(item)
        case .method: "\(owner.map(Self.key) ?? "")/\(SourceText.name(item.type.lowercased()))"
        default: item.object.name
        }
      for (path, digest) in item.object.assumed where !(item.isForEverybody && path == Self.groups) {
        found["\(item.object.kind) '\(name)': \(path)", default: []].append(digest)
      }
    }
    for item in notRead {
      let digest = MeaningDigest.of(item.object.json, without: Self.changing)
      found["\(item.object.kind) '\(item.object.name)': \(AssumedMember.whole)", default: []].append("digest \(digest)")
    }
    // Several objects may have one name.
    digests = found.mapValues { $0.count == 1 ? $0[0] : "digest \(MeaningDigest.of("\($0.sorted())"))" }
  }

  /// What is not part of what a policy or rule decides.
  private static let changing: Set<String> = [
    "id", "name", "created", "lastUpdated", "createdBy", "lastUpdatedBy", "_links", "description",
  ]
  private static let groups = "conditions.people.groups.include"

  /// Stays the same where an administrator calls the authenticator something else.
  private static func key(_ item: OktaItem) -> String { SourceText.name(item.object.json["key"]?.stringValue ?? item.name) }
}

extension OktaItem {
  /// Whether it is a default policy: it is for everybody, whatever group it names.
  fileprivate var isForEverybody: Bool { kind == .policy && isSystem }
}
