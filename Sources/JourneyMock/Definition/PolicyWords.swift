import Diagnostics
import JourneyLanguage
import LocatedYAML

/// What administrators call a policy, below `policy` of a tenant that extends another one: the lines of `changes` that it replaces.
///
/// A name that the tenant which is extended declares as a policy, or that something of the tenant's own asks for, means that policy.
struct PolicyWords {
  /// Every word.
  static var known: [String] { ["password.length", "password.kinds", "session"] + factors.keys.sorted().map { "factors.\($0)" } }

  /// The lines, each at the place of its word.
  private(set) var lines: [YAMLMapping.Entry] = []
  /// The policies that are words, by their names.
  private(set) var names: Set<String> = []
  /// Words that stand for nothing in this tenant.
  private(set) var problems: [(message: String, range: SourceRange, suggestion: String?)] = []

  private let base: TenantDefinition
  private var off: [SwitchedOff] = []
  /// Where the lines of the current word are.
  private var range: SourceRange

  init(of tenant: TenantDefinition, extending base: TenantDefinition) {
    self.base = base
    range = tenant.name.range
    guard tenant.base.map({ $0.value.hasSuffix(".yaml") || $0.value.hasSuffix(".yml") }) ?? false else { return }
    for policy in tenant.policy where !base.policy.contains(where: { $0.name.value == policy.name.value }) {
      guard !tenant.asks(for: "policy." + policy.name.value) else { continue }
      range = policy.name.range
      let known = lines.count
      // What one word says of passwords is changed together with what the other one says.
      let isDone = policy.name.value.hasPrefix("password.") && names.contains { $0.hasPrefix("password.") }
      switch policy.name.value {
      case "password.length", "password.kinds": limitPasswords(tenant, policy)
      case "session": setSession(to: policy.value)
      case let name where name.hasPrefix("factors."):
        names.insert(name)
        addFactor(String(name.dropFirst("factors.".count)), policy.value)
        continue
      default: continue
      }
      names.insert(policy.name.value)
      if lines.count == known, !isDone, problems.last?.range != range {
        problem("'\(base.name.value)' has nothing that 'policy.\(policy.name.value)' changes", "write what changes below 'changes'")
      }
    }
    switchOff()
  }

  private mutating func problem(_ message: String, _ suggestion: String?) { problems.append((message, range, suggestion)) }

  private mutating func add(_ path: String, _ value: YAMLNode) {
    guard !lines.contains(where: { $0.name == path }) else { return }
    lines.append(YAMLMapping.Entry(key: Located(path, at: range), value: value))
  }

  private func text(_ text: String, _ kind: YAMLScalar.Kind = .text) -> YAMLNode {
    .scalar(YAMLScalar(text: text, style: .plain, kind: kind, range: range))
  }

  private func list(_ words: [String]) -> YAMLNode { .sequence(YAMLSequence(items: words.map { text($0) }, range: range)) }

  // MARK: Sessions

  private mutating func setSession(to value: PolicyDefinition.Value) {
    guard case .duration(let time) = value else { return problem("'policy.session' takes a time, e.g. 15m", nil) }
    add("tokens.session", text(DurationText.format(time)))
  }

  // MARK: Passwords

  /// A kind of characters, in the order in which they are demanded.
  private static let kinds: [(settings: String, flow: String, pattern: String, words: String)] = [
    ("minLowerCase", "LOWERCASE", "(?=.*[a-z])", "a lowercase letter"), ("minUpperCase", "UPPERCASE", "(?=.*[A-Z])", "an uppercase letter"),
    ("minNumber", "NUMERIC", "(?=.*[0-9])", "a number"), ("minSymbol", "SPECIAL", "(?=.*[^a-zA-Z0-9])", "a symbol"),
  ]

  /// What a new password has to be, as far as the tenant says it; what is `nil` stays as it is.
  private struct PasswordRule {
    var length: Int?
    var kinds: Int?
  }

