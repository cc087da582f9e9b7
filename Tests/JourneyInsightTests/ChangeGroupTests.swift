import Encodings
import JourneyModel
import Testing

@testable import JourneyInsight

/// Texts that one change of the definitions changes.
struct ChangeGroupTests {
  private static let cause = Change.Cause(place: "next.yaml:4", element: "policy brand", before: "old", now: "new")

  /// Two screens with so many texts each, which read otherwise now; the cause is that of all of them.
  private static func difference(_ texts: Int, causes: [Change.Cause] = [cause]) -> RunDifference {
    func walk(_ word: String) -> MetWalk {
      func screen(_ id: String) -> MetStop {
        let fields = (0..<texts).map {
          Widget(id: WidgetID("field\($0)"), typeName: "input", label: RichText("\(word) \($0)"), kind: .entry(Entry()))
        }
        return MetStop(.screen(Screen(id: ScreenID(id), forms: [Form(id: FormID(id), widgets: fields)])))
      }
      return .of([screen("one"), screen("two"), .signedIn])
    }
    var difference = RunDifference(
      .of([walk("Old")]), as: .init(name: "acme", seed: 7), .of([walk("New")]), as: .init(name: "acme-next", seed: 7))
    for index in difference.changes.indices { difference.changes[index].causes = causes }
    return difference
  }

  @Test func `texts of one cause are one sentence with the list below it`() {
    #expect(
      DifferenceText(Self.difference(7)).text == """
        acme → acme-next, seed 7: 1 walk on each side, 1 identical, 0 incomplete

        WORDING
        1  14 texts on 2 screens change, all because of 'policy brand'.
             -       'one': the label of 'field0' is now 'New 0', previously 'Old 0'.
             -       'one': the label of 'field1' is now 'New 1', previously 'Old 1'.
             -       'one': the label of 'field2' is now 'New 2', previously 'Old 2'.
             -       'one': the label of 'field3' is now 'New 3', previously 'Old 3'.
             -       'one': the label of 'field4' is now 'New 4', previously 'Old 4'.
             and     9 more; --json and --html name them
             seen by 1 walk: jane
             cause   next.yaml:4  policy brand: 'old' → 'new'
             id      acme:policy-brand:texts

        1 change: 1 wording (14 texts)

        """)
  }

  @Test func `two texts of one cause, and texts of none, stand by themselves`() {
    #expect(Self.difference(1).groups.map(\.changes.count) == [1, 1])
    #expect(Self.difference(2, causes: []).groups.map(\.changes.count) == [1, 1, 1, 1])
  }

  @Test func `an allowed list may name the group or each of its texts`() {
    var all = Self.difference(2)
    let texts = all.changes.flatMap(\.newTexts)
    _ = all.allow([AllowedChange(id: "acme:policy-brand:texts", texts: texts, reason: "a new brand")])
    #expect(all.changes.allSatisfy { $0.allowed == "a new brand" })
    #expect(all.missing.isEmpty)
    var one = Self.difference(2)
    let first = AllowedChange(id: one.changes[0].id, texts: one.changes[0].newTexts, reason: "this one")
    _ = one.allow([first, AllowedChange(id: "acme:policy-other:texts", reason: "no")])
    #expect(one.changes.count { $0.allowed != nil } == 1)
    #expect(one.missing.map(\.line) == ["acme:policy-other:texts"])
    #expect(DifferenceText(one).text.contains("previously 'Old 0'. (allowed: this one)"))
  }

  @Test func `the machine's lines name every text, with its group`() throws {
    let lines = DifferenceJSON(Self.difference(7)).text.split(separator: "\n")
    let read = try lines.map { try JSONReader.read(Array($0.utf8), counts: .unlimited) }
    #expect(read.count { $0["kind"] == "change" } == 14)
    #expect(read.count { $0["group"] == "acme:policy-brand:texts" } == 14)
    #expect(read.last?["changes"]?["wording"] == .integer(14))
  }

  @Test func `a comment folds the list, and stays below its limit`() {
    let text = DifferenceMarkdown(Self.difference(7)).text
    #expect(text.contains("| wording | 14 texts on 2 screens change, all because of 'policy brand'.<br>next.yaml:4"), "\(text)")
    let first = "<li>'one': the label of 'field0' is now 'New 0', previously 'Old 0'.</li>"
    #expect(text.contains("<details><summary>the texts</summary><ul>\(first)"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("| wording") } == 1)
    let long = DifferenceMarkdown(Self.difference(200)).text
    #expect(long.contains("<li>and 380 more</li>"))
    #expect(long.utf8.count < DifferenceMarkdown.limit)
  }

  @Test func `a page shows the texts in a list, and the screens`() {
    let text = DifferencePage(Self.difference(7)).text
    #expect(text.contains("14 texts on 2 screens change"))
    #expect(text.contains("the label of &#39;field6&#39; is now") || text.contains("the label of 'field6' is now"))
    #expect(text.split(separator: "<figure").count == 5)
  }
}
