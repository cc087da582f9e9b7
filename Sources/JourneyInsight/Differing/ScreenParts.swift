import JourneyModel

// What the parts of a screen are called, and when two of them are one under another name.

extension Form {
  /// What a person presses to send it, else its id.
  var name: String { pressLabels.first ?? label?.visible ?? id.rawValue }

  /// Whether it is the other form under another id.
  func isLike(_ other: Form) -> Bool {
    guard kind.word == other.kind.word, widgets.count == other.widgets.count, !pressLabels.isEmpty || !widgets.isEmpty else { return false }
    return pressLabels == other.pressLabels && zip(widgets, other.widgets).allSatisfy { $0.id == $1.id || $0.isLike($1) }
  }
}

extension Form {
  /// What it is as a form.
  var attributes: String { kind.word + (skipsChecks ? ", sent unchecked" : "") }
}

extension Form.Kind {
  var word: String {
    switch self {
    case .input: "input"
    case .action: "action"
    case .poll: "poll"
    case .navigation(let address): "leads to \(address)"
    }
  }
}

extension Widget {
  /// Its label, else what it says, else its id.
  var name: String {
    if case .output(let text) = kind { return text.visible }
    return label?.visible ?? id.text
  }

  /// Whether it is the other widget under another id.
  func isLike(_ other: Widget) -> Bool {
    typeName == other.typeName && label == other.label && kind == other.kind && (label != nil || kind.shownText != nil)
  }

  /// The change that it is there.
  var kindAdded: ChangeKind {
    switch kind {
    case .output: .text
    case .submitter, .close: .wayAdded
    case .unknown: .detail
    case .entry, .toggle, .choice, .credential: isVisible && kind.isAnswered ? .asked : .detail
    }
  }
}

extension WidgetKind {
  var word: String {
    switch self {
    case .output: "text"
    case .entry(let entry): "field for \(entry.purpose.rawValue)"
    case .toggle: "box"
    case .choice: "choice"
    case .submitter: "button"
    case .close: "button that closes"
    case .credential: "passkey"
    case .unknown: "unknown"
    }
  }

  /// Whether what is typed into it cannot be read; `nil` for what is not a field.
  var hidesValue: Bool? {
    if case .entry(let entry) = self { entry.isSecret || entry.purpose == .password } else { nil }
  }

  var shownText: String? {
    if case .output(let text) = self { text.visible } else { nil }
  }
}

extension Entry {
  /// What no other comparison looks at.
  var remainder: Entry {
    var entry = self
    (entry.placeholder, entry.validator, entry.isRequired, entry.isReadOnly, entry.purpose) = (nil, [], false, false, .text)
    entry.isSecret = false
    return entry
  }

  var said: String {
    [
      value.map { "value \(hidesValue ? "***" : "'\($0)'")" }, autocomplete.map { "autocomplete \($0)" },
      inputMode.map { "inputmode \($0)" },
    ]
    .compactMap(\.self).joined(separator: ", ")
  }
}

extension Choice {
  /// What it is, whatever is posted for it and however it is worded.
  var identity: String {
    // That it cannot be chosen does not identify it.
    let facts = facts.filter { $0.name != "disabled" }
    guard facts.isEmpty else { return facts.map { "\($0.name)=\($0.value.quoted)" }.joined(separator: ",") }
    return value.quoted
  }

  var name: String { label?.visible ?? identity }

  /// The authenticator of an org that it is, by any of its methods; `nil` for any other choice.
  var authenticator: String? {
    guard facts.contains(where: { ["method", "methods"].contains($0.name) }) else { return nil }
    guard case .text(let key)? = facts.first(where: { $0.name == "key" })?.value else { return nil }
    return key
  }

  /// The methods of its authenticator.
  var methods: [String] {
    switch facts.first(where: { ["method", "methods"].contains($0.name) })?.value {
    case .list(let methods)?: methods.compactMap { if case .text(let text) = $0 { text } else { nil } }
    case .text(let method)?: [method]
    default: []
    }
  }

  /// Its name; one way to use a phone is called the same on all screens, e.g. `Phone by text message`.
  var spoken: String {
    guard methods.count == 1, let method = methods.first, ["sms", "voice"].contains(method) else { return name }
    return authenticator == nil ? Self.name("Phone", by: method) : name(by: method)
  }

  /// E.g. `Phone by text message`.
  func name(by method: String) -> String { Self.name(name, by: method) }

  private static func name(_ name: String, by method: String) -> String {
    let words = ["sms": "text message", "voice": "call", "push": "push", "totp": "code"]
    return "\(name) by \(words[method] ?? method)"
  }
}

extension Authenticator {
  var said: String {
    ([key ?? type] + [label].compactMap(\.self) + methods + (profile.isEmpty ? [] : [profile.said])).joined(separator: " ")
  }
}

extension Message {
  /// What an app may show of it in addition to its text.
  var attributes: String {
    ([key].compactMap(\.self) + links.map { "'\($0.readable)'" } + (extras.isEmpty ? [] : [extras.said])).joined(separator: ", ")
  }

  func isSame(as other: Message) -> Bool { level == other.level && scope == other.scope && text.visible == other.text.visible }

  /// Its level, and what it is about.
  var element: String {
    switch scope {
    case .page: level.text
    case .form(let form): "\(level.text)/\(form.rawValue)"
    case .widget(let form, let widget): "\(level.text)/\(form.rawValue)/\(widget.text)"
    }
  }
}

extension [Value.Member] {
  var said: String { Value.map(self).quoted }
}
