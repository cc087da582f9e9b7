/// One element of a form: something to read, to fill in, to choose or to press.
public struct Widget: Sendable, Hashable {
  public var id: WidgetID
  /// The dialect's word for what it is, e.g. `input`; what a scenario's `type` is compared with.
  public var typeName: String
  public var label: RichText?
  /// Whether a person sees it.
  public var isVisible: Bool
  public var kind: WidgetKind
  /// The dialect's own attributes, e.g. `render`, in the order sent.
  public var extras: [Value.Member]

  public init(
    id: WidgetID, typeName: String, label: RichText? = nil, isVisible: Bool = true, kind: WidgetKind,
    extras: [Value.Member] = []
  ) {
    self.id = id
    self.typeName = typeName
    self.label = label
    self.isVisible = isVisible
    self.kind = kind
    self.extras = extras
  }
}

/// What a person can do with a widget, and what it holds.
public enum WidgetKind: Sendable, Hashable {
  /// A text to read.
  case output(RichText)
  /// A field to type into.
  case entry(Entry)
  /// A box to tick.
  case toggle(Toggle)
  /// One or several of a list.
  case choice(ChoiceList)
  /// A button or link that posts its form.
  case submitter
  /// A button or link that ends the journey in the app; nothing is posted.
  case close
  /// A passkey or security key to make or to use.
  case credential(CredentialPrompt)
  /// A kind that this dialect's apps do not know; kept as it was sent.
  case unknown(Value)

  /// Whether pressing it posts its form.
  public var isSubmitter: Bool {
    guard case .submitter = self else { return false }
    return true
  }

  /// Whether it can be answered at all.
  public var takesAnswer: Bool {
    switch self {
    case .entry, .toggle, .choice, .credential, .unknown: true
    case .output, .submitter, .close: false
    }
  }

  /// Whether its value is fixed; widgets without values are never read-only.
  public var isReadOnly: Bool {
    switch self {
    case .entry(let entry): entry.isReadOnly
    case .toggle(let toggle): toggle.isReadOnly
    case .choice(let choices): choices.isReadOnly
    case .output, .submitter, .close, .credential, .unknown: false
    }
  }

  /// Whether it is pressed, and not filled in.
  public var isControl: Bool {
    switch self {
    case .submitter, .close, .credential: true
    case .output, .entry, .toggle, .choice, .unknown: false
    }
  }

  /// Whether it could hold an answer and holds none before anybody answers.
  public var isEmpty: Bool {
    switch self {
    case .entry(let entry): entry.value?.isEmpty ?? true
    case .toggle(let toggle): !toggle.isOn
    case .choice(let list): list.selected.isEmpty
    case .output, .submitter, .close, .credential, .unknown: false
    }
  }

  /// Its value before anyone answers; of a text to read, the text as it is visible.
  public var value: Value? {
    switch self {
    case .output(let text): .text(text.visible)
    case .entry(let entry): entry.value.map(Value.text)
    case .toggle(let toggle): .bool(toggle.isOn)
    case .choice(let list): list.takesSeveral ? .list(list.selected) : list.selected.first
    case .submitter, .close, .credential: nil
    case .unknown(let raw): raw["value"]
    }
  }

  /// What it shows to be read or copied, whatever else it is for.
  public var shown: Value? {
    switch self {
    case .output, .entry: value
    case .unknown(let raw): raw
    case .toggle, .choice, .submitter, .close, .credential: nil
    }
  }

  /// Whether it has to be answered.
  public var isRequired: Bool {
    switch self {
    case .entry(let entry): entry.isRequired
    case .toggle(let toggle): toggle.isRequired
    case .choice(let choices): choices.isRequired
    case .output, .submitter, .close, .credential, .unknown: false
    }
  }
}

/// A field to type into.
public struct Entry: Sendable, Hashable {
  /// What the text is for; it decides how an answer is hidden and drawn.
  public enum Purpose: String, Sendable, Hashable, CaseIterable {
    case text, email, phone, number, date, password, passcode, captcha, hidden
  }