  /// Every form that sets a password takes only longer ones, or such of more kinds of characters: the rule that the screen shows, the
  /// condition that refuses others, and what is said then.
  private mutating func limitPasswords(_ tenant: TenantDefinition, _ policy: PolicyDefinition) {
    func number(_ name: String) -> Int? {
      guard case .number(let number)? = tenant.policy.first(where: { $0.name.value == name })?.value else { return nil }
      return number
    }
    let rule = PasswordRule(length: number("password.length"), kinds: number("password.kinds"))
    guard number(policy.name.value).map({ $0 > 0 && (policy.name.value == "password.length" || $0 <= Self.kinds.count) }) ?? false else {
      let what = policy.name.value == "password.length" ? "a number of characters" : "a number from 1 to \(Self.kinds.count)"
      return problem("'policy.\(policy.name.value)' takes \(what)", nil)
    }
    for state in base.states {
      for form in state.forms {
        for path in form.newPasswords { limit(path, of: form, in: state, to: rule) }
      }
    }
  }

  private mutating func limit(_ path: String, of form: FormRules, in state: StateDefinition, to rule: PasswordRule) {
    let screen = base.screens.first { $0.id.value == state.screen?.value ?? state.id.value }
    if let screen {
      let widget = screen.forms.first { $0.id.value == form.id.value }?.widgets.first { $0.id.value == path }
      let settings = screen.own.first { $0.name == "settings" }?.value.mapping?.entries.first { $0.name == "complexity" }?.value
      if settings?.mapping?.entries.contains(where: { $0.name == "minLength" }) ?? false {
        let place = "screens.\(screen.id.value).settings.complexity"
        if let length = rule.length { add("\(place).minLength", text(String(length), .number)) }
        for (index, kind) in Self.kinds.enumerated() where rule.kinds != nil {
          add("\(place).\(kind.settings)", text(index < rule.kinds ?? 0 ? "1" : "0", .number))
        }
      } else if let widget, base.limitsTexts {
        let place = "screens.\(screen.id.value).forms.\(form.id.value).\(widget.id.value)"
        if let length = rule.length { add("\(place).minLength", text(String(length), .number)) }
        if let kinds = rule.kinds { add("\(place).mustContain", list(Self.kinds.prefix(kinds).map(\.flow))) }
      }
    }
    for edge in form.edges {
      guard let condition = edge.condition?.text, let old = Self.pattern(of: path, in: condition) else { continue }
      let (length, kinds) = (rule.length ?? old.length, rule.kinds.map { Self.kinds.prefix($0).map(\.pattern).joined() } ?? old.kinds)
      let pattern = "\(kinds).{\(length),}"
      guard pattern != old.text else { continue }
      let changed = condition.replacing("answer.\(path) matches '\(old.text)'", with: "answer.\(path) matches '\(pattern)'")
      add("flow.\(state.id.value).\(form.id.value).\(edge.name.value).when", text(changed))
      for name in edge.effects.flatMap(\.said) { say(length, rule.kinds, inPlaceOf: old.length, in: name) }
    }
  }

  /// The pattern that a condition demands of an answer, if it is one of a length and kinds.
  private static func pattern(of path: String, in condition: String) -> (text: String, kinds: String, length: Int)? {
    guard let start = condition.firstRange(of: "answer.\(path) matches '")?.upperBound else { return nil }
    let text = String(condition[start...].prefix { $0 != "'" })
    guard let end = text.beginning(of: ".{", after: kinds.map(\.pattern)), text.hasSuffix(",}") else { return nil }
    return Int(text[end...].dropFirst(2).dropLast(2)).map { (text, String(text[..<end]), $0) }
  }

