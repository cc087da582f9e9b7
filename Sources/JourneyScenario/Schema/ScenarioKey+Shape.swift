internal import JourneyLanguage
internal import JourneyModel

extension ScenarioKey {
  var shape: ValueShape {
    switch self {
    case .journey, .id, .description, .owner, .ticket, .tenant, .knownIssue: .text
    case .engine: .word(PageEngineKind.allCases.map(\.rawValue))
    case .tags, .account, .app: .texts
    case .given: GivenSituation.shape
    case .start: .named("start")
    case .vars: .map(.anything)
    case .examples: .either([.list(.map(.anything)), .keys(ExamplesKey.shapes { _ in .text })])
    case .indistinguishable: .flag
    case .matrix: .map(.list(.anything))
    case .before, .after, .steps: .steps
    case .timeout: .duration
    case .retries: .count(ScenarioKey.retryBounds)
    case .skip: .either([.text, .keys(SkipKey.shapes { _ in .text })])
    }
  }
}

extension GivenSituation {
  /// A name, or facts.
  static let shape = ValueShape.either([.text, .map(.either([.texts, .flag]))])
}

extension FragmentKey {
  var shape: ValueShape {
    switch self {
    case .params: .map(.anything)
    case .steps: .steps
    }
  }
}

extension StepKey {
  var shape: ValueShape {
    switch self {
    case .name, .press: .text
    case .when, .branding, .claims: .matchers
    case .within: .duration
    case .capture: .map(.either([.text, .keys(CaptureKey.shapes(\.shape))]))
    case .optional, .force, .elsewhere, .absent: .flag
    case .forms: .named("forms")
    case .widgets: .named("widgets")
    case .onlyForms, .onlyWidgets: .texts
    case .messages: .named("messages")
    case .response: .keys(ResponseKey.shapes(\.shape))
    case .snapshot: .either([.flag, .text])
    case .answers: .map(.anything)
    case .refuses: .map(.text)
    case .tokens: .word(["none"])
    case .scope, .expiresIn, .refreshToken, .accessToken, .redirect, .description, .subject, .text, .refused: .matcher
    case .probes: .oneOrMore(.word(Probe.names))
    case .reason: .word(Handover.Reason.allCases.map(\.rawValue))
    case .steps: .steps
    case .headers, .form, .with: .map(.anything)
    case .comesBack: .either([.map(.anything), .word(["cancelled"])])
    case .json: .anything
    }
  }
}

extension FormKey {
  var shape: ValueShape {
    switch self {
    case .widgets: .named("widgets")
    case .messages: .named("messages")
    case .onlyWidgets: .texts
    }
  }
}

extension MessageKey {
  var shape: ValueShape {
    switch self {
    case .level: .text
    case .links: .matcher
    }
  }
}

extension WidgetAttribute {
  var shape: ValueShape { .matcher }
}

extension ResponseKey {
  var shape: ValueShape {
    switch self {
    case .status, .duration: .matcher
    case .headers, .cookies, .json: .matchers
    }
  }
}

extension CaptureKey {
  var shape: ValueShape {
    switch self {
    case .widget, .form, .attribute, .message, .json, .header, .url, .code, .fact, .matches: .text
    case .link: .matcher
    }
  }
}

extension ValueShape {
  /// `none`, `any`, or what is said of a message by widget and `global`, one or several each.
  static let messages = either([.word(["none", "any"]), .map(.oneOrMore(.named("message")))])
}
