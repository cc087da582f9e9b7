import JourneyModel
import Testing

@testable import JourneyInsight

/// What `diff` says of each kind of change, with what was before and what is now in their places.
struct ChangeSentenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var finding: Finding
    var sentence: String
    var testDescription: String { sentence }

    init(
      _ kind: ChangeKind, _ before: String? = nil, _ now: String? = nil, of element: String = "", on screen: String = "sign-in",
      next: (before: String?, now: String?) = (nil, nil), _ sentence: String
    ) {
      finding = Finding(kind, screen: screen, element: element, before: before, now: now)
      finding.place = "'address'"
      (finding.nextBefore, finding.nextNow) = next
      self.sentence = sentence
    }

    init(_ kind: ChangeKind, _ before: String? = nil, _ now: String? = nil, of element: String = "", detail: String) {
      self.init(kind, before, now, of: element, "'sign-in': \(detail).")
    }
  }

  static let ways = [
    Row(.screenAdded, nil, "terms", on: "terms", "A new screen 'terms' appears after 'address'."),
    Row(.screenRemoved, "terms", nil, on: "terms", "The screen 'terms' no longer appears after 'address'."),
    Row(.screenRenamed, "old", "new", "The screen 'old' is now called 'new'; it is the same."),
    Row(
      .endClosed, nil, "error b", next: ("'terms'", nil),
      "After 'address' the journey now ends with: error b; previously 'terms' was shown."),
    Row(.endClosed, "tokens", "error b", "The journey ended with: tokens. Now it does not, but with: error b."),
    Row(.endClosed, "tokens", nil, "The journey ended with: tokens. Now it does not."),
    Row(.endOpened, nil, "tokens", "After 'address' the journey now ends with: tokens."),
    Row(.endOpened, "error a", nil, next: (nil, "'terms'"), "Users who saw error a do not see it any more; now: 'terms'."),
    Row(.endOpened, "error a", "tokens", "Users who saw error a are now signed in."),
    Row(.endChanged, "error a", "error b", "The journey now ends in error b, previously in error a."),
    Row(.unanswerable, nil, "no button", "'sign-in' can no longer be answered: no button."),
    Row(.answerable, "no button", nil, "'sign-in' can be answered again; previously it could not: no button."),
    Row(
      .moreTries, of: "1", next: ("'locked'", nil),
      "After the 1st wrong answer to 'sign-in', the person may try again; previously 'locked' was shown."),
    Row(.moreTries, of: "11", "After the 11th wrong answer to 'sign-in', the person may try again."),
    Row(
      .noMoreTries, of: "2", next: (nil, "'locked'"),
      "After the 2nd wrong answer to 'sign-in', the next step is 'locked'; previously the person could try again."),
    Row(.noMoreTries, of: "3", "After the 3rd wrong answer to 'sign-in', the next step is the end; previously the person could try again."),
    Row(.leaves, of: "https://b.test", "After 'address' the journey leaves for another page (https://b.test)."),
    Row(.leavesNoMore, of: "https://b.test", "After 'address' the journey no longer leaves for another page (https://b.test)."),
    Row(.token, "a", "b", of: "sub", "What the app gets at the end: 'sub' is now b, previously a."),
    Row(.token, "a", nil, of: "sub", "What the app gets at the end: 'sub' is now gone, previously a."),
    Row(.token, nil, "b", of: "sub", "What the app gets at the end: 'sub' is now b, previously not there."),
    Row(.messageComes, nil, "Your code", "A mail is sent that was not: 'Your code'."),
    Row(.messageStays, "Your code", nil, "No mail is sent any more: 'Your code'."),
    Row(.subject, "Code", "Your code", "The subject of a message is now 'Your code', previously 'Code'."),
    Row(.warning, nil, "w", of: "no 'iss'", "Now the server deviates from its protocol: no 'iss'"),
    Row(.warning, "w", nil, of: "no 'iss'", "No longer the server deviates from its protocol: no 'iss'"),
    Row(.status, "200", "400", "'sign-in' is now answered with status 400, previously 200."),
    Row(.status, "200", "400", on: "", "The end is now answered with status 400, previously 200."),
  ]

  static let details = [
    Row(.wayAdded, nil, "Help", detail: "'Help' can now be pressed"),
    Row(.wayRemoved, "Help", nil, detail: "'Help' can no longer be pressed"),
    Row(.asked, nil, "Name", detail: "it also asks for 'Name'"), Row(.askedNoMore, "Name", nil, detail: "it no longer asks for 'Name'"),
    Row(.required, nil, "Name", detail: "'Name' must now be filled in"),
    Row(.optional, nil, "Name", detail: "'Name' may now be left empty"),
    Row(.fixed, nil, "Name", detail: "'Name' can no longer be changed"), Row(.unfixed, nil, "Name", detail: "'Name' can now be changed"),
    Row(.shownInClear, nil, "PIN", detail: "what is typed into 'PIN' can now be read on the screen"),
    Row(.hiddenWhileTyped, nil, "PIN", detail: "what is typed into 'PIN' is now hidden"),
    Row(.ticked, of: "f/news", detail: "the box 'news' is now ticked for the person"),
    Row(.unticked, of: "f/news", detail: "the box 'news' is not ticked for the person any more"),
    Row(.optionAdded, nil, "SMS", detail: "there is a new choice 'SMS'"),
    Row(.optionRemoved, "SMS", nil, detail: "the choice 'SMS' is gone"),
    Row(.stricter, "8", "12", of: "f/password/min", detail: "the rule min of 'password' is now 12, previously 8"),
    Row(.looser, "8", nil, of: "f/password/min", detail: "the rule min of 'password' is now gone, previously 8"),
    Row(.ruleChanged, nil, "b", of: "f/password/min", detail: "the rule min of 'password' is now b, previously none"),
    Row(.errorSaid, nil, "Wrong.", detail: "an answer is refused that was not: 'Wrong.'"),
    Row(.errorUnsaid, "Wrong.", nil, detail: "an answer is not refused any more with 'Wrong.'"),
    Row(.rightAnswerRefused, nil, "Wrong.", detail: "the right answer is refused: 'Wrong.'"),
    Row(.rightAnswerTaken, "Wrong.", nil, detail: "the right answer is taken, which was refused: 'Wrong.'"),
    Row(.notice, nil, "New.", detail: "it now says 'New.'"), Row(.notice, "Old.", nil, detail: "it no longer says 'Old.'"),
    Row(.notice, "Old.", "New.", detail: "it now says 'New.', previously 'Old.'"),
    Row(.pageText, "Same.", "Same.", detail: "it says 'Same.' in a different place"),
    Row(.label, "a", "b", of: "f/name", detail: "the label of 'name' is now 'b', previously 'a'"),
    Row(.placeholder, nil, "b", of: "f/name", detail: "the hint in 'name' is now 'b', previously 'nothing'"),
    Row(.text, nil, "b", of: "f/note", detail: "there is a new text 'b'"),
    Row(.text, "a", nil, of: "f/note", detail: "the text 'a' is gone"),
    Row(.text, "a", "b", of: "f/note", detail: "the text 'note' is now 'b', previously 'a'"),
    Row(.order, "a, b", "b, a", of: "f", detail: "the order in f is now b, a, previously a, b"),
    Row(.order, nil, "b", detail: "its layout changed"), Row(.behaviour, "a", "b", detail: "b, previously a"),
    Row(.behaviour, nil, "b", detail: "new: b"), Row(.behaviour, "a", nil, detail: "no longer: a"),
    Row(.branding, "a", "b", detail: "its branding is now b, previously a"),
    Row(.widgetRenamed, "a", "b", detail: "'a' is now called 'b'; it is the same"),
    Row(.formRenamed, "a", "b", detail: "'a' is now called 'b'; it is the same"),
    Row(.type, "input", "password", of: "f/pin", detail: "'pin' is now of type password, previously input"),
    Row(.detail, "a", "b", of: "f/x", detail: "f/x is now b, previously a"),
    Row(.detail, nil, nil, of: "f/x", detail: "f/x is now gone, previously not there"),
  ]

  @Test(arguments: ways + details) func `what is now and what was before stand in their places`(_ row: Row) {
    var change = Change(id: "acme:it", row.finding)
    change.add(row.finding, of: .of([.signedIn]))
    #expect(change.sentence == row.sentence)
  }

  @Test func `every kind of change has a row`() {
    #expect(Set((Self.ways + Self.details).map(\.finding.kind)) == Set(ChangeKind.allCases))
  }
}