  private mutating func say(_ length: Int, _ kinds: Int?, inPlaceOf old: Int, in name: String) {
    guard let message = base.messages.first(where: { $0.name.value == name }) else { return }
    let demanded = kinds.map { Self.kinds.prefix($0).map { ", \($0.words)" }.joined() } ?? ""
    func changed(_ text: String) -> String {
      var known = text
      for kind in Self.kinds where kinds != nil { known = known.replacing(", \(kind.words)", with: "") }
      return known.replacing("\(old) characters", with: "\(length) characters\(demanded)")
    }
    for (language, text) in message.text.texts {
      let words = text.text.split(separator: " ", omittingEmptySubsequences: false).map { $0 == String(old) ? String(length) : String($0) }
      // What is demanded of kinds is said in English alone.
      let new = changed(text.text) == text.text ? words.joined(separator: " ") : changed(text.text)
      guard let language, new != text.text else { continue }
      add("messages.\(name).\(language.value)", self.text(new))
    }
    guard case .sequence(let params)? = base.written.part(.messages)?.mapping?[name]?.mapping?["params"] else { return }
    let texts = params.items.map { $0.scalar?.text ?? "" }
    if texts.map(changed) != texts { add("messages.\(name).params", list(texts.map(changed))) }
  }

  // MARK: Factors

  /// What a factor is on the wire: options with these values, methods of an option, and what people have who have it.
  private struct Factor {
    var values: Set<String> = []
    var methods: Set<String> = []
    var owned: Set<String>
  }

  /// A factor that is off, where its word is, and whether anything of the tenant is the factor.
  private struct SwitchedOff {
    var name: String
    var factor: Factor
    var range: SourceRange
    var isThere = false
  }

  private static let factors: [String: Factor] = [
    "text_message": Factor(values: ["sms"], methods: ["sms"], owned: ["sms"]),
    "call": Factor(values: ["voice"], methods: ["voice"], owned: ["voice"]),
    "phone": Factor(values: ["phone_number", "phone"], methods: ["sms", "voice"], owned: ["phone", "sms", "voice"]),
    "email": Factor(values: ["okta_email", "email"], owned: ["email"]),
    "security_question": Factor(values: ["security_question", "question"], owned: ["question"]),
    "authenticator_app": Factor(values: ["google_otp", "totp", "otp", "softToken"], owned: ["otp", "totp"]),
    "okta_verify": Factor(values: ["okta_verify"], owned: ["verify"]),
    "passkey": Factor(values: ["webauthn", "passkey"], owned: ["passkey"]),
  ]

  /// An option whose methods are not written has these.
  private static let usualMethods = ["phone_number": ["sms", "voice"]]

  private mutating func addFactor(_ name: String, _ value: PolicyDefinition.Value) {
    guard let factor = Self.factors[name] else {
      let known = Self.factors.keys.sorted()
      return problem(
        "unknown factor '\(name)': expected one of \(known.joined(separator: ", "))",
        ClosestMatch.of(name, in: known).map { "did you mean '\($0)'?" })
    }
    guard value.isOff else { return problem("'policy.factors.\(name)' takes 'off'", nil) }
    off.append(SwitchedOff(name: name, factor: factor, range: range))
  }

  /// No screen offers any of the factors that are off: they are looked at together, as a choice may be several of them.
  private mutating func switchOff() {
    guard !off.isEmpty else { return }
    for screen in base.screens {
      // A channel by which an app is set up is not a factor.
      for form in screen.forms where form.id.value != "select-enrollment-channel" {
        // Nor is a scope that an app asks for.
        for widget in form.widgets where widget.type.value != "scopes" {
          removeFactors(from: widget, at: "screens.\(screen.id.value).forms.\(form.id.value).\(widget.id.value)")
        }
      }
    }
    for one in off where !one.isThere {
      range = one.range
      problem("'\(base.name.value)' has nothing that 'policy.factors.\(one.name)' changes", "write what changes below 'changes'")
    }
  }

  /// Whether one of the factors is meant; each that is, is there.
  private mutating func isOff(_ isMeant: (Factor) -> Bool) -> Bool {
    var found = false
    for place in off.indices where isMeant(off[place].factor) {
      (off[place].isThere, range, found) = (true, off[place].range, true)
    }
    return found
  }

