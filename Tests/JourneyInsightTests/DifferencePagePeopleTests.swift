import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

/// What the page of a comparison says of people, ahead of everything else.
struct DifferencePagePeopleTests {
  private typealias Person = ComparedAccounts.Person

  private static let usual = ComparedAccounts.Access(.reached(path: "identify → start → signed in"), .stops(["identify", "start"]))
  private static let none = ComparedAccounts.Access(.never, .never)
  private static let code = ComparedAccounts.Access(.byNewPassword(path: "start → link of reset → signed in"), .never)

  private static func accounts(_ people: [Person]) -> ComparedAccounts {
    ComparedAccounts("acme", "acme-next", people, newcomer: Person(name: "new users", before: usual, now: usual))
  }

  private static func page(_ accounts: ComparedAccounts) -> String {
    let walk = MetWalk.of([.titled("start", "Anfang"), .titled("start", "Start page"), .titled("start", "Start page"), .signedIn])
    var difference = RunDifference(.of([walk]), as: .init(name: "acme"), .of([walk]), as: .init(name: "acme-next"))
    difference.accounts = [accounts]
    return DifferencePage(difference).text
  }

  @Test func `the verdict comes first, and is coloured by who is locked out`() {
    let lost = Self.page(Self.accounts([Person(name: "quin", before: Self.usual, now: Self.none)]))
    #expect(lost.contains(#"<p class="verdict bad">1 of 1 account can no longer sign in: quin</p>"#))
    let same = Self.page(Self.accounts([Person(name: "quin", before: Self.usual, now: Self.usual)]))
    #expect(same.contains(#"<p class="verdict good">Everybody who could sign in still can</p>"#))
    let open = ComparedAccounts.Access(.unknown("too many"), .unknown)
    let doubtful = Self.page(Self.accounts([Person(name: "quin", before: Self.usual, now: open)]))
    #expect(doubtful.contains(#"class="verdict care">It is not known whether 1 of 1 account still can sign in: quin<"#))
    #expect(doubtful.contains(#"<td class="care">not known: too many</td>"#))
  }

  @Test func `a table has everybody for whom something changes, with the names of screens`() {
    var vera = Person(name: "vera", before: Self.usual, now: Self.usual)
    vera.hard[.forgotten] = ComparedAccounts.HardReach(before: .reached(path: "a"), now: .never)
    let people = [
      Person(name: "ann", before: Self.usual, now: Self.usual), Person(name: "quin", before: Self.usual, now: Self.none),
      Person(name: "rolf", before: Self.usual, now: Self.none), Person(name: "otto", before: Self.usual, now: Self.code), vera,
    ]
    let page = Self.page(Self.accounts(people))
    #expect(page.contains(#"<th scope="col">quin and rolf</th><td class="fine">with the password: Sign in → Start page</td>"#))
    #expect(page.contains(#"<td class="bad">cannot sign in</td>"#))
    #expect(page.contains(#"<td class="fine">only with a new password: Start page → link of reset</td>"#))
    #expect(page.contains(#"<th scope="col">vera</th><td class="fine">after forgetting the password: can sign in</td>"#))
    #expect(page.contains("<summary>The same shortest path as before: ann, new users</summary>"))
    #expect(page.contains("<a href=\"#what-happens-to-people\">") && page.contains("<h2 id=\"what-happens-to-people\">"))
    #expect(page.contains("<p>Before: paths lead to tokens for quin and rolf; that of quin: Sign in → Start page → signed in</p>"))
  }

  @Test func `two paths that work in both versions are no difference`() {
    let other = ComparedAccounts.Access(.reached(path: "start → signed in"), .stops(["start"]))
    var ann = Person(name: "ann", before: Self.usual, now: other)
    #expect(PeopleTable(Self.accounts([ann])).rows.map(\.differs) == [true, false])
    (ann.oldPathStays, ann.newPathWasThere) = (true, true)
    #expect(PeopleTable(Self.accounts([ann])).rows.map(\.differs) == [false, false])
  }

  @Test func `a chosen password is named only where it is known to differ`() {
    func answers(_ before: ComparedAccounts.Reach, _ now: ComparedAccounts.Reach) -> [String] {
      var ann = Person(name: "ann", before: Self.usual, now: Self.usual)
      ann.hard[.chosen] = ComparedAccounts.HardReach(before: before, now: now)
      return PeopleTable(Self.accounts([ann])).rows.first { $0.people == ["ann"] }?.answers.map(\.question) ?? []
    }
    #expect(answers(.never, .never) == ["signs in"])
    #expect(answers(.reached(path: "a"), .never) == ["signs in", "with the password that they chose"])
  }

  @Test func `pictures have examples in the place of what differs from person to person`() {
    let before = MetWalk.of([.titled("sent", "We sent a code to ${account.email}"), .signedIn])
    let now = MetWalk.of([.titled("sent", "A code was sent to ${account.email}"), .signedIn])
    let difference = RunDifference(.of([before]), as: .init(name: "acme"), .of([now]), as: .init(name: "acme-next"))
    #expect(!difference.changes.isEmpty)
    let page = DifferencePage(difference).text
    #expect(page.contains("We sent a code to j•••@example.com"), "\(page)")
  }
}

extension MetStop {
  fileprivate static func titled(_ id: String, _ title: String) -> MetStop {
    let text = Widget(id: "title", typeName: "static", kind: .output(RichText(title)))
    return MetStop(.screen(Screen(id: ScreenID(id), forms: [Form(id: "f", widgets: [text])])))
  }
}
