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
    if let known = longer[text] { return known }
    let rule = leads.lengths[ScriptLeads.Place(screen: screen, widget: widget.id.text)]
    guard let rule, (rule.before..<rule.now).contains(text.count), let typed = Self.lengthened(text, to: rule.now, in: widget) else {
      return text
    }
    longer[text] = typed
    made.append(widget.id)
    return typed
  }

  private static func lengthened(_ text: String, to length: Int, in widget: Widget) -> String? {
    let most = widget.limit("maxLength")
    guard most.map({ $0 >= length }) ?? true else { return nil }
    let filling = Array("-Aa1")
    return text + String((0..<length - text.count).map { filling[$0 % filling.count] })
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
    let filling = Array("-Aa1")
    let missing = max(0, (limit("minLength") ?? 0) - text.count)
    let longEnough = text + String((0..<missing).map { filling[$0 % filling.count] })
    return String(longEnough.prefix(limit("maxLength") ?? .max))
  }

  /// The number that a rule of it has; `nil` where it has no such rule.
  fileprivate func limit(_ rule: String) -> Int? {
    validator.first { $0.name == rule || $0.name == rule.lowercased() }?.value.spelling.flatMap { Int($0) }
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
