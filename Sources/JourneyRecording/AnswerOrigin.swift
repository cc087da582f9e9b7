internal import LocatedYAML
package import JourneyModel

/// Where an answer comes from, as a scenario writes it: never the text of a secret.
package enum AnswerOrigin: Sendable, Hashable {
  /// An attribute of the account, e.g. `email`.
  case attribute(String)
  /// A variable: one of `vars`, or what a message or a screen gave.
  case variable(String)
  /// The passcode that an authenticator app makes of what this names, e.g. `account.totp`.
  case passcode(of: String)
  /// A secret that the environment holds, by name.
  case secret(String)
  case literal(String)
  case flag(Bool)
  /// The labels or values of the options that were taken.
  case options([String])
  /// The facts that tell the option apart, e.g. `key` and `method`.
  case selector([Value.Member])
  /// Left empty on purpose.
  case nothing

  /// As the value of a key on a line of its own.
  package var written: String { written(isInBrackets: false) }

  func written(isInBrackets: Bool) -> String {
    switch self {
    case .attribute(let name): YAMLText.scalar("${account.\(name)}", isInBrackets: isInBrackets)
    case .variable(let name): YAMLText.scalar("${\(name)}", isInBrackets: isInBrackets)
    case .passcode(let name): YAMLText.scalar("${totp(\(name))}", isInBrackets: isInBrackets)
    case .secret(let name): YAMLText.scalar("${secret.\(name)}", isInBrackets: isInBrackets)
    case .literal(let text): YAMLText.scalar(Self.literal(text), isInBrackets: isInBrackets)
    case .flag(let isOn): isOn ? "true" : "false"
    case .options(let texts):
      texts.count == 1
        ? YAMLText.scalar(Self.literal(texts[0]), isInBrackets: isInBrackets)
        : "[" + texts.map { YAMLText.scalar(Self.literal($0), isInBrackets: true) }.joined(separator: ", ") + "]"
    case .selector(let members):
      "{" + members.map { "\(YAMLText.scalar($0.name, isInBrackets: true)): \(Self.scalar($0.value))" }.joined(separator: ", ") + "}"
    case .nothing: "null"
    }
  }

  /// The text with nothing in it that would be taken for a variable.
  static func literal(_ text: String) -> String {
    text.split(separator: "${", omittingEmptySubsequences: false).joined(separator: "$${")
  }

  private static func scalar(_ value: Value) -> String {
    switch value {
    case .text(let text): YAMLText.scalar(literal(text), isInBrackets: true)
    case .number(let spelling): spelling
    case .bool(let flag): flag ? "true" : "false"
    case .null, .list, .map, .secret: "null"
    }
  }
}
