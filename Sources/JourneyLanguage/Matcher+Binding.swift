internal import Diagnostics
internal import Encodings
internal import JourneyModel

extension Matcher {
  /// Every variable that is named, in the order written.
  package var references: [Reference] {
    rule.values.flatMap(\.references) + rule.children.flatMap(\.references)
  }

  /// The matcher with everything bound, so that comparing and describing it cannot fail any more.
  ///
  /// Throws if something has no value, and if a secret is in a rule other than `equals`.
  package func bound(in bindings: inout Bindings) throws(BindingFailure) -> Matcher {
    let rule = try rule.map { child throws(BindingFailure) in try child.bound(in: &bindings) }
    guard let key = rule.key else { return Matcher(rule, at: range) }
    let bound = try rule.mapValues { values throws(BindingFailure) in
      try Self.bound(values, as: key.specification.operand, in: &bindings)
    }
    return Matcher(bound, at: range)
  }

  private static func bound(
    _ values: [TemplateValue], as operand: Key.Operand, in bindings: inout Bindings
  ) throws(BindingFailure) -> [TemplateValue] {
    switch operand {
    case .texts: return try texts(values, in: &bindings)
    case .anyValue, .text, .pattern, .magnitude, .moment, .matcher, .part, .opposite, .count, .matchers: break
    }
    var bound: [TemplateValue] = []
    for value in values {
      switch operand {
      case .text, .texts: bound.append(try filled(try text(value, in: &bindings), of: value))
      case .pattern: bound.append(try pattern(value, in: &bindings))
      case .magnitude: bound.append(try magnitude(value, in: &bindings))
      case .moment: bound.append(try moment(value, in: &bindings))
      case .anyValue, .matcher, .part, .opposite, .count, .matchers:
        bound.append(.constant(try value.evaluate(in: &bindings), value.range))
      }
    }
    return bound
  }

  /// A bound matcher with its constants changed; patterns, numbers and dates hold no secret that is compared.
  func maskingConstants(_ mask: (Value) -> Value) -> Matcher {
    let masked = rule.map { $0.maskingConstants(mask) }
    guard rule.key?.specification.mayHoldSecrets == true else { return Matcher(masked, at: range) }
    let rule = masked.mapValues { values in
      values.map { value in
        guard case .constant(let constant, let range) = value else { return value }
        return .constant(mask(constant), range)
      }
    }
    return Matcher(rule, at: range)
  }
}

extension Matcher {
  /// A value for a rule that takes no secret.
  private static func publicValue(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> Value {
    let bound = try value.evaluate(in: &bindings)
    guard !bound.holdsSecret else {
      throw BindingFailure("\(value.spelling) contains a secret, which can only be compared with 'equals'", at: value.range)
    }
    return bound
  }

  private static func text(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    try text(of: try publicValue(value, in: &bindings), for: value)
  }

  private static func text(of bound: Value, for value: TemplateValue) throws(BindingFailure) -> TemplateValue {
    switch bound {
    case .text, .secret: .constant(bound, value.range)
    case .number(let spelling): .constant(.text(spelling), value.range)
    case .bool(let flag): .constant(.text(flag ? "true" : "false"), value.range)
    case .null, .list, .map: throw BindingFailure("\(value.spelling) is \(bound.kindName), expected a text", at: value.range)
    }
  }

  /// A text that was bound: an empty one fits every text, so that nothing would be checked. One that is written empty is reported before.
  private static func filled(_ text: TemplateValue, of value: TemplateValue) throws(BindingFailure) -> TemplateValue {
    guard value.constant == nil, text.constant == .text("") else { return text }
    throw BindingFailure("\(value.spelling) is an empty text, which matches every text", at: value.range)
  }

  /// A regular expression; one that comes from a variable and matches every text would check nothing.
  private static func pattern(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    let bound = try filled(try text(value, in: &bindings), of: value)
    guard value.constant == nil, let text = bound.constant?.text, Pattern.fitsEveryText(text) else { return bound }
    throw BindingFailure("\(value.spelling) is a regular expression that matches every text", at: value.range)
  }

  /// The texts, where a variable may hold a list of them.
  private static func texts(_ values: [TemplateValue], in bindings: inout Bindings) throws(BindingFailure) -> [TemplateValue] {
    var texts: [TemplateValue] = []
    for value in values {
      let bound = try publicValue(value, in: &bindings)
      if case .list(let elements) = bound {
        guard !elements.isEmpty else {
          throw BindingFailure("\(value.spelling) is an empty list, which matches every text", at: value.range)
        }
        for element in elements { texts.append(try filled(try text(of: element, for: value), of: value)) }
      } else {
        texts.append(try filled(try text(of: bound, for: value), of: value))
      }
    }
    return texts
  }

  private static func magnitude(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    var bound = try publicValue(value, in: &bindings)
    // A variable may have got its number out of a text, e.g. from a CSV file.
    if case .text(let text) = bound, DecimalNumber(text) != nil { bound = .number(text) }
    guard Magnitude(expected: bound) != nil else {
      throw BindingFailure("\(value.spelling) is \(bound.quoted), expected a number or a time such as '2s'", at: value.range)
    }
    return .constant(bound, value.range)
  }

  private static func moment(_ value: TemplateValue, in bindings: inout Bindings) throws(BindingFailure) -> TemplateValue {
    let bound = try publicValue(value, in: &bindings)
    guard Moment.instant(of: bound) != nil else {
      throw BindingFailure("\(value.spelling) is \(bound.quoted), expected a date", at: value.range)
    }
    return .constant(bound, value.range)
  }
}

extension [NamedMatcher] {
  /// Every variable that the matchers name, in the order written.
  package var references: [Reference] { flatMap(\.matcher.references) }
}
