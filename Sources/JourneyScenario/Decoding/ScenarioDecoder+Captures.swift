internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import LocatedYAML

/// `capture`: names, and where their values are taken from.
extension ScenarioDecoder {
  mutating func captures(_ node: YAMLNode, beside head: StepHead) -> [Capture] {
    guard let mapping = map(node, key: "capture", wanted: "a map of names and where from") else { return [] }
    var captures: [Capture] = []
    for entry in mapping.entries {
      if entry.value.isNothing {
        reportEmpty(entry.key.value, at: entry.key.range)
      } else if let source = source(entry, beside: head), checkVariableName(entry.key) {
        captures.append(Capture(name: entry.key, source: source))
        continue
      }
      mayLackNames = true
    }
    return captures
  }

  /// A name that `${…}` can name, and that is not one of those which are bound by themselves.
  @discardableResult mutating func checkVariableName(_ name: Located<String>) -> Bool {
    let isName = name.value.utf8.enumerated().allSatisfy { index, byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
        || index > 0 && (0x30...0x39 ~= byte || byte == UInt8(ascii: "-"))
    }
    if !isName || name.value.isEmpty {
      report(.badValue, "a variable's name is made of letters, digits, '_' and '-', found '\(name.value)'", at: name.range)
    } else if BoundByItself(rawValue: name.value) != nil {
      report(.badValue, "'\(name.value)' is bound by itself and cannot be given another value", at: name.range)
    } else {
      return true
    }
    return false
  }

  private mutating func source(_ entry: YAMLMapping.Entry, beside head: StepHead) -> Capture.Source? {
    switch entry.value {
    case .scalar(let scalar): return bareSource(scalar, beside: head)
    case .mapping(let mapping): return source(mapping, named: entry.key, beside: head)
    case .sequence:
      reportType(entry.key.value, "a map that says where from", entry.value)
      return nil
    }
  }

  /// `code` and `link` of messages, facts of the end and of token steps.
  private mutating func bareSource(_ scalar: YAMLScalar, beside head: StepHead) -> Capture.Source? {
    let isMessage = head == .mail || head == .sms
    if isMessage, scalar.text == "code" { return .code(pattern: nil) }
    if isMessage, scalar.text == "link" { return .link(nil) }
    let facts = Self.facts(of: head)
    if facts.contains(scalar.text) { return .fact(scalar.text) }
    let words = isMessage ? ["code", "link"] : facts
    let maps = Self.sources(beside: head).map { "{\($0.rawValue): …}" }
    report(
      .badValue, "'\(scalar.text)' is nothing to capture; possible are \((words + maps).joined(separator: ", "))", at: scalar.range,
      suggestion: ClosestMatch.of(scalar.text, in: words).map { "did you mean '\($0)'?" })
    return nil
  }

  private static func facts(of head: StepHead) -> [String] {
    switch head {
    case .finish, .refreshTokens: ["access_token", "refresh_token", "id_token", "scope", "expires_in"]
    case .userinfo: ["claims"]
    case .run: ["output"]
    case .screen, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .mail, .sms, .push, .request: []
    case .wait, .check, .use, .either, .repeated, .revoke, .logout: []
    }
  }

  private static func sources(beside head: StepHead) -> [CaptureKey] {
    switch head {
    case .screen: [.widget, .message, .json, .header, .url, .fact]
    case .mail, .sms: [.code, .link]
    case .request: [.json, .header]
    case .handOver: [.url]
    case .run: [.json]
    case .finish, .refreshTokens, .userinfo: [.fact, .json, .header]
    case .error, .expired, .reset, .refreshScreen, .startAgain, .open, .push, .wait, .check, .use, .either, .repeated, .revoke,
      .logout:
      []
    }
  }

