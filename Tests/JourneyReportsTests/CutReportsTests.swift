import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// Outputs shorten long texts: they were searched for secrets before, so that no piece of one is left where a text was cut.
struct CutReportsTests {
  /// The lengths to which the console and the reports cut texts, in bytes.
  private static let limits = [64, 160, 400, 1000, 4000]

  /// Names that hold a run together are the project's own; each report as a whole is searched for them.
  private static let fields = HostileField.allCases.filter { ![.file, .tenant, .app, .host].contains($0) }

  @Test(arguments: fields)
  func `every field is searched before it is shown`(_ field: HostileField) throws {
    let secret = SecretPieces(length: 31)
    try check(secret, at: 20, in: [field], padding: 0)
  }

  @Test(arguments: limits)
  func `no piece of a secret is left where an output cuts a text`(_ limit: Int) throws {
    for length in limit == 160 ? [6, 31, 4000] : [31] {
      for offset in Set([limit - length - 1, limit - length + 2, limit - length / 2, limit - 3]) where offset >= 0 {
        try check(SecretPieces(length: length), at: offset, in: Set(Self.fields), padding: limit / 4)
      }
    }
  }

  private func check(_ secret: SecretPieces, at offset: Int, in fields: Set<HostileField>, padding: Int) throws {
    var redactor = Redactor()
    redactor.learn(Secret(secret.text, name: "canary"))
    let text = SecretPieces.filler.prefix(offset) + " \(secret.text) " + SecretPieces.filler.prefix(padding)
    let run = HostileField.run(fields, saying: String(text)).searched(by: redactor)
    let outputs = try HostileOutputs(run)
    for (name, text) in outputs.files.map({ ($0.name, $0.text) }) + [("the console", outputs.console)] {
      guard let piece = secret.piece(in: Array(text.utf8)) else { continue }
      let place = text.firstRange(of: piece)?.lowerBound ?? text.startIndex
      Issue.record("\(name) holds '\(piece)' of \(secret.text.utf8.count) bytes at \(offset): \(text[..<place].suffix(60))")
    }
  }
}
