package import Encodings

/// The members of a screen's tree that hold what a person reads, in which times and ids differ from visit to visit.
package enum ReadMembers {
  private static let texts: Set<String> = ["label", "text"]
  private static let facts: Set<String> = ["title", "heading"]

  /// - Parameter owner: the object that has the member.
  package static func hold(_ member: String, of owner: JSONValue?) -> Bool {
    texts.contains(member) || member == "value" && (owner?["name"]?.stringValue.map(facts.contains) ?? false)
  }
}