  private mutating func left(of methods: [String]) -> [String] {
    methods.filter { method in !isOff { $0.methods.contains(method) } }
  }

  private mutating func removeFactors(from widget: WidgetDefinition, at path: String) {
    for entry in widget.attributes {
      guard case .sequence(let sequence) = entry.value else { continue }
      if entry.name == "methods" {
        let left = left(of: sequence.items.compactMap { $0.scalar?.text })
        if left.count < sequence.items.count, !left.isEmpty { add("\(path).methods", list(left)) }
      }
      guard entry.name == "options" else { continue }
      for item in sequence.items { removeFactors(from: item, at: "\(path).options") }
    }
  }

  private mutating func removeFactors(from option: YAMLNode, at path: String) {
    let members = option.mapping?.entries
    guard let value = members?.first(where: { $0.name == "value" })?.value.scalar?.text ?? option.scalar?.text else { return }
    let condition = members?.first { $0.name == "when" }?.value.scalar?.text ?? ""
    var methods = Self.usualMethods[value] ?? []
    if case .sequence(let written)? = members?.first(where: { $0.name == "methods" })?.value {
      methods = written.items.compactMap { $0.scalar?.text }
    }
    let left = left(of: methods)
    // A choice with another value is the factor if only people who have it get the choice.
    let isGone = isOff { factor in factor.values.contains(value) || factor.owned.contains { condition == "account.factors has \($0)" } }
    if isGone || left.isEmpty && !methods.isEmpty {
      add("\(path).\(value)", text("null", .null))
    } else if left.count < methods.count {
      add("\(path).\(value).methods", list(left))
    }
  }
}

extension TenantDefinition {
  /// Whether something that the tenant's own file says, other than its policies, names a policy.
  fileprivate func asks(for policy: String) -> Bool {
    TenantPart.allCases.contains { $0 != .policy && written[$0]?.names(policy) ?? false } || changes.contains { $0.value.names(policy) }
  }

  /// Whether some field of it has a least length, so that its dialect knows the rule.
  fileprivate var limitsTexts: Bool {
    screens.contains { $0.forms.contains { $0.widgets.contains { $0.attributes.contains { $0.name == "minLength" } } } }
  }
}

extension YAMLNode {
  /// Whether a text in it has a name as a whole word.
  fileprivate func names(_ name: String) -> Bool {
    switch self {
    case .scalar(let scalar):
      scalar.text.contains(name) && scalar.text.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }.contains { $0 == name }
    case .sequence(let sequence): sequence.items.contains { $0.names(name) }
    case .mapping(let mapping): mapping.entries.contains { $0.value.names(name) }
    }
  }
}

extension FormRules {
  /// The answers that become an account's password.
  fileprivate var newPasswords: [String] {
    var paths: [String] = []
    for effect in edges.flatMap(\.effects) {
      for source in effect.passwordSources where source.hasPrefix("answer.") {
        let path = String(source.dropFirst("answer.".count))
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths
  }
}

extension EffectDefinition {
  fileprivate var passwordSources: [String] {
    switch self {
    case .set(let attribute, let source): attribute.value == "account.password" ? [source.text] : []
    case .create(let attributes): attributes.filter { $0.attribute.value == "password" }.map(\.source.text)
    default: []
    }
  }

  fileprivate var said: [String] { if case .say(let names) = self { names.map(\.value) } else { [] } }
}

extension PolicyDefinition.Value {
  fileprivate var isOff: Bool {
    if case .flag(let flag) = self { !flag } else { false }
  }
}

extension String {
  /// Where a text begins in it that comes right after some of others, each once and in order.
  fileprivate func beginning(of text: String, after others: [String]) -> Index? {
    var rest = self[...]
    for other in others where rest.hasPrefix(other) { rest = rest.dropFirst(other.count) }
    return rest.hasPrefix(text) ? rest.startIndex : nil
  }
}
