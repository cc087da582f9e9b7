import Encodings
import JourneyModel

/// The pages of a logout that asks first.
extension LoadedPage {
  /// Why this is not a page that asks whether to sign out; `nil` if it may be one.
  var problemOfAsking: String? {
    if status >= 400 { return "logout answered with status \(status)" }
    return asksForPassword ? "the page '\(screen.id)' asks for a password, and not whether to sign out" : nil
  }

  /// What shows on the page after a logout that the person is not signed out; `nil` if nothing does.
  ///
  /// - Parameters:
  ///   - asking: the page that asked.
  ///   - form: what was pressed there.
  func problem(afterLogoutAskedOn asking: LoadedPage, by form: FormID?) -> String? {
    if status >= 400 { return "logout answered with status \(status)" }
    if status >= 300 { return "logout answered with status \(status), and leads nowhere" }
    if let message = unexpectedMessages.first { return "after the logout the page '\(screen.id)' says '\(message.text.visible)'" }
    if let form, let labels = screen.form(form)?.pressLabels, !labels.isEmpty, labels == asking.screen.form(form)?.pressLabels {
      return "after the logout the page '\(screen.id)' asks again: it has \(labels.map { "'\($0)'" }.joined(separator: ", "))"
    }
    return offersSignOut(besides: url.path) ? "after the logout the page '\(screen.id)' still has a link or button to sign out" : nil
  }

  /// That the page asks whether to sign out, or has a button for it, in a sentence; `nil` where it does not.
  var question: String? {
    let labels = screen.forms.flatMap(\.pressLabels)
    let asks = screen.pageText.split(whereSeparator: \.isNewline).contains { $0.hasSuffix("?") && SignOutWords.isNamed(in: String($0)) }
    guard asks && !labels.isEmpty || labels.contains(where: SignOutWords.name) else { return nil }
    let found = asks ? "asks whether to sign out" : "still has a button to sign out"
    let buttons = labels.map { "'\($0)'" }.joined(separator: ", ")
    return "after the logout the page '\(screen.id)' \(found); if it asks first, name the button with 'press': it has \(buttons)"
  }

  /// Where a person is led without a press: frames that are seen, a refresh, however late, and what its scripts set the location to; the
  /// first few.
  var placesBehind: [WebURL] {
    let frames = shownFrames
    let unseen = Set(html.frames).subtracting(frames)
    var known: Set<WebURL> = [url]
    return (frames + [refresh?.url].compactMap(\.self) + scriptAddresses).filter { !unseen.contains($0) && known.insert($0).inserted }
      .prefix(Self.mostPlaces).map(\.self)
  }

  /// The addresses of frames that a person sees.
  private var shownFrames: [WebURL] {
    let nodes = html.tree.elements(named: ["iframe", "frame"]).filter { node in
      guard !html.tree.nodes[node].isHidden, let element = html.tree.element(node) else { return false }
      return !["width", "height"].contains { ["0", "0px", "1"].contains(element.text($0)) }
    }
    return nodes.compactMap { html.tree.element($0)?.text("src").flatMap(html.base.following) }
  }

  private static let mostPlaces = 5

  /// Errors and warnings, without what only says loudly that the person is signed out.
  private var unexpectedMessages: [Message] {
    screen.messages.filter { $0.level.mustBeExpected && !SignOutWords.saysOut($0.text.visible.lowercased()) }
  }

  /// Whether it asks for one password: the name next to the field may be remembered. One that is new, or of something else, is none.
  private var asksForOnePassword: Bool {
    let passwords = screen.forms.flatMap(\.widgets).filter { widget in
      guard case .entry(let entry) = widget.kind, entry.purpose == .password, entry.autocomplete != "new-password" else { return false }
      return entry.autocomplete == "current-password" || !SignInWords.isOfOtherPassword(widget.label?.visible ?? "")
    }
    return passwords.count == 1 && !SignInWords.asksToConfirm(screen.pageText)
  }

