import Encodings
import JourneyTestSupport
import ModelCoding
import Testing

/// What a person reads otherwise on two visits of one page.
struct PageTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var now: String
    /// `-` before what is gone, `+` before what is new, `~` between a sentence and what it became, `>` before what moved.
    var changes: [String]
  }

  private static let page = "Sign in\nEmail\nPassword\nContinue\nNeed help? Call 0800 123456."

  private static let rows: [Row] = [
    Row(testDescription: "the same", before: page, now: page, changes: []),
    Row(
      testDescription: "a new sentence", before: page, now: page.replacing("Continue", with: "You pay 5 EUR a month.\nContinue"),
      changes: ["+You pay 5 EUR a month."]),
    Row(
      testDescription: "a sentence behind another one", before: "We keep your data. See you.",
      now: "We keep your data. Your photos become public. See you.", changes: ["+Your photos become public."]),
    Row(testDescription: "a sentence that is gone", before: "Free. Cancel at any time.", now: "Free.", changes: ["-Cancel at any time."]),
    Row(
      testDescription: "another price", before: "You pay 5 EUR a month.", now: "You pay 9 EUR a month.",
      changes: ["You pay 5 EUR a month.~You pay 9 EUR a month."]),
    Row(
      testDescription: "a price with cents", before: "It costs $12.99.", now: "It costs $19.99.",
      changes: ["It costs $12.99.~It costs $19.99."]),
    Row(
      testDescription: "a sentence that moved", before: "Pay now\nFree trial\nSend", now: "Free trial\nPay now\nSend", changes: [">Pay now"]
    ),
    Row(testDescription: "a sentence said twice", before: "Pay\nSend", now: "Pay\nPay\nSend", changes: ["+Pay"]),
    Row(
      testDescription: "what is hidden on one side", before: "Signed in as ***.", now: "Signed in as ada.", changes: []),
    Row(
      testDescription: "what is hidden hides no other words", before: "Hello *** and *** welcome",
      now: "Hello ada, pay now and *** welcome",
      changes: ["Hello *** and *** welcome~Hello ada, pay now and *** welcome"]),
    Row(testDescription: "several words that one side hides", before: "Hello a***b***c", now: "Hello axbyc", changes: []),
    Row(
      testDescription: "a word without what the other one shows in its middle", before: "Hello a***pay***c", now: "Hello axbyc",
      changes: ["Hello a***pay***c~Hello axbyc"]),
    Row(testDescription: "one change at two places", before: "Free\nA\nFree", now: "Paid\nA\nPaid", changes: ["Free~Paid"]),
    Row(
      testDescription: "a time, a date, an id and a year of rights", before: "12:03 on 26 Nov 2026, request 4af81c22 © 2026 Acme",
      now: "9:15 on 3 Dec 2027, request 99e1b0c7 © 2027 Acme", changes: []),
    Row(testDescription: "seconds", before: "Try again in 57 seconds", now: "Try again in 9 seconds", changes: []),
    Row(
      testDescription: "a date that becomes words", before: "Valid until 26.11.2026", now: "Valid until cancelled",
      changes: ["Valid until …~Valid until cancelled"]),
  ]

  @Test(arguments: rows) func `what a page says is compared sentence by sentence`(row: Row) {
    let changes = PageText(row.now).changes(since: PageText(row.before)).map { change in
      if change.isMove { return ">\(change.now ?? "")" }
      guard let before = change.before else { return "+\(change.now ?? "")" }
      return change.now.map { "\(before)~\($0)" } ?? "-\(before)"
    }
    // One of two neighbours moved; which one is all the same.
    if row.changes == [">Pay now"] { return #expect(changes == row.changes || changes == [">Free trial"]) }
    #expect(changes == row.changes)
  }

  @Test(
    arguments: [
      ("call 0800-123456 now", "call 0900-123456 now"), ("Call 0800 123456", "Call 0800 654321"), ("100000 EUR", "900000 EUR"),
      ("help2@acme.test", "help3@acme.test"), ("for €1,299.00", "for €2,299.00"), ("in 5 minutes", "in 10 minutes"),
      ("3 tries left", "2 tries left"), ("shop24.example", "shop25.example"), ("over 18 years", "over 16 years"), ("50 % off", "10 % off"),
      ("It costs 150000 points", "It costs 250000 points"), ("150'000 miles", "250'000 miles"), ("Pay 12345678.", "Pay 22345678."),
      ("12 may order", "13 may order"), ("You may 5 times", "You may 9 times"), ("31 march out", "30 march out"), ("8 dec", "9 dec"),
      ("Up to 50:", "Up to 90:"), ("Points:50", "Points:90"), ("150000: agreed", "250000: agreed"), ("MAY 5", "MAY 9"),
      ("May 12 EUR", "May 13 EUR"), ("You pay ~50~ 30 EUR", "You pay 50 30 EUR"), ("Plan A 5^99 EUR", "Plan A 599 EUR"),
      ("Pay to AT611904300234573201.", "Pay to AT611904300234573202."), ("IBAN: GB33BUKB20201555555555", "IBAN: GB33BUKB20201555555556"),
      ("IBAN AT61 1904 3002 3457 3201", "IBAN AT61 1904 3002 3457 3202"), ("Use SAVE2024", "Use SAVE2025"),
      ("Use Summer25", "Use Summer50"),
      ("Your code BLACK50FRIDAY", "Your code BLACK90FRIDAY"), ("Voucher X7K29Q", "Voucher X7K29R"),
      ("Gutschein: a1b2c3d4", "Gutschein: a1b2c3d5"),
      ("Open on Monday", "Open on Tuesday"), ("5 am Tag", "9 am Tag"), ("Error 404", "Error 500"), ("24 óra", "48 óra"), ("B2B", "B2C"),
      ("Account 1234567890", "Account 1234567891"), ("BIC GENODEF1S06", "BIC GENODEF1S07"),
      ("VAT ATU12345678", "VAT ATU12345679"), ("See https://pay4you2.test/4af81c", "See https://pay4you3.test/4af81c"),
      ("www.pay4you2.test", "www.pay4you3.test"),
      ("ID 18", "ID 21"), ("Event 2026", "Event 2027"), ("Save 20 %", "Save 30 %"), ("Today so far", "Today in far"),
    ])
  func `numbers that mean something to a person do not move`(before: String, now: String) {
    #expect(PageText(before) != PageText(now))
  }

  @Test(
    arguments: [
      ("until 1 May.", "until 12 June."), ("May 1st, 2027", "June 2nd, 2028"), ("on 26. November 2026", "on 3. Mai 2027"),
      ("26 NOV 2026", "3 DEC 2027"), ("le 26 novembre 2026", "le 5 mai 2027"), ("(26.11.2026)", "(3.1.2027)"), ("2026-11-26", "2027-01-03"),
      ("Case 123456789", "Case 987654321"), ("Case 4af81c", "Case 99e1b0"), ("at 12:03,", "at 9:15,"),
      ("until 4 pm", "until 5 pm"), ("at 4pm.", "at 11pm."), ("at 12:03 PM", "at 9:15 AM"), ("at 4 a.m.", "at 5 p.m."),
      ("um 16 Uhr", "um 9 Uhr"),
      ("Thursday, 26 November 2026", "Friday, 27 November 2026"), ("Thu 26.11.2026", "Mon 2.11.2026"),
      ("Today is Thursday", "Today is Friday"),
      ("Heute ist Donnerstag.", "Heute ist Freitag."), ("Request 4f2a", "Request 9b31"), ("Ref: A7B3", "Ref: K2X9"),
      ("Ticket 4821", "Ticket 5133"), ("Request QWER1234", "Request ZXCV9876"),
      ("Request no. 4821", "Request no. 991A"), ("Seen by 4f2a", "Seen by 9c3e1"),
      ("See https://a.test/4af81c22", "See https://a.test/99e1b0c7"),
    ])
  func `times, dates and ids move`(before: String, now: String) {
    #expect(PageText(before) == PageText(now), "\(PageText(before).sentences)")
  }

  @Test func `a text that a part of the screen has is told with that part`() {
    let told = ToldTexts(before: ["label": "Email", "id": "a"], now: ["label": "Email or user name", "id": "a"])
    let before = PageText("Email *\nWe keep your Email")
    #expect(PageText("Email or user name *\nWe keep your Email").changes(since: before, besides: told) == [])
    #expect(PageText("Email or user name *\nWe sell your Email").changes(since: before, besides: told).count == 1)
  }

  @Test func `of a long sentence only the place is shown where it differs`() {
    let text = { (word: String) in
      (0..<100).map { "word\($0)" }.joined(separator: " ") + " \(word) " + String(repeating: "more ", count: 60)
    }
    let change = PageText(text("pays")).changes(since: PageText(text("gets"))).first?.excerpt
    #expect(change?.before == "… word94 word95 word96 word97 word98 word99 gets more more more more more more …")
    #expect(change?.now?.contains("pays") == true)
  }

  @Test func `a page of thousands of other sentences is compared in time`() {
    let text = { (word: String) in (0..<20_000).map { "\(word) \($0)." }.joined(separator: "\n") }
    #expect(PageText(text("One")).changes(since: PageText(text("Two"))).count >= 20_000)
  }
}
