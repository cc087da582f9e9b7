import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import JourneyRecording

/// A page as the walk saw it.
struct SiteSight: Sendable {
  var screen: Screen
  var page: HTMLPage
  var rule: PageRule
  var status: Int
  var silentRefusal: String?
  var likelyCause: String?
  /// The request by which the site refused what was sent.
  var refusedRequest: String?
  /// Whether a response on the way to it set a cookie.
  var hasNewCookie = false
  /// Whether the page cannot be the answer to a right password.
  var isRefused = false
  var findings: [TokenCheck] = []
  /// What selects its link or button to sign out.
  var signOut: PageSelector?

  /// The messages that a step has to expect.
  var errors: [Message] { screen.messages.filter(\.level.mustBeExpected) }

  /// Why the person is not signed in although the password was taken.
  var lossOfSignIn: String? { findings.first { $0.name == FlowCheck.signInKept.rawValue }?.problem }

  /// Where it is, for a step that opens it; `nil` for a path with a token.
  var path: String? {
    guard rule.path?.description.contains("/:") == false, !page.url.path.contains(";") else { return nil }
    return page.url.path.isEmpty ? "/" : page.url.path
  }

  /// Whether its address goes on behind the path.
  var hasQuery: Bool { !page.url.queryItems.isEmpty }

  /// What a message calls it.
  var name: String { page.title.isEmpty ? screen.id.text : page.title }

  /// What its field for a code is called; `nil` for none, and for a page of a signed-in person.
  var codeField: String? {
    guard signOut == nil else { return nil }
    return screen.forms.flatMap(\.fields).lazy.compactMap { widget in
      guard case .entry(let entry) = widget.kind, widget.isVisible, entry.purpose == .passcode else { return nil }
      return Self.label(of: widget)
    }.first
  }

  private static func label(of widget: Widget) -> String {
    widget.label.map(\.visible).flatMap { $0.isEmpty ? nil : $0 } ?? widget.id.text
  }

  func step(_ form: SignInForm, _ name: AnswerOrigin, _ password: AnswerOrigin) -> RecordedStep {
    var step = RecordedScreen(id: rule.id)
    step.answers = [RecordedScreen.Answer(form.name.text, name), RecordedScreen.Answer(form.password.text, password)]
    return .screen(step)
  }

  /// Whether what it says refuses something; a page of a signed-in person may say that all went well in the same place.
  var isRefusal: Bool { !errors.isEmpty && (signOut == nil || screen.asksForPassword) }

  /// Whether it may be one of a signed-in person though it has a message of an error, e.g. of something that is late.
  var mayBeSignedIn: Bool { status < 400 && !errors.isEmpty && !screen.asksForPassword && codeField == nil }

  /// Whether it refuses a password, and no message says so.
  var isSilent: Bool { errors.isEmpty && (silentRefusal != nil || status < 400) }

  /// Whether no person is signed in on it, as far as it shows.
  var isOfNobody: Bool { screen.asksForPassword || signOut == nil && page.offersSignIn(on: screen) }

  /// What shows that the page takes a wrong password for a right one; `nil` where it refuses it, or asks again.
  func acceptance(since first: SiteSight) -> String? {
    guard status < 400, errors.isEmpty else { return nil }
    if let signOut, !signOut.matches(in: first.page) { return "which has '\(signOut)' to sign out" }
    return screen.asksForPassword ? nil : "which has no form for a password and no message that refuses it"
  }

  /// Why the account's password led to no signed-in page.
  func refusal(of account: LiveTemplate.Account) -> String {
    if !errors.isEmpty {
      let says = errors.map { "'\($0.text.visible)'" }.joined(separator: ", ")
      if screen.asksForPassword { return "the site does not take the password in \(account.variable): \(says)" }
      return
        "nothing shows that '\(account.user)' is signed in: the page '\(name)' after the password in \(account.variable) has no link or "
        + "button to sign out, and says \(says)"
    }
    let cause = lossOfSignIn ?? likelyCause ?? refusedRequest ?? (status >= 400 ? "the page after it has status \(status)" : silence)
    return "'\(account.user)' is not signed in with the password in \(account.variable): \(cause)"
  }

  /// Why no scenario can begin on it: it has no form with a name and a password.
  var withoutForm: String {
    let fields = screen.forms.flatMap(\.fields).filter { widget in
      if case .entry = widget.kind { widget.isVisible } else { false }
    }
    let names = fields.prefix(5).map { "'\(Self.label(of: $0))'" }
    let has = names.isEmpty ? "it has no field" : "its fields are \(names.joined(separator: ", "))"
    let link = page.signInLink.map { "; its link '\($0.text)' leads to '\($0.shownAddress)', which may be the page with the form" } ?? ""
    let title = page.title.isEmpty ? "" : " '\(page.title)'"
    return "the page\(title) at '\(page.url.concealed())' has no form with a name and a password: \(has)\(link); if the site asks for the "
      + "password on a second page, repeat the command with --send-nothing, and 'journey record' writes a scenario of what you do"
  }

  /// A page without messages.
  private var silence: String {
    (silentRefusal ?? "the page after it has the name of the page with the form, '\(screen.id)'")
      + (hasNewCookie ? "" : ", and no cookie was set")
  }
}

extension PageRule {
  /// Whether it names a page.
  func fits(_ page: HTMLPage) -> Bool { PageRules(screens: [self]).id(of: page).text == id }
}

extension Screen {
  /// Whether a form of it asks for an existing password.
  var asksForPassword: Bool {
    forms.contains { form in
      !form.asksForNewPassword
        && form.fields.contains { widget in
          if case .entry(let entry) = widget.kind { widget.isVisible && entry.purpose == .password } else { false }
        }
    }
  }
}
