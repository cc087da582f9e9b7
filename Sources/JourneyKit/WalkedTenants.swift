import Diagnostics
import Encodings
import JourneyMock
import JourneyRunner

extension Project {
  /// These tenants as the log names them, in order.
  func walkedTenants(_ names: Set<String>) -> [WalkedTenant] {
    names.sorted().map { name in
      guard let mock = sites[name]?.mock else { return WalkedTenant(name: name) }
      return WalkedTenant(name: name, mock: mock.definition.name.range.file.name, definition: mock.definitionDigest)
    }
  }
}

extension MockTenant {
  /// `sha256:` and the digest of the texts that it was read from; their names and order do not count.
  var definitionDigest: String {
    let definition = definition
    var files = inherited + [definition.name.range.file]
    files += definition.screens.map(\.id.range.file) + definition.states.map(\.id.range.file) + definition.messages.map(\.name.range.file)
    // Most screens and states are in the same few files.
    var seen: Set<ObjectIdentifier> = []
    files.removeAll { !seen.insert(ObjectIdentifier($0)).inserted }
    let digests = Set(files.map { Hex.encode(Digests.sha256($0.text)) }).sorted()
    return "sha256:" + Hex.encode(Digests.sha256(digests.joined(separator: "\n")))
  }
}
