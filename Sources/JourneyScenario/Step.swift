package import Diagnostics
package import JourneyLanguage
package import JourneyModel

/// One item of `steps`: its head says what kind it is.
package struct Step: Sendable, Hashable {
  package var kind: Kind
  /// Its stable id: its `name`, else its place, e.g. `2/either/0/1`.
  package var id: String
  package var name: String?
  /// Variables and what they have to be for the step to be taken; empty for always.
  package var when: [NamedMatcher]
  /// How long to keep asking until the head fits; `nil` to look once.
  package var within: Duration?
  package var captures: [Capture]
  /// Of the head: key and value.
  package var range: SourceRange

  package init(
    _ kind: Kind, id: String, name: String? = nil, when: [NamedMatcher] = [], within: Duration? = nil,
    captures: [Capture] = [], range: SourceRange
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.when = when
    self.within = within
    self.captures = captures
    self.range = range
  }
}

/// A name, and where its value is taken from.
package struct Capture: Sendable, Hashable {
  package var name: Located<String>
  package var source: Source

  package enum Source: Sendable, Hashable {
    /// A widget's attribute (`value` unless said), whole or the first group of a pattern.
    case widget(id: String, form: String?, attribute: AttributeName, pattern: String?)
    /// The message on `global` or a widget.
    case message(scope: String, pattern: String?)
    /// A path into the last exchange's JSON, e.g. `$.path`.
    case json(String)
    case header(String)
    /// A query member of the address that the journey left for.
    case url(String)
    /// The first group of a pattern, in a mail's text.
    case code(pattern: String?)
    /// A mail's only link, or the only one that fits.
    case link(Matcher?)
    /// A member of what a token step gave, e.g. `refresh_token`.
    case fact(String)
  }

  package init(name: Located<String>, source: Source) {
    self.name = name
    self.source = source
  }
}

/// `finish` and the keys next to it.
package struct ExpectedFinish: Sendable, Hashable {
  /// Matchers by fact: `claims`, `scope`, `expires_in`, `refresh_token`, `access_token`, `redirect`.
  package var facts: [NamedMatcher]
  /// `tokens: none`, for journeys that begin with a link.
  package var withoutTokens: Bool
  package var probes: [Located<String>]

  package init(facts: [NamedMatcher] = [], withoutTokens: Bool = false, probes: [Located<String>] = []) {
    self.facts = facts
    self.withoutTokens = withoutTokens
    self.probes = probes
  }
}

/// `hand_over` and the keys next to it.
package struct ExpectedHandover: Sendable, Hashable {
  package var url: Matcher
  package var reason: Handover.Reason?
  /// Walked on the web page, in the dialect of pages.
  package var steps: [Step]
  /// Query members of the address it comes back with where no page is walked; `nil` if it does not come back so.
  package var comesBack: [TemplateValue.Member]?
  /// What the query of the address has to be that the page leads back to, by name; only with steps.
  package var returns: [NamedMatcher] = []
  /// Whether the person closes the page.
  package var isClosed = false

  /// Whether the journey goes on after it.
  package var goesOn: Bool { comesBack != nil || !steps.isEmpty || isClosed }

  package init(url: Matcher, reason: Handover.Reason? = nil, steps: [Step] = [], comesBack: [TemplateValue.Member]? = nil) {
    self.url = url
    self.reason = reason
    self.steps = steps
    self.comesBack = comesBack
  }
}

/// `error` and the keys next to it.
package struct ExpectedRefusal: Sendable, Hashable {
  package var error: Matcher
  package var description: Matcher?

  package init(error: Matcher, description: Matcher? = nil) {
    self.error = error
    self.description = description
  }
}

/// `expired` and the keys next to it.
package struct ExpectedExpiry: Sendable, Hashable {
  /// Of the response that refused the session.
  package var messages = ExpectedMessages.unsaid
  package var response: ExpectedResponse?

  package init() {}
}

/// `mail` or `sms`.
package struct ExpectedMail: Sendable, Hashable {
  package var channel: InboxMessage.Channel
  package var recipient: Template
  package var subject: Matcher?
  package var text: Matcher?
  /// None may come.
  package var isAbsent: Bool

  package init(
    channel: InboxMessage.Channel, recipient: Template, subject: Matcher? = nil, text: Matcher? = nil, isAbsent: Bool = false
  ) {
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.text = text
    self.isAbsent = isAbsent
  }
}

/// `request`.
package struct HTTPStep: Sendable, Hashable {
  package enum Body: Sendable, Hashable {
    case none
    case json(TemplateValue)
    case form([TemplateValue.Member])
    case text(Template)
  }

  package var method: String
  package var url: Template
  package var headers: [TemplateValue.Member]
  package var body: Body
  package var response: ExpectedResponse?

  package init(
    method: String, url: Template, headers: [TemplateValue.Member] = [], body: Body = .none, response: ExpectedResponse? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.response = response
  }
}

/// `run`: a local command, without a shell.
package struct CommandStep: Sendable, Hashable {
  package var arguments: [Template]

  package init(arguments: [Template]) { self.arguments = arguments }
}

/// `use`: the steps of a fragment, with what its parameters are.
package struct FragmentUse: Sendable, Hashable {
  /// The fragment's path as written.
  package var path: Located<String>
  /// Every parameter of the fragment: given here, else its default.
  package var parameters: [TemplateValue.Member]
  package var steps: [Step]

  package init(path: Located<String>, parameters: [TemplateValue.Member], steps: [Step]) {
    self.path = path
    self.parameters = parameters
    self.steps = steps
  }
}

/// `refresh_tokens`, `userinfo`, `revoke`, `logout`.
package struct TokenStep: Sendable, Hashable {
  package var action: TokenAction
  package var facts: [NamedMatcher]
  /// The OAuth error that it must fail with.
  package var refused: Matcher?
  /// What a person presses on the page of a logout that asks first.
  package var press: Located<Template>?

  package init(action: TokenAction, facts: [NamedMatcher] = [], refused: Matcher? = nil, press: Located<Template>? = nil) {
    self.action = action
    self.facts = facts
    self.refused = refused
    self.press = press
  }
}
