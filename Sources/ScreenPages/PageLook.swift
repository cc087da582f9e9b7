import JourneyModel

/// How the parts of a screen stand on a page that can be used.
struct PageLook: ScreenLook {
  let frame: PageFrame

  /// Problems are announced at once, everything else when there is time for it.
  func element(of message: Message) -> MarkupElement { element(of: message, id: nil) }

  private func element(of message: Message, id: String?) -> MarkupElement {
    let level = message.level.mustBeExpected ? (message.level == .warning ? "warning" : "error") : message.level.text
    var element = MarkupElement("p")
    element.set("id", id)
    element.set("class", "message \(level)")
    element.set("role", message.level.mustBeExpected ? "alert" : "status")
    element.set("data-message-key", message.key)
    element.add(text: message.text.visible)
    for link in message.links { if let anchor = self.anchor(link.url, link.readable, id: link.form) { element.add(anchor) } }
    return element
  }

  /// A link to another page of the web; `nil` for any other address, so that none can run a script.
  private func anchor(_ address: String?, _ text: String, id: FormID) -> MarkupElement? {
    guard let address, ["https://", "http://", "/"].contains(where: address.hasPrefix) else { return nil }
    var anchor = MarkupElement("a")
    anchor.set("href", address)
    if frame.tellsScreen { anchor.set("data-link", id.rawValue) }
    anchor.add(text: text)
    return anchor
  }

  func element(of drawn: DrawnWidget) -> MarkupElement {
    let messageIDs = drawn.says.indices.map { "w\(drawn.number)-m\($0 + 1)" }
    let control = DrawnControl(drawn, describedBy: messageIDs, isInvalid: drawn.says.contains(where: \.level.mustBeExpected))
    var box = MarkupElement("div", class: "widget")
    for part in control.parts { box.add(part) }
    for (message, id) in zip(drawn.says, messageIDs) { box.add(element(of: message, id: id)) }
    return box
  }

  func element(of drawn: DrawnForm) -> MarkupElement? {
    if case .navigation(let address) = drawn.form.kind {
      return self.anchor(address, drawn.form.label?.visible ?? drawn.form.id.rawValue, id: drawn.form.id).map {
        MarkupElement("p", class: "way", [$0])
      }
    }
    var form = MarkupElement("form")
    form.set("id", "form-\(drawn.number)")
    form.set("data-form", drawn.form.id.rawValue)
    form.set("name", drawn.form.aliases.first?.rawValue)
    form.set("method", "post")
    form.set("action", frame.action(drawn.form.id))
    // The server's words about an answer are the tenant's own, in the person's language.
    form.set("novalidate", "")
    for field in frame.hidden { form.add(field.element) }
    if let account = frame.account, drawn.form.asksForPassword { form.add(Self.account(account)) }
    for element in drawn.content { form.add(element) }
    if drawn.form.submitters.isEmpty, let label = drawn.form.label { form.add(DrawnControl.button(label.visible)) }
    return form
  }

  /// Nothing that is sent or seen: a password manager finds by it which password to fill in.
  private static func account(_ name: String) -> MarkupElement {
    var input = MarkupElement("input")
    input.set("type", "text")
    input.set("autocomplete", "username")
    input.set("value", name)
    input.set("readonly", "")
    input.set("hidden", "")
    return input
  }

  func element(of facts: [Fact]) -> MarkupElement? {
    guard !facts.isEmpty else { return nil }
    var list = MarkupElement("dl")
    for fact in facts {
      list.add(MarkupElement("dt", text: Self.words(for: fact.name)))
      var value = MarkupElement("dd", text: fact.value.text ?? fact.value.quoted)
      value.set("data-fact", fact.name)
      if fact.isSecret { value.set("data-secret", "") }
      list.add(value)
    }
    return list
  }

  /// What a person reads of a name with dots: `user.identifier` is `User identifier`.
  private static func words(for name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
    return name.prefix(1).uppercased() + name.dropFirst().replacing(".", with: " ")
  }
}

extension Form {
  fileprivate var asksForPassword: Bool {
    widgets.contains { widget in
      guard case .entry(let entry) = widget.kind else { return false }
      return entry.purpose == .password
    }
  }
}
