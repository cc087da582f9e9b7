import Testing

@testable import JourneyInsight

/// What is said of promises that two versions keep or break.
struct ComparedPromisesTests {
  private typealias Judgement = ComparedPromises.Judgement

  private static let rows = [
    ComparedPromises.Row(id: "proof", before: Judgement(.kept, note: "12 acts"), now: Judgement(.broken, note: "sign-in → signed in")),
    ComparedPromises.Row(id: "terms", before: Judgement(.kept, note: "3 acts"), now: Judgement(.kept, note: "4 acts")),
    ComparedPromises.Row(id: "old", before: Judgement(.broken, note: "a"), now: Judgement(.broken, note: "a")),
    ComparedPromises.Row(id: "better", before: Judgement(.broken, note: "a"), now: Judgement(.kept, note: "b")),
    ComparedPromises.Row(id: "open", before: Judgement(.kept, note: "a"), now: Judgement(.unknown, note: "too many")),
  ]

  @Test func `a promise that the change breaks is a breaking change, with the path`() throws {
    let promises = ComparedPromises("acme", "acme-next", Self.rows)
    #expect(
      promises.line
        == "promises of acme-next: 2 kept (now also 'better'), 1 broken by the change, 1 broken in both, or not known before, 1 not known: 'open'"
    )
    #expect(promises.doubts.map(\.line) == ["it is not known whether the promise 'open' is still kept: too many"])
    let change = try #require(promises.changes.first)
    #expect(promises.changes.count == 1 && change.meaning == .breaking && change.id == "acme:promise:proof")
    #expect(change.sentence == "the promise 'proof' is broken" && change.now == "sign-in → signed in" && change.before == "kept, 12 acts")
  }

  @Test func `it is in every output, and can be allowed with its path`() {
    var difference = RunDifference(.of([]), as: .init(name: "acme"), .of([]), as: .init(name: "acme-next"))
    difference.promises = [ComparedPromises("acme", "acme-next", Self.rows)]
    for output in [
      DifferenceText(difference).text, DifferenceMarkdown(difference).text, DifferencePage(difference).text,
      DifferenceJSON(difference).text,
    ] {
      let text = output.replacing("&#39;", with: "'")
      #expect(text.contains("the promise 'proof' is broken"), "\(output)")
      #expect(text.contains("it is not known whether the promise 'open' is still kept"), "\(output)")
    }
    #expect(DifferencePage(difference).text.contains(#"<p class="verdict bad">Promises of acme-next: 2 kept"#))
    #expect(DifferenceText(difference).text.contains("\nA PROMISE IS BROKEN\n"))
    #expect(difference.allow([AllowedChange(id: "acme:promise:proof", texts: ["sign-in → signed in"], reason: "ACME-1")]) == [])
    #expect(difference.allow([AllowedChange(id: "acme:promise:open:not-known", reason: "ACME-2")]) == [])
    #expect(difference.promises[0].doubts.map(\.allowed) == ["ACME-2"])
    #expect(difference.missing.isEmpty && difference.promises[0].changes.map(\.allowed) == ["ACME-1"])
  }
}