  /// Whether it says that a person is out, and has a button or link for another account: a list of people who were here.
  private var isChooser: Bool {
    let labels = html.links.map(\.text) + screen.forms.flatMap(\.pressLabels)
    return labels.contains(where: SignInWords.isForOther) && saysOut
  }

  /// Whether it says anywhere that a person is out.
  var saysOut: Bool { SignOutWords.mentionsOut("\(html.title) \(html.visibleText)") }

  /// Why the page after a logout shows that or who is signed in; `nil` if it does not.
  ///
  /// A page that offers to sign in may remember who was signed in last, unless it offers to sign out as well, and one may say who is signed
  /// out by now.
  ///
  /// - Parameter signIn: the page where the person signed in; `nil` where none is known.
  func problem(showingOneOf identifiers: [String], signedInAt signIn: WebURL?) -> String? {
    let texts =
      html.tree.texts(of: ["h1", "h2", "h3", "p", "li", "div", "span", "strong", "td"]) + [html.visibleText, screen.pageText]
    if let sentence = texts.lazy.compactMap({ SignOutWords.sentenceOfStay(in: $0.withoutFormatSigns) }).first {
      return "after the logout the page '\(screen.id)' says '\(sentence)'"
    }
    // What an app gets without asking may be announced for any reason; what says that something failed is an error in any case.
    if let message = unexpectedMessages.first(where: { SignOutWords.saysFailure($0.text.visible) }) {
      return "after the logout the page '\(screen.id)' says '\(message.text.visible)'"
    }
    let offers = offersSignIn(at: signIn) || isChooser
    guard !identifiers.isEmpty, !asksForOnePassword, !offers || offersSignOut(besides: url.path) else { return nil }
    let shown = [html.visibleText, screen.pageText] + html.tree.namesBesideText
    let text = shown.joined(separator: "\n").withoutFormatSigns.lowercased()
    return identifiers.first { name in
      text.places(of: name.lowercased()).contains { !text.saysOut(around: $0) && (!name.isWord || text.isName(at: $0)) }
    }.map {
      "after the logout the page '\(screen.id)' still shows '\($0)', which was typed to sign in"
    }
  }

  /// By what a person signs in, of the answers to a form: e-mail addresses, and the names in a field for them or next to a password.
  ///
  /// What the page already shows does not prove who is signed in later, nor does a short name, which may be a part of any text.
  func identifiers(in submission: Submission, to form: Form) -> [String] {
    let isSignIn = signsIn(by: form, isAsked: false)
    let found = submission.answers.compactMap { answer -> String? in
      guard let text = answer.value.typed, text.count >= Self.shortestIdentifier, let widget = form.widget(answer.widget),
        case .entry(let entry) = widget.kind, !entry.isSecret
      else { return nil }
      let isName = isSignIn || entry.autocomplete?.split(separator: " ").contains("username") ?? false
      return switch entry.purpose {
      case .email: text
      case .text, .phone: isName || text.contains("@") ? text : nil
      case .number, .date, .password, .passcode, .captcha, .hidden: nil
      }
    }
    guard !found.isEmpty else { return [] }
    let shown = html.visibleText.lowercased()
    return found.filter { !shown.holds(word: $0.lowercased()) }
  }

  private static let shortestIdentifier = 4
}

extension HTMLTree {
  /// What the elements with these names show, each separately: a heading need not end with a full stop.
  fileprivate func texts(of names: Set<String>) -> [String] {
    elements(named: names).prefix(Self.mostLookedAt).map { visibleText(of: $0) }.filter { $0.utf8.count < 400 }
  }

  private static let mostLookedAt = 2_000

  /// Values of locked fields, and recipients of `mailto:` links: names outside of the text of a page.
  fileprivate var namesBesideText: [String] {
    let fields = elements(named: ["input"]).prefix(Self.mostLookedAt).compactMap { node -> String? in
      guard !nodes[node].isHidden, let element = element(node), element.has("readonly") || element.has("disabled") else { return nil }
      return ["hidden", "password", "submit", "button", "reset", "checkbox", "radio"].contains(element.word("type"))
        ? nil : element.text("value")
    }
    let links = elements(named: ["a"]).prefix(Self.mostLookedAt).compactMap { node -> String? in
      guard !nodes[node].isHidden, let address = element(node)?.text("href"), address.asciiLowercased.hasPrefix("mailto:") else {
        return nil
      }
      return String(address.dropFirst("mailto:".count).prefix { $0 != "?" }).replacing("%40", with: "@")
    }
    return fields + links
  }
}

