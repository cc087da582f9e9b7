import JourneyModel
import Testing

@testable import JourneyInsight

/// The kinds of characters of a password, as both protocols say them.
struct PasswordKindsTests {
  private static func org(_ lower: String, _ upper: String, _ number: String, _ symbol: String) -> [Value.Member] {
    let names = ["minLength", "minLowerCase", "minUpperCase", "minNumber", "minSymbol"]
    return zip(names, ["8", lower, upper, number, symbol]).map { Value.Member($0, .number($1)) }
  }

  @Test func `one of each kind is a list of kinds, and more of one stays a number`() {
    let listed = PasswordKinds.listed(Self.org("1", "0", "1", "0"))
    #expect(listed.map(\.name) == ["minLength", "mustContain"])
    #expect(PasswordKinds.text(listed[1].value) == "a lowercase letter and a number")
    #expect(PasswordKinds.text(PasswordKinds.listed(Self.org("0", "0", "0", "0"))[1].value) == "none of these")
    #expect(PasswordKinds.listed(Self.org("2", "0", "1", "0")) == Self.org("2", "0", "1", "0"))
    let flow = [Value.Member("mustContain", .list([.text("UPPERCASE"), .text("SPECIAL")]))]
    #expect(PasswordKinds.listed(flow) == flow && PasswordKinds.text(flow[0].value) == "an uppercase letter and a symbol")
    #expect(PasswordKinds.text(.list([.text("EMOJI")])) == nil, "an unknown kind is quoted as it is")
  }
}
