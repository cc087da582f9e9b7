package import JourneyModel

/// What one version of a tenant asks for and the version that a script was written for does not: by it a script is led on.
package struct ScriptLeads: Sendable, Hashable {
  /// A widget, by its id and that of its screen.
  package struct Place: Sendable, Hashable {
    package var screen: String
    package var widget: String

    package init(screen: String, widget: String) { (self.screen, self.widget) = (screen, widget) }
  }

  /// How many characters a text needs.
  package struct Length: Sendable, Hashable {
    package var before: Int
    package var now: Int

    package init(before: Int, now: Int) { (self.before, self.now) = (before, now) }
  }

  /// What has to be answered, and did not have to be.
  package var required: Set<Place> = []
  /// Where texts have to be longer.
  package var lengths: [Place: Length] = [:]

  package init() {}

  package var isEmpty: Bool { required.isEmpty && lengths.isEmpty }
  /// The screens on which a script is led on.
  package var screens: Set<String> { Set(required.map(\.screen) + lengths.keys.map(\.screen)) }

  /// Takes what else is known.
  package mutating func add(_ other: ScriptLeads) {
    required.formUnion(other.required)
    lengths.merge(other.lengths) { $1 }
  }
}

/// How a script is led on over one screen.
struct ScreenLead {
  let leads: ScriptLeads
  let screen: String
  /// What is typed for texts that were too short somewhere, by what is written.
  private(set) var longer: [String: String]
  /// The widgets that were answered with something made up.
  private(set) var made: [WidgetID] = []
  /// The widgets that were answered with a text that was made longer on another screen.
  private(set) var lengthened: [WidgetID] = []

  init(_ leads: ScriptLeads, on screen: String, longer: [String: String]) {
    (self.leads, self.screen, self.longer) = (leads, screen, longer)
  }

  /// What is typed for what is written.
  mutating func value(of written: Value, in widget: Widget) -> Value {
    switch written {
    case .text(let text): return .text(typed(text, in: widget))
    case .secret(let secret):
      let text = typed(secret.unsafeText, in: widget)
      return text == secret.unsafeText ? written : .secret(Secret(text, name: secret.name, source: secret.source))
    case .null, .bool, .number, .list, .map: return written
    }
  }

  private mutating func typed(_ text: String, in widget: Widget) -> String {
    if let known = longer[text] {
      lengthened.append(widget.id)
      return known
    }
    let rule = leads.lengths[ScriptLeads.Place(screen: screen, widget: widget.id.text)]
    guard let rule, (rule.before..<rule.now).contains(text.count), widget.limit("maxLength").map({ $0 >= rule.now }) ?? true,
      let typed = text.lengthened(to: rule.now)
    else { return text }
    longer[text] = typed
    made.append(widget.id)
    return typed
  }

  /// What a widget is answered with that the scenario does not know; `nil` where it need not be, or nothing is known that fits.
  mutating func answer(to widget: Widget) -> Value? {
    guard leads.required.contains(ScriptLeads.Place(screen: screen, widget: widget.id.text)), let value = widget.madeUp else { return nil }
    made.append(widget.id)
    return value
  }
}

extension Widget {
  /// Something of its kind that a person could answer; `nil` for what cannot be made up, such as a code.
  fileprivate var madeUp: Value? {
    guard isVisible, !kind.isReadOnly else { return nil }
    switch kind {
    case .entry(let entry): return entry.purpose.example.map { .text(fitted($0, entry.purpose)) }
    case .toggle: return .bool(true)
    case .choice(let list):
      guard let choice = list.choices.first(where: { $0.value != .text("") && $0.value != .null }) else { return nil }
      return list.takesSeveral ? .list([choice.value]) : choice.value
    case .output, .submitter, .close, .credential, .unknown: return nil
    }
  }

  private func fitted(_ text: String, _ purpose: Entry.Purpose) -> String {
    guard purpose == .text || purpose == .password else { return text }
    let longEnough = limit("minLength").flatMap { text.lengthened(to: $0) } ?? text
    return String(longEnough.prefix(max(0, limit("maxLength") ?? .max)))
  }

  /// The number that a rule of it has; `nil` where it has no such rule.
  fileprivate func limit(_ rule: String) -> Int? {
    validator.first { $0.name == rule || $0.name == rule.lowercased() }?.value.spelling.flatMap { Int($0) }
  }
}

extension String {
  private static let filling = Array("-Aa1")
  /// A rule that asks for more is a mistake, or malice.
  private static let mostCharacters = 1_000

  /// The text with characters of every kind behind it, if it is shorter; `nil` for a length that is too much to type.
  fileprivate func lengthened(to length: Int) -> String? {
    guard length <= Self.mostCharacters else { return nil }
    return self + String((0..<max(0, length - count)).map { Self.filling[$0 % Self.filling.count] })
  }
}

extension Entry.Purpose {
  fileprivate var example: String? {
    switch self {
    case .text: "Example"
    case .email: "person@example.com"
    case .phone: "+15550100"
    case .number: "1"
    case .date: "1990-01-31"
    case .password: "Example-password-1"
    case .passcode, .captcha, .hidden: nil
    }
  }
}
