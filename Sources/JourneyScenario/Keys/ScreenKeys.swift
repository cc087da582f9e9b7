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

  /// What stands in it, which decides what a map of matcher words means there.
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
    case .type: "the dialect's word for what it is"
    case .label: "what stands beside or on it"
    case .value: "what stands in it"
    case .placeholder: "what stands in it while it is empty"
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

/// The keys of `response`.
package enum ResponseKey: String, DocumentedKey {
  case status, headers, cookies, duration, json

  package var summary: String {
    switch self {
    case .status: "matcher on the HTTP status"
    case .headers: "matchers by header"
    case .cookies: "matchers by cookie that was set on the way here, on its attributes"
    case .duration: "matcher on how long the exchange took"
    case .json: "matchers by path into the JSON body"
    }
  }
}

/// The keys that may stand beside any matcher of a message.
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
    case .attribute: "the widget's attribute, 'value' unless said"
    case .message: "the message on 'global' or this widget"
    case .json: "a path into the JSON body of the last exchange"
    case .header: "a header of the last exchange"
    case .url: "a query member of the address that the journey left for"
    case .code: "the first group of a pattern in a message's text; bare, the six digits"
    case .link: "the only link of a message that fits; bare, the only link"
    case .fact: "a fact of the screen, or of what a token step gave"
    case .matches: "a pattern whose first group is taken instead of the whole"
    }
  }

  /// The places that a value can come from; the others narrow one of these.
  static let sources: [CaptureKey] = [.widget, .message, .json, .header, .url, .code, .link, .fact]
}
