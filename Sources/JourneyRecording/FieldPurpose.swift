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
        self = form.asksForNewPassword ? .newPassword : .attribute([last, "password"])
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
    } || !passwords.isEmpty && fields.contains { $0.id.text.lowercased().contains("name") && !$0.id.text.lowercased().contains("username") }
  }
}
