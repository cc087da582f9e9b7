import Encodings

extension SourceObject {
  /// What is assumed of the object and may mean something: by paths without places in lists, with a digest of the values that changes with
  /// any of them; of a member that is not there with words that say so.
  package var assumed: [String: String] {
    var found: [String: [String]] = [:]
    collectAssumed(json, MemberPath(), "", &found)
    var digests = noted.filter { found[$0.key] == nil && Set($0.value).count == 1 }.mapValues { $0[0] }
    found.merge(noted.filter { digests[$0.key] == nil }, uniquingKeysWith: +)
    digests.merge(found.mapValues { "digest \(MeaningDigest.of("\($0.sorted())"))" }) { first, _ in first }
    return digests
  }

  /// - Parameter place: where the value is, which stays the same where items of a list that have names are in another order.
  private func collectAssumed(_ value: JSONValue, _ path: MemberPath, _ place: String, _ found: inout [String: [String]]) {
    if mark(of: path)?.list == .assumed {
      if mayMean(path) { found["\(path.names)", default: []].append("\(place) \(MeaningDigest.of(value))") }
      return
    }
    switch value {
    case .object(let members):
      for member in members { collectAssumed(member.value, path[member.name], "\(place).\(member.name)", &found) }
    case .array(let items):
      for (index, item) in items.enumerated() {
        collectAssumed(item, path[index], "\(place)[\(Self.identity(of: item) ?? "\(index)")]", &found)
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// What distinguishes an item of a list from the others; `nil` for its place alone.
  private static func identity(of item: JSONValue) -> String? {
    let texts = ["key", "method", "id", "type", "name"].compactMap { item[$0]?.stringValue }
    return texts.isEmpty ? nil : MeaningDigest.of("\(texts)")
  }
}
