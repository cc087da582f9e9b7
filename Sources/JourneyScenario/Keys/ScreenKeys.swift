internal import JourneyLanguage

/// The keys of a form under `forms`.
package enum FormKey: String, DocumentedKey {
  case widgets, messages
  case onlyWidgets = "only_widgets"

  package var summary: String {
    switch self {
    case .widgets: "widgets of this form"
    case .messages: "messages of this form"
    case .onlyWidgets: "exactly these widgets, in this order"
    }
  }
}

/// The attributes of a widget that every dialect has.
package enum WidgetAttribute: String, DocumentedKey {
  case type, label, value, placeholder, readonly, required, autocomplete, inputmode, options, validator, render, visible

  /// Whether it is true or false.
  var isFlag: Bool { self == .readonly || self == .required || self == .visible }

  /// Its kind of value, which decides what a map of matcher words means there.
  var matchedKind: MatchedKind {
    switch self {
    case .validator: .map
    case .options: .choices
    case .type, .label, .placeholder, .readonly, .required, .autocomplete, .inputmode, .visible: .single
    case .value, .render: .anything
    }
  }

  package var summary: String {
    switch self {
    case .type: "its type, in the dialect's word"
    case .label: "the text next to it or on it"
    case .value: "its value"
    case .placeholder: "the text in it while it is empty"
    case .readonly: "whether its value is fixed"
    case .required: "whether it has to be answered"
    case .autocomplete: "what a browser may fill in"
    case .inputmode: "which keyboard it asks for"
    case .options: "what can be chosen"
    case .validator: "the server's rules"
    case .render: "how it is drawn"
    case .visible: "whether a person sees it"
    }
  }
}

/// What a scenario calls an attribute of a widget: one that every dialect has, else one of the dialect's own.
package enum AttributeName: Sendable, Hashable {
  case known(WidgetAttribute)
  case extra(String)

  package init(_ written: String) { self = WidgetAttribute(rawValue: written).map(AttributeName.known) ?? .extra(written) }

  /// The name as it is written.
  package var written: String {
    switch self {
    case .known(let attribute): attribute.rawValue
    case .extra(let name): name
    }
  }

  /// The kind of its value; it is not known for a dialect's own attribute.
  var matchedKind: MatchedKind {
    switch self {
    case .known(let attribute): attribute.matchedKind
    case .extra: .anything
    }
  }
}

/// The keys of `response`.
package enum ResponseKey: String, DocumentedKey {
  case status, headers, cookies, duration, json

  package var summary: String {
    switch self {
    case .status: "matcher on the HTTP status"
    case .headers: "matchers by header"
    case .cookies: "matchers by cookie that was set on the way here, for its attributes"
    case .duration: "matcher on how long the exchange took"
    case .json: "matchers by path into the JSON body"
    }
  }
}

/// The keys that are allowed next to any matcher of a message.
package enum MessageKey: String, DocumentedKey {
  case level, links

  package var summary: String {
    switch self {
    case .level: "the message's level: error, warning, info or success"
    case .links: "the links and buttons that the message offers"
    }
  }
}

/// Where a captured value is taken from.
package enum CaptureKey: String, DocumentedKey {
  case widget, form, attribute, message, json, header, url, code, link, fact, matches

  package var summary: String {
    switch self {
    case .widget: "an attribute of this widget"
    case .form: "the form of the widget, where several have one with this id"
    case .attribute: "the widget's attribute, 'value' by default"
    case .message: "the message on 'global' or this widget"
    case .json: "a path into the JSON body of the last exchange"
    case .header: "a header of the last exchange"
    case .url: "a query parameter of the address that the journey left for"
    case .code: "the first group of a pattern in a message's text; without a pattern, the six digits"
    case .link: "the only matching link of a message; without a matcher, the only link"
    case .fact: "a fact of the screen, or of the result of a token step"
    case .matches: "a pattern whose first group is taken instead of the whole"
    }
  }

  /// The places that a value can come from; the others narrow one of these.
  static let sources: [CaptureKey] = [.widget, .message, .json, .header, .url, .code, .link, .fact]
}
