import Testing

@testable import JourneyInsight

/// What differs in the files and no walk met.
struct UnmetPartsTests {
  private static func cause(_ element: String, _ before: String?, _ now: String?) -> Change.Cause {
    Change.Cause(place: "next.yaml:3", element: element, before: before, now: now)
  }

  @Test func `a new screen stands for its parts, except in the machine's lines`() {
    let walk = MetWalk.of([.screen("password"), .signedIn])
    var difference = RunDifference(.of([walk]), as: .init(name: "acme"), .of([walk]), as: .init(name: "acme-next"))
    difference.unmet = [
      Self.cause("form terms/terms", nil, "always"), Self.cause("screen terms", nil, ""),
      Self.cause("widget terms/terms/accept label", nil, "I agree"), Self.cause("widget termsOfUse/form/text value", "a", "b"),
      Self.cause("screen help", "a", "b"), Self.cause("widget help/form/text value", nil, "c"),
    ]
    let left = ["screen terms", "widget termsOfUse/form/text value", "screen help", "widget help/form/text value"]
    #expect(difference.unmetWholes.map(\.element) == left)
    #expect(!DifferenceText(difference).text.contains("accept"))
    #expect(DifferenceJSON(difference).text.split(separator: "\n").count { $0.contains("not-met") } == 6)
  }
}
