import Encodings
import JourneyClient
import JourneyModel

/// Whether a person is signed in at a site that no app asks a sign-in of, as far as its pages show.
struct SiteSignIn: Sendable {
  /// The page that an action ends at.
  struct Page: Sendable {
    let url: WebURL
    /// Whether it has a link or button to sign out.
    let offersSignOut: Bool
    /// Whether it asks for a password, and whether for a code.
    let asks: (password: Bool, code: Bool)
    /// What on it offers to sign in, as the end of a sentence; `nil` for nothing.
    let signInOffer: String?
    /// Whether it is a step that leads on by a form of its own.
    let goesOn: Bool
    /// Whether a message of it says that something was not taken.
    var refuses = false

    /// Whether it has a link, button or form to sign in.
    var offersSignIn: Bool { signInOffer != nil }

    /// Whether it asks who the person is.
    var asksWho: Bool { asks.password || offersSignIn && !offersSignOut }
  }

  /// The addresses that led elsewhere before anything was typed, as those do that only a signed-in person may open.
  private var guarded: Set<WebURL> = []
  /// Whether the last page was one of a signed-in person.
  private(set) var isIn = false
  /// Whether the person signed out, and typed no password since then.
  private var isOut = false
  private var hasTyped = false
  private var askedToLeave = false

  /// A new journey of the same browser.
  mutating func begin() { self = SiteSignIn() }

  /// Takes an exchange.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) {
    if isCredential { (hasTyped, isOut) = (true, false) }
    if isIn, exchange.call.url.leadsOut { askedToLeave = true }
    let leadsOn = exchange.call.method == "GET" && (300..<400).contains(exchange.response.status)
    if leadsOn, !hasTyped { guarded.insert(exchange.call.url.withoutQuery) }
  }

  /// Takes the page that an action ends at; returns whether the person was signed out and is still signed in.
  mutating func end(_ page: Page?, isAccepted: Bool) -> Bool {
    guard let page else { return false }
    let isKnown = page.offersSignOut || !page.asks.password && guarded.contains(page.url.withoutQuery)
    isIn = isAccepted && isKnown && !page.asks.code
    if askedToLeave, !isIn { isOut = true }
    askedToLeave = false
    guard isOut, isIn else { return false }
    isOut = false
    return true
  }
}

extension LoadedPage {
  /// What shows whether a person is signed in.
  ///
  /// - Parameter signIn: the page where they signed in; `nil` where none is known.
  func signInSigns(at signIn: WebURL?) -> SiteSignIn.Page {
    let purposes = screen.forms.flatMap(\.widgets).compactMap { widget in
      if case .entry(let entry) = widget.kind { entry.purpose } else { nil }
    }
    return SiteSignIn.Page(
      url: url, offersSignOut: offersSignOut(), asks: (purposes.contains(.password), purposes.contains(.passcode)),
      signInOffer: html.signInOffer(on: screen, at: signIn), goesOn: goesOn,
      refuses: screen.messages.contains(where: \.level.mustBeExpected))
  }

  /// Whether it has a link or button to sign out, also in a menu that is closed.
  ///
  /// - Parameter path: one that does not count as an address: that of a page whose other links and searches lead back to it. Where there is
  ///   one, an address elsewhere does not count either.
  func offersSignOut(besides path: String? = nil) -> Bool {
    let isOfThisSite = { (url: WebURL) in path == nil || url.origin == self.url.origin && url.path != path }
    if html.links.contains(where: { SignOutWords.name($0.text) || $0.signsOut && isOfThisSite($0.url) }) { return true }
    let labels = screen.forms.flatMap { form in
      [form.label?.visible ?? ""] + form.widgets.filter(\.kind.isControl).compactMap(\.label?.visible)
    }
    let addresses = html.forms.compactMap { $0.address(of: $0.action) }
    return labels.contains { SignOutWords.name($0) } || addresses.contains { $0.leadsOut && isOfThisSite($0) }
  }
}

extension WebURL {
  /// Whether it is that of a sign-out, by its path.
  var leadsOut: Bool { SignOutWords.isPath(path) }
}
