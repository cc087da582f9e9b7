import Encodings
import JourneyClient
package import JourneyModel

extension LoadedPage {
  /// Whether a form of it signs in a person who has an account.
  func signsIn(by form: Form, isAsked: Bool) -> Bool { html.signsIn(by: form, on: screen, isAsked: isAsked) }

  /// Whether it has a link, button or form to sign in.
  ///
  /// - Parameter signIn: the page where the person signed in, if there is one.
  func offersSignIn(at signIn: WebURL?) -> Bool { html.signInOffer(on: screen, at: signIn) != nil }

  /// Whether a form of it leads on with what only this walk has: a step of the sign-in, not its end.
  var goesOn: Bool {
    html.forms.contains { form in
      form.method == "post" && form.controls.contains { $0.kind == .hidden && !PublicText.isPublic($0.value, named: $0.name) }
    }
  }
}

extension HTMLPage {
  /// Whether a form of it signs in a person who has an account: it asks for one password, and it or its page says so in words.
  ///
  /// At many sites a person is not signed in after a form that registers them or that takes a new password.
  ///
  /// - Parameter isAsked: whether the page before asked who it is.
  func signsIn(by form: Form, on screen: Screen, isAsked: Bool) -> Bool {
    let entries = form.widgets.compactMap { widget in
      if case .entry(let entry) = widget.kind { entry } else { nil }
    }
    let passwords = entries.filter { $0.purpose == .password }
    guard passwords.count == 1, let password = passwords.first, password.autocomplete != "new-password" else { return false }
    guard isAsked || entries.contains(where: { [.text, .email, .phone, .number].contains($0.purpose) }) else { return false }
    if password.autocomplete == "current-password" { return true }
    let buttons = form.widgets.filter(\.kind.isControl).compactMap { $0.label?.visible }
    let headings = screen.facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    let labels = [form.label?.visible ?? ""] + buttons
    guard !labels.contains(where: SignInWords.isForNew) else { return false }
    return SignInWords.isPath(url.path) || (labels + headings).contains(where: SignInWords.name)
  }

  /// Whether it has a link, button or form to sign in: people who are signed in do not get one.
  package func offersSignIn(on screen: Screen) -> Bool { signInOffer(on: screen, at: nil) != nil }

  /// What on it offers to sign in, as the end of a sentence; `nil` for nothing.
  ///
  /// - Parameter signIn: the page where the person signed in. Where it is known, what speaks of any other place, as of a portal for
  ///   partners, is not an offer: a person who is signed in may well see it.
  func signInOffer(on screen: Screen, at signIn: WebURL?) -> String? {
    if screen.forms.contains(where: { signsIn(by: $0, on: screen, isAsked: false) }) { return "a form to sign in" }
    if let link = signInLink(at: signIn) {
      return "the link '\(link.text.isEmpty ? link.shownAddress : String(link.text.prefix(Self.longestLabel)))'"
    }
    let pressed = screen.forms.filter { $0.widgets.allSatisfy(\.kind.isControl) }.flatMap { form in
      [form.label?.visible ?? ""] + form.widgets.filter(\.kind.isControl).compactMap { $0.label?.visible }
    }
    let button = pressed.first { SignInWords.name($0) && !SignInWords.isForOther($0) && (signIn == nil || SignInWords.isPlain($0)) }
    return button.map { "the button '\($0.prefix(Self.longestLabel))'" }
  }

  private static let longestLabel = 60

  /// Its link to sign in, by its text, else by its address; `nil` for none that is seen.
  package var signInLink: PageLink? { signInLink(at: nil) }

  private func signInLink(at signIn: WebURL?) -> PageLink? {
    let seen = links.filter { !$0.isHidden && !SignInWords.isForOther($0.text) && (signIn == nil || leadsToSignIn($0, at: signIn)) }
    return seen.first { SignInWords.name($0.text) } ?? seen.first { SignInWords.isPath($0.url.path) }
      ?? seen.first { link in signIn.map { leadsBack(link, to: $0) } ?? false }
  }

  /// Whether a link leads from another page to the one where the person signed in, in whatever language; the first page of a site is
  /// linked everywhere.
  private func leadsBack(_ link: PageLink, to signIn: WebURL) -> Bool {
    link.url.withoutQuery == signIn.withoutQuery && !["", "/", url.path].contains(signIn.path) && link.url.queryItems == signIn.queryItems
  }

  /// Whether a link leads to the page where the person signed in, or speaks of no place.
  private func leadsToSignIn(_ link: PageLink, at signIn: WebURL?) -> Bool {
    if link.url.withoutQuery == signIn?.withoutQuery { return true }
    return link.text.isEmpty ? link.url.origin == url.origin : SignInWords.isPlain(link.text)
  }
}
