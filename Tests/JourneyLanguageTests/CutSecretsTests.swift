import Encodings
import JourneyLanguage
import JourneyModel
import JourneyTestSupport
import Testing

/// Differences are cut to a few characters around the first one: what is cut was searched for secrets before.
struct CutSecretsTests {
  @Test(arguments: [6, 12, 19, 20, 21, 31, 64, 4000])
  func `no piece of a secret is in a difference, wherever the first one is`(_ length: Int) throws {
    let secret = SecretPieces(length: length)
    var bindings = Bindings.sample()
    // What a server sent is compared as it is, and never shown; short words of a server are no secrets.
    bindings.learn([Secret(secret.text, name: "session", source: length < 16 ? .caller : .server)])
    for offset in 0...90 {
      let before = String(SecretPieces.filler.prefix(offset))
      for expected in [before + "x", "y" + before, before + " \(secret.text.prefix(3))"] {
        let matcher = try LanguageText("\"\(expected)\"").matcher()
        let differences = try matcher.differences(
          from: MatchSubject(.text("\(before) \(secret.text) and more")), in: &bindings)
        #expect(!differences.isEmpty)
        let shown = "\(differences)"
        #expect(secret.piece(in: Array(shown.utf8)) == nil, "at \(offset): \(shown)")
      }
    }
  }
}