extension String {
  /// Without invisible signs, such as soft hyphens and spaces without width.
  fileprivate var withoutFormatSigns: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0.isASCII || $0.properties.generalCategory != .format }))
  }

  /// Whether it may be any word, as `admin` is: small letters and nothing else.
  fileprivate var isWord: Bool { allSatisfy { $0.isLetter && $0.isLowercase } }

  /// Whether it is all of its line, or follows a word that names come after.
  fileprivate func isName(at place: Range<Index>) -> Bool {
    let before = self[..<place.lowerBound].suffix(Self.longestLine).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let after = self[place.upperBound...].prefix(Self.longestLine).prefix { $0 != "\n" }
    if before.last == "@" || before.hasSuffix("in: ") { return true }
    guard let word = before.split(whereSeparator: { !$0.isLetter }).last else {
      return !after.contains(where: \.isLetter) && !Self.labels.contains(String(self[place]))
    }
    return Self.beforeNames.contains(String(word))
  }

  /// Names of test accounts that are also the labels of banners and links.
  private static let labels: Set<String> = [
    "test", "demo", "staging", "dev", "admin", "support", "sales", "info", "contact", "home", "help", "guest", "user", "account", "root",
    "login", "service", "office", "team", "shop",
  ]

  private static let beforeNames: Set<String> = [
    "as", "hello", "hi", "hey", "welcome", "back", "user", "username", "account", "als", "hallo", "willkommen", "benutzer", "konto",
    "bonjour",
    "bienvenue", "utilisateur", "compte", "hola", "bienvenido", "bienvenida", "usuario", "cuenta", "ciao", "que", "como",
  ]

  fileprivate func holds(word: String) -> Bool { !places(of: word).isEmpty }

  /// Where a text is that is not part of a longer word or address.
  fileprivate func places(of word: String) -> [Range<Index>] {
    ranges(of: word).filter { range in
      if let before = self[..<range.lowerBound].last, before.isOfWord || Self.joiners.contains(before) { return false }
      let rest = self[range.upperBound...].prefix(2)
      guard let after = rest.first else { return true }
      // A full stop ends a sentence, and goes on only in an address.
      return !after.isOfWord && !(Self.joiners.contains(after) && rest.count == 2 && rest.last?.isOfWord == true)
    }
  }

  /// Whether its sentence says that this person was signed out, or the one next to it says so to the reader.
  fileprivate func saysOut(around place: Range<Index>) -> Bool {
    let before = self[..<place.lowerBound].suffix(Self.nearby)
    let after = self[place.upperBound...].prefix(Self.nearby)
    let start = before.lastIndex { ".!?\n".contains($0) }.map(before.index(after:)) ?? before.startIndex
    let end = after.firstIndex { ".!?\n".contains($0) } ?? after.endIndex
    if SignOutWords.saysOut("\(before[start...]) | \(after[..<end])") { return true }
    let ends = { (sign: Character) in ".!?\n".contains(sign) }
    let previous = self[..<place.lowerBound].suffix(Self.longestLine).split(omittingEmptySubsequences: false, whereSeparator: ends)
      .dropLast()
    let next = self[place.upperBound...].prefix(Self.longestLine).split(omittingEmptySubsequences: false, whereSeparator: ends).dropFirst()
    let hasLetters = { (line: Substring) in line.contains(where: \.isLetter) }
    return [previous.last(where: hasLetters), next.first(where: hasLetters)].compactMap(\.self).contains(where: SignOutWords.endsSignedOut)
  }

  private static let nearby = 60
  /// A page may show a name at each of many thousand places.
  private static let longestLine = 300
  private static let joiners: Set<Character> = [".", "-", "_", "+", "@"]
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
