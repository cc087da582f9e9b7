import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

@testable import HostedDialect

/// Pages that nobody would write. None may crash a walk, or stop it for long.
struct PageMutationTests {
  private static let pieces = [
    "<form>", "</form>", "<form method=post id=f>", "<input form=f name=a>", "<label>", "</label>", "<label for=a>", "<select><option>",
    "</select>",
    "<fieldset disabled>", "<legend>", "<template>", "<noscript>", "<script>", "</script>", "<!--", "-->", "<![CDATA[", "<textarea>",
    "<title>", "<html a=b>",
    "<body c=d>", "<frameset>", "<base href=//x>", "&#0;", "&#x110000;", "&amp", "&NotEqualTilde;", "<meta charset=utf-16>",
    "<meta charset=shift_jis>",
    " hidden ", " role=alert ", " aria-labelledby=\"a a a\" ", " id=a ", " aria-invalid=true aria-describedby=a ", "<div><p><table><td>",
  ]
  private static let types = [
    nil, "text/html; charset=utf-16le", "text/html; charset=shift_jis", "text/html; charset=windows-1252", "text/html;charset=gb18030",
  ]

  @Test
  func `pages that nobody would write give screens or clear errors`() throws {
    let sources = try PageFixture.all.get().map { try $0.bytes }
    let rounds = MutationRounds(usual: 3_000, of: "pages")
    var random = SeededGenerator(seed: rounds.seed)
    let bytes = ByteMutator(pieces: Self.pieces)
    let lines = FileMutator(vocabulary: Self.pieces)
    let rules = try PageFixture.rules.get()
    for round in 0..<rounds.count {
      let source = sources[round % sources.count]
      let other = sources.randomElement(using: &random) ?? []
      let mutated =
        round % 4 == 0
        ? Array(lines.mutated(String(decoding: source, as: UTF8.self), using: &random).utf8)
        : bytes.mutated(source, with: other, using: &random)
      let start = ContinuousClock.now
      try Self.show(mutated, type: Self.types[round % Self.types.count], rules)
      #expect(ContinuousClock.now - start < .seconds(5), "seed \(rounds.seed), round \(round)")
    }
  }

  /// Reads, maps, prints and sends.
  private static func show(_ bytes: [UInt8], type: String?, _ rules: PageRules) throws {
    let page: HTMLPage
    do { page = try HTMLPage(bytes, contentType: type, url: WebURL("https://id.example.test/a/b?c#d")) } catch let error as PageError {
      #expect(!error.description.isEmpty)
      return
    }
    let reading = PageReader(rules: rules).read(page)
    #expect(try Screen(json: JSONReader.read(reading.screen.jsonBytes, counts: .unlimited)).id == reading.screen.id)
    #expect(Set(reading.screen.forms.map(\.id)).count == reading.screen.forms.count)
    #expect(!PageRules.proposed(for: page).id.isEmpty)
    for form in page.forms.prefix(10) {
      let answers = form.fields.prefix(10).map { PageAnswer($0.id, .text("x\n"), isForced: true) }
      do { _ = try form.submission() } catch { #expect(!error.description.isEmpty) }
      for answer in answers { do { _ = try form.submission(answers: [answer]) } catch { #expect(!error.description.isEmpty) } }
    }
  }
}