  public var purpose: Purpose
  /// Its value before anybody typed.
  public var value: String?
  public var placeholder: String?
  public var isReadOnly: Bool
  public var isRequired: Bool
  public var autocomplete: String?
  public var inputMode: String?
  /// The server's rules in its own words, e.g. `minLength`; without `required`.
  public var validator: [Value.Member]
  /// Whether the value is a secret for another reason than its purpose, e.g. a token against forged requests.
  public var isSecret: Bool

  public init(
    purpose: Purpose = .text, value: String? = nil, placeholder: String? = nil, isReadOnly: Bool = false,
    isRequired: Bool = false, autocomplete: String? = nil, inputMode: String? = nil, validator: [Value.Member] = [],
    isSecret: Bool = false
  ) {
    self.purpose = purpose
    self.value = value
    self.placeholder = placeholder
    self.isReadOnly = isReadOnly
    self.isRequired = isRequired
    self.autocomplete = autocomplete
    self.inputMode = inputMode
    self.validator = validator
    self.isSecret = isSecret
  }

  /// Whether the value must not reach an output: passwords and passcodes, and what is marked as secret.
  public var hidesValue: Bool { isSecret || purpose == .password || purpose == .passcode }
}

/// A box to tick.
public struct Toggle: Sendable, Hashable {
  public var isOn: Bool
  public var isReadOnly: Bool
  public var isRequired: Bool

  public init(isOn: Bool = false, isReadOnly: Bool = false, isRequired: Bool = false) {
    self.isOn = isOn
    self.isReadOnly = isReadOnly
    self.isRequired = isRequired
  }
}

/// A list to choose from.
public struct ChoiceList: Sendable, Hashable {
  /// In the order sent, groups flattened; each choice names its group.
  public var choices: [Choice]
  /// Whether several may be taken.
  public var takesSeveral: Bool
  /// The values chosen before anybody answered.
  public var selected: [Value]
  public var placeholder: String?
  public var isReadOnly: Bool
  public var isRequired: Bool
  /// The server's rules in its own words, e.g. `minSelectable`; without `required`.
  public var validator: [Value.Member]

  public init(
    choices: [Choice], takesSeveral: Bool = false, selected: [Value] = [], placeholder: String? = nil,
    isReadOnly: Bool = false, isRequired: Bool = false, validator: [Value.Member] = []
  ) {
    self.choices = choices
    self.takesSeveral = takesSeveral
    self.selected = selected
    self.placeholder = placeholder
    self.isReadOnly = isReadOnly
    self.isRequired = isRequired
    self.validator = validator
  }
}

/// One thing that can be chosen.
public struct Choice: Sendable, Hashable {
  /// What is posted for it: a text, or the dialect's own map.
  public var value: Value
  public var label: RichText?
  /// Its heading.
  public var group: String?
  /// The facts that select it, e.g. `key`, `method`; empty if it has only a label.
  public var facts: [Fact]
  /// The widgets that appear once it is chosen.
  public var widgets: [Widget]
  /// Messages of this choice, or of its widgets.
  public var messages: [Message]

  public init(
    value: Value, label: RichText? = nil, group: String? = nil, facts: [Fact] = [], widgets: [Widget] = [],
    messages: [Message] = []
  ) {
    self.value = value
    self.label = label
    self.group = group
    self.facts = facts
    self.widgets = widgets
    self.messages = messages
  }
}

/// A passkey or security key to make or to use.
public struct CredentialPrompt: Sendable, Hashable {
  /// Whether one is made or used.
  public enum Ceremony: String, Sendable, Hashable, CaseIterable {
    case create, get
  }

  public var ceremony: Ceremony
  /// The server's options as the dialect sends them.
  public var options: Value

  public init(ceremony: Ceremony, options: Value) {
    self.ceremony = ceremony
    self.options = options
  }
}