  private mutating func source(_ mapping: YAMLMapping, named name: Located<String>, beside head: StepHead) -> Capture.Source? {
    let possible = Self.sources(beside: head)
    var found: (CaptureKey, YAMLMapping.Entry)?
    for entry in mapping.entries {
      guard let key = CaptureKey(rawValue: entry.key.value), possible.contains(key) || !CaptureKey.sources.contains(key) else {
        let names = possible.map(\.rawValue) + (head == .screen ? ["form", "attribute", "matches"] : [])
        reportUnknown(entry.key, among: names, in: "in the capture '\(name.value)'")
        continue
      }
      guard CaptureKey.sources.contains(key) else { continue }
      if let first = found {
        report(
          .clashingKeys, "'\(name.value)' is taken from one place, found '\(first.0.rawValue)' and '\(key.rawValue)'", at: entry.key.range)
      } else {
        found = (key, entry)
      }
    }
    guard let (key, entry) = found else {
      if mapping.entries.allSatisfy({ CaptureKey(rawValue: $0.key.value) != nil }) {
        let list = possible.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        report(.missingKey, "'\(name.value)' does not say where from; possible are \(list)", at: name.range)
      }
      return nil
    }
    checkNarrowing(mapping, key)
    return source(key, entry.value, in: mapping)
  }

  /// `form` and `attribute` narrow a widget, `matches` a widget or a message.
  private mutating func checkNarrowing(_ mapping: YAMLMapping, _ source: CaptureKey) {
    for entry in mapping.entries {
      let isMisplaced =
        switch CaptureKey(rawValue: entry.key.value) {
        case .form, .attribute: source != .widget
        case .matches: source != .widget && source != .message
        case .widget, .message, .json, .header, .url, .code, .link, .fact, nil: false
        }
      if isMisplaced {
        report(.misplacedKey, "'\(entry.key.value)' cannot stand beside '\(source.rawValue)'", at: entry.key.range)
      }
    }
  }

  private mutating func source(_ key: CaptureKey, _ node: YAMLNode, in mapping: YAMLMapping) -> Capture.Source? {
    let pattern = mapping[CaptureKey.matches.rawValue].flatMap { self.pattern($0, key: "matches") }
    switch key {
    case .widget:
      let form = mapping[CaptureKey.form.rawValue].flatMap { name($0, key: "form")?.value }
      let attribute = mapping[CaptureKey.attribute.rawValue].flatMap { name($0, key: "attribute")?.value } ?? "value"
      return name(node, key: "widget").map { .widget(id: $0.value, form: form, attribute: attribute, pattern: pattern) }
    case .message: return name(node, key: "message").map { .message(scope: $0.value, pattern: pattern) }
    case .json:
      guard let path = name(node, key: "json", wanted: "a path such as $.path") else { return nil }
      checkPath(path)
      return .json(path.value)
    case .header: return name(node, key: "header").map { .header($0.value) }
    case .url: return name(node, key: "url", wanted: "the name of a query member").map { .url($0.value) }
    case .code: return self.pattern(node, key: "code").map { .code(pattern: $0) }
    case .link: return matcher(node, key: "link").map { .link($0) }
    case .fact: return name(node, key: "fact").map { .fact($0.value) }
    case .form, .attribute, .matches: return nil
    }
  }

  private mutating func pattern(_ node: YAMLNode, key: String) -> String? {
    guard let scalar = textScalar(node, key: key, wanted: "a regular expression") else { return nil }
    do throws(PatternError) {
      _ = try Pattern(scalar.text)
      return scalar.text
    } catch {
      report(.badRegularExpression, error.description, at: scalar.range)
      return nil
    }
  }
}

/// The names that are bound without anybody binding them.
package enum BoundByItself: String, DocumentedKey {
  case account, tenant, app, secret, env
  case caseLabel = "case"
  case index

  package var summary: String {
    switch self {
    case .account: "the account it signs in as, e.g. '${account.email}'"
    case .tenant: "the name of the tenant that is walked"
    case .app: "the app it behaves as"
    case .secret: "secrets by name, e.g. '${secret.JANE_PASSWORD}'"
    case .env: "environment variables by name"
    case .caseLabel: "the label of the example row"
    case .index: "the number of the round in 'repeat', from 1"
    }
  }
}
