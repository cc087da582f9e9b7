import FoundationEssentials
import JourneyTestSupport
import Testing

/// Two imports of the org of `fixtures/imports/okta-heron`, `before` and `now`, in a project that can compare them.
enum TwoExports {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"

  /// - Parameter change: the text of a file of a version.
  static func write(to folder: TemporaryFolder, _ change: (_ version: String, _ file: String, _ text: String) -> String) async throws {
    for version in ["before", "now"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: source) {
        let text = try String(contentsOfFile: "\(source)/\(file)", encoding: .utf8)
        try folder.write(change(version, file, text), to: "\(version)/\(file)")
      }
      let imported = try await BuiltCommand.run(["import", "okta", version, "--as", version], in: folder.path)
      #expect(imported.code == 0, "\(imported.error)")
    }
    try folder.write(
      ["before", "now"].map { version in
        "  \(version):\n    dialect: okta-idx\n    mock: _mock/\(version)/\(version).yaml\n"
          + "    client: {id: portal, redirect_uri: \"https://portal.\(version).test/callback\"}\n"
      }.reduce("default: now\n\ntenants:\n") { $0 + $1 }, to: "journeys/tenants.yaml")
  }
}
