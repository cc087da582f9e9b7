package import Diagnostics
package import JourneyLanguage

/// `screen` and the keys next to it.
package struct ExpectedScreen: Sendable, Hashable {
  /// The ids that fit.
  package var id: ScreenMatch
  package var isOptional: Bool
  package var forms: [ExpectedForm]
  package var widgets: [ExpectedWidget]
  /// Exactly these forms in this order; `nil` if others may be there.
  package var onlyForms: [Located<String>]?
  package var onlyWidgets: [Located<String>]?
  package var messages: ExpectedMessages
  package var branding: [NamedMatcher]
  package var response: ExpectedResponse?
  package var snapshot: Snapshot?
  package var answers: [ExpectedAnswer]
  package var press: Located<Template>?
  package var isForced: Bool
  package var refuses: [Located<Refusal>]

  /// What a screen's id has to be.
  package enum ScreenMatch: Sendable, Hashable {
    /// One of these; compared as the dialect compares ids.
    case ids([Located<String>])
    case matcher(Matcher)
  }

  package enum Snapshot: Sendable, Hashable {
    /// Named after the step.
    case byStep
    case named(String)
  }

  /// A widget that the app must refuse to post, and the rule it breaks.
  package struct Refusal: Sendable, Hashable {
    package var widget: String
    package var rule: String

    package init(widget: String, rule: String) {
      self.widget = widget
      self.rule = rule
    }
  }

  package init(id: ScreenMatch) {
    self.id = id
    isOptional = false
    forms = []
    widgets = []
    messages = .unsaid
    branding = []
    answers = []
    isForced = false
    refuses = []
  }
}

extension ExpectedScreen {
  /// Whether the step states which messages it expects, on the screen or on a form.
  package var statesMessages: Bool {
    if messages != .unsaid { return true }
    return forms.contains { form in
      guard case .with(_, _, let messages) = form.state else { return false }
      return messages != .unsaid
    }
  }

  /// Whether the step expects a screen by its name, does nothing there, and looks at nothing on it.
  package var isNameAlone: Bool {
    if case .some = messages { return false }
    return forms.isEmpty && onlyForms == nil && widgets.isEmpty && onlyWidgets == nil && branding.isEmpty && response?.isOfContent != true
      && snapshot == nil && answers.isEmpty && press == nil && refuses.isEmpty
  }
}

/// What a step looks at.
extension ExpectedScreen {
  /// Whether the step expects something that is on the screen, or does something there.
  ///
  /// A page that anyone gets may well lack the same things, and have the same headers and cookies.
  package var looksAtContent: Bool {
    if case .some = messages { return true }
    return forms.contains { $0.state != .absent } || widgets.contains { $0.state != .absent } || onlyForms?.isEmpty == false
      || onlyWidgets?.isEmpty == false || branding.contains { $0.matcher.rule != .absent }
      || response?.json.contains { $0.matcher.rule != .absent } ?? false || snapshot != nil || !answers.isEmpty || press != nil
      || !refuses.isEmpty
  }
}

/// What is said of one form.
package struct ExpectedForm: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case present
    case absent
    case with(widgets: [ExpectedWidget], onlyWidgets: [Located<String>]?, messages: ExpectedMessages)
  }

  package var id: Located<String>
  package var state: State

  package init(id: Located<String>, state: State) {
    self.id = id
    self.state = state
  }
}

/// What is said of one widget.
package struct ExpectedWidget: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case present
    case absent
    /// Matchers by attribute; the rest is free.
    case with([ExpectedAttribute])
  }

  package var id: Located<String>
  package var state: State

  package init(id: Located<String>, state: State) {
    self.id = id
    self.state = state
  }
}

/// What is said of one attribute of a widget.
package struct ExpectedAttribute: Sendable, Hashable {
  package var name: Located<AttributeName>
  package var matcher: Matcher

  package init(name: Located<AttributeName>, matcher: Matcher) {
    self.name = name
    self.matcher = matcher
  }
}

/// What is said of a screen's messages.
package enum ExpectedMessages: Sendable, Hashable {
  /// Nothing: those that must be expected fail the step.
  case unsaid
  case none(SourceRange)
  case any(SourceRange)
  case some([ExpectedMessage])
}

/// A message that must be there.
package struct ExpectedMessage: Sendable, Hashable {
  /// `global`, or a widget's id.
  package var scope: Located<String>
  package var level: Located<String>?
  /// What it has to offer to press; `nil` if the step does not say.
  package var links: Matcher?
  package var matcher: Matcher

  package init(scope: Located<String>, level: Located<String>? = nil, links: Matcher? = nil, matcher: Matcher) {
    self.scope = scope
    self.level = level
    self.links = links
    self.matcher = matcher
  }
}

/// One widget's answer as written.
package struct ExpectedAnswer: Sendable, Hashable {
  package var widget: Located<String>
  package var value: TemplateValue

  package init(widget: Located<String>, value: TemplateValue) {
    self.widget = widget
    self.value = value
  }
}

/// What is said of an exchange.
package struct ExpectedResponse: Sendable, Hashable {
  package var status: Matcher?
  package var headers: [NamedMatcher]
  package var cookies: [NamedMatcher]
  package var duration: Matcher?
  /// Path into the JSON body, and what is there.
  package var json: [NamedMatcher]
  package var range: SourceRange

  /// Whether it says what is in the response; a page for anyone has a status and arrives in time, too.
  fileprivate var isOfContent: Bool { !headers.isEmpty || !cookies.isEmpty || !json.isEmpty }

  /// Whether nothing is expected of it.
  package var isEmpty: Bool { status == nil && headers.isEmpty && cookies.isEmpty && duration == nil && json.isEmpty }

  package init(
    status: Matcher? = nil, headers: [NamedMatcher] = [], cookies: [NamedMatcher] = [], duration: Matcher? = nil,
    json: [NamedMatcher] = [], range: SourceRange
  ) {
    self.status = status
    self.headers = headers
    self.cookies = cookies
    self.duration = duration
    self.json = json
    self.range = range
  }
}
