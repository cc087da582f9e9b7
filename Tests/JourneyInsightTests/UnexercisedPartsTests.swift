import Testing

@testable import JourneyInsight

/// What differs in the files and was not exercised.
struct UnexercisedPartsTests {
  private static func part(_ element: String, _ before: String?, _ now: String?) -> UnexercisedDifference {
    UnexercisedDifference(Change.Cause(place: "next.yaml:3", element: element, before: before, now: now), of: "acme")
  }

  @Test func `of long texts that begin alike the parts are shown that differ`() {
    let long = "create email: answer.email, " + (1...12).map { "claims.number_\($0): answer.number_\($0), " }.joined()
    let line = Self.part("edge registration.new", long + "send activation, go invited", long + "go invited").line
    #expect(
      line
        == "next.yaml:3  edge registration.new: '…claims.number_12: answer.number_12, send activation, go invited' → "
        + "'…claims.number_12: answer.number_12, go invited'")
    let short = Self.part("edge a.b", "go a", "go b").line
    #expect(short == "next.yaml:3  edge a.b: 'go a' → 'go b'")
    #expect(Self.part("edge a.b", String(repeating: "a", count: 200), "b").line.hasSuffix("a…' → 'b'"))
  }

  @Test func `a new screen stands for its parts, except in the machine's lines`() {
    let walk = MetWalk.of([.screen("password"), .signedIn])
    var difference = RunDifference(.of([walk]), as: .init(name: "acme"), .of([walk]), as: .init(name: "acme-next"))
    difference.unexercised = [
      Self.part("form terms/terms", nil, "always"), Self.part("screen terms", nil, ""),
      Self.part("widget terms/terms/accept label", nil, "I agree"), Self.part("widget termsOfUse/form/text value", "a", "b"),
      Self.part("screen help", "a", "b"), Self.part("widget help/form/text value", nil, "c"),
    ]
    let left = ["screen terms", "widget termsOfUse/form/text value", "screen help", "widget help/form/text value"]
    #expect(difference.unexercisedWholes.map(\.cause.element) == left)
    #expect(!DifferenceText(difference).text.contains("accept"))
    #expect(DifferenceJSON(difference).text.split(separator: "\n").count { $0.contains("not-exercised") } == 6)
  }
}
