import Encodings
import HostedDialect
import JourneyModel
import JourneyReports

/// What `journey look` prints of a page: the screen drawn, what a scenario cannot do on it, and the rule that would name it.
///
/// Nothing in it identifies the person of the page: values of hidden fields and tokens are `***`, wherever the page repeats them.
struct PageSummary: Sendable {
  let page: HTMLPage
  let reading: PageReading
  /// The rules of the tenant, one of which may name the page already.
  var rules = PageRules()
  /// Whether the address is worth a line, because redirects led there.
  var showsAddress = false
  /// The status by which the server refuses the request; `nil` for a page as usual.
  var refusedStatus: Int?

  func text(usesColour: Bool) -> String {
    let address = showsAddress ? ["address: \(ConcealedURL.text(of: page.url.description))"] : []
    let status = refusedStatus.map { ["note: the server answered with status \($0)"] } ?? []
    let notes = address + status + reading.notes.map { "note: \($0)" }
    return redactor.redacted(DrawnScreen.text(of: reading.screen, followedBy: notes + [""] + naming, usesColour: usesColour))
  }

  private var naming: [String] {
    guard let rule = rules.screens.first(where: { $0.id == reading.screen.id.description }) else {
      return ["The rule that names this page, for its tenant in tenants.yaml:", "", "    pages:", "      rules:", proposed.line] + anonymity
    }
    let known = ["The tenant's rule for the screen '\(rule.id)' names this page."]
    guard rule.has.isEmpty, !proposed.covers(rule) else { return known }
    let place = rule.place.map { " in \($0)" } ?? ""
    return known + [
      "If this is another page than the one you call '\(rule.id)', put a rule above that one\(place) which distinguishes them:", "",
      proposed.line,
    ]
  }

  /// A page that asks for no password and offers to sign in is one that a lost sign-in leads to as well.
  private var anonymity: [String] {
    let asksForPassword = reading.screen.forms.flatMap(\.widgets).contains { widget in
      if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
    }
    guard !asksForPassword, page.offersSignIn(on: reading.screen) else { return [] }
    return [
      "",
      "The person is not signed in here: the page offers to sign in. If the page after the sign-in has the same address, its rule needs what only",
      "a signed-in user sees, and to be above this one, e.g. has: \"a[href='/logout']\".",
    ]
  }

  private var proposed: PageRule {
    var rule = PageRules.proposed(for: page)
    rule.status = refusedStatus
    return rule
  }

  /// Short texts without a digit are words that a page may well show.
  private var redactor: Redactor {
    var redactor = Redactor()
    for text in page.secrets where text.utf8.count >= 16 || text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      redactor.learn(Secret(text, name: "token of a page", source: .walk))
    }
    return redactor
  }
}
