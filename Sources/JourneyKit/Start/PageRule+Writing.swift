import Encodings
import HostedDialect

extension PageRule {
  /// The rule as a member of the list `rules` in tenants.yaml, indented as there.
  var line: String {
    let members = [("screen", id), ("path", path?.description), ("title", title), ("h1", h1), ("has", has.first?.description)]
    let parts = members.compactMap { name, value in value.map { "\(name): \(JSONWriter.text(of: .string($0)))" } }
    return "        - {\((parts + (status.map { ["status: \($0)"] } ?? [])).joined(separator: ", "))}"
  }
}
