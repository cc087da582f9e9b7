package import JourneyModel

/// What a field asks for, as far as its type, id, label and hints tell.
package enum FieldPurpose: Sendable, Hashable {
  /// Something that the account may have, by the names that its attribute may bear, the likeliest first.
  case attribute([String])
  /// A password that is made up here, or its repetition.
  case newPassword
  /// A code: of a message, or of an authenticator app.
  case code
  case other

  /// - Parameter form: with the other fields: two passwords are a new one and its repetition.
  package init(of widget: Widget, in form: Form) {
    guard case .entry(let entry) = widget.kind else {
      self = .other
      return
    }
    let label = (widget.label?.visible ?? "").lowercased()
    let last = widget.id.text.split(separator: ".").last.map(String.init) ?? widget.id.text
    let words = [last, entry.autocomplete ?? "", widget.label?.visible ?? ""].joined(separator: " ").lowercased()
    switch entry.purpose {
    case .password:
      // The dialects with one type for all that is hidden tell codes by their names.
      if entry.autocomplete == "one-time-code" || Self.isCode(widget, words), !label.contains("password") {
        self = .code
      } else {
        self = form.asksForNewPassword && !widget.asksForCurrentPassword(in: form) ? .newPassword : .attribute([last, "password"])
      }
    case .passcode: self = .code
    case .email: self = .attribute(["email"])
    case .phone: self = .attribute(["phone"])
    case .text, .number:
      if entry.autocomplete == "one-time-code" || Self.isCode(widget, words) {
        self = .code
      } else {
        self = Self.told(by: words, last, entry)
      }
    case .date, .captcha, .hidden: self = .other
    }
  }

  private static func isCode(_ widget: Widget, _ words: String) -> Bool {
    let id = widget.id.text.lowercased()
    return ["passcode", "otp", "totp", "one-time"].contains { id.contains($0) } || words.contains("verification code")
  }

  private static func told(by words: String, _ last: String, _ entry: Entry) -> FieldPurpose {
    if words.contains("mail") { return .attribute([last, "email"]) }
    if entry.autocomplete == "username" { return .attribute(["username", "email"]) }
    if words.contains("phone") || words.contains("mobile") { return .attribute([last, "phone"]) }
    if words.contains("user") || words.contains("login") { return .attribute([last, "username", "email"]) }
    if words.contains("identifier") { return .attribute([last, "email", "username"]) }
    return .attribute([last])
  }
}

extension Form {
  /// Whether it asks for a password that is made up here.
  package var asksForNewPassword: Bool {
    let passwords = fields.filter { widget in
      if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
    }
    if passwords.count > 1 { return true }
    return passwords.contains { widget in
      if case .entry(let entry) = widget.kind, entry.autocomplete == "new-password" { return true }
      let id = widget.id.text.lowercased()
      return id.contains("new") || id.contains("confirm")
    } || !passwords.isEmpty && (registers || asksForNames)
  }

  /// Whether it asks for a person's name next to something else that they are known by: a single name is the one that they sign in with.
  private var asksForNames: Bool {
    let entries = fields.filter { widget in
      guard case .entry(let entry) = widget.kind else { return false }
      return widget.isVisible && [.text, .email, .phone].contains(entry.purpose)
    }
    return entries.contains { $0.asksForName(isAlone: entries.count == 1) }
  }

  /// Whether its names or what submits it say that a new person is registered.
  private var registers: Bool {
    let submitters = everyWidget.filter { $0.kind == .submitter }.compactMap { $0.label?.visible }
    return ([id.rawValue] + submitters).contains(where: \.saysRegistration)
  }
}

extension Screen {
  /// Whether a form of it is there to register a new person, as far as the form, the screen's name and its heading say so.
  package func registers(with form: Form) -> Bool {
    if form.asksForNewPassword { return true }
    let isOnlyForm = forms.filter { $0.kind == .input && !$0.fields.isEmpty }.count == 1
    let headings = facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    let asks = form.fields.contains { widget in
      if case .entry(let entry) = widget.kind { [.password, .email].contains(entry.purpose) } else { false }
    }
    return asks && isOnlyForm && ([id.text] + headings).contains(where: \.saysRegistration)
  }
}

extension Widget {
  private static let currentWords: Set<String> = [
    "old", "current", "existing", "previous", "altes", "aktuelles", "bisheriges", "ancien", "actuel", "actual", "anterior", "attuale",
    "vecchia",
    "atual", "huidig", "huidige", "oud",
  ]

  /// Whether it takes the password that counts so far: its words say so, or only the password after it is marked as a new one.
  package func asksForCurrentPassword(in form: Form) -> Bool {
    guard case .entry(let entry) = kind, entry.purpose == .password else { return false }
    if let autocomplete = entry.autocomplete, autocomplete.hasSuffix("-password") { return autocomplete == "current-password" }
    let letters = "\(id.text) \(label?.visible ?? "")".map { $0.isLetter ? $0 : " " as Character }
    let words = String(letters).lowercased().split(separator: " ").map(String.init)
    if words.contains(where: { Self.currentWords.contains($0) || $0.hasPrefix("oldpass") || $0.hasPrefix("currentpass") }) { return true }
    let passwords = form.fields.filter { if case .entry(let entry) = $0.kind { entry.purpose == .password } else { false } }
    guard passwords.first?.id == id, let next = passwords.dropFirst().first, case .entry(let later) = next.kind else { return false }
    return later.autocomplete == "new-password"
  }

  /// Whether it takes a person's name, which a sign-in does not ask for.
  ///
  /// - Parameter isAlone: whether nothing else is asked for next to a password.
  fileprivate func asksForName(isAlone: Bool) -> Bool {
    guard case .entry(let entry) = kind else { return false }
    if ["name", "given-name", "family-name"].contains(entry.autocomplete ?? "") { return true }
    guard !isAlone, entry.autocomplete != "username" else { return false }
    let words = "\(id.text) \(label?.visible ?? "")".lowercased().filter(\.isLetter)
    return id.text.lowercased().contains("name") && !["username", "login", "nickname", "screenname"].contains { words.contains($0) }
  }
}

extension String {
  private static let registrations = [
    "regist", "signup", "create account", "create an account", "create your account", "create my account", "new account", "join",
  ]
  private static let signIns = ["signin", "login"]

  /// Whether these words are of a registration and not of a sign-in, e.g. `sign-up`, `Create an account`.
  fileprivate var saysRegistration: Bool {
    let letters = String(map { $0.isLetter ? $0 : " " }).lowercased().split(separator: " ")
    let words = letters.joined(separator: " ")
    let joined = letters.joined()
    guard !Self.signIns.contains(where: { joined.contains($0) }) else { return false }
    return Self.registrations.contains { $0 == "join" ? letters.contains("join") : words.contains($0) || joined.contains($0) }
  }
}
