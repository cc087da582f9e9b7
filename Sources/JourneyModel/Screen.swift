/// One state of a journey as it is sent to a client: its forms, its messages and its facts.
public struct Screen: Sendable, Hashable {
  public var id: ScreenID
  /// In the order sent; the first is the screen's main form. Empty for a page without forms.
  public var forms: [Form]
  /// In the order sent, without repetition.
  public var messages: [Message]
  /// What the screen shows without asking for it: a shared secret, the number to tap, the address of a hosted fallback.
  public var facts: [Fact]
  /// How the widgets are laid out; `nil` if the dialect has none or left it out.
  public var layout: Layout?
  /// The tenant's look: logo, links, names, as the dialect calls them.
  public var branding: [Value.Member]
  /// Everything that a person reads on a page, a line for each of its blocks; where the dialect sends no page, what no other part of the
  /// screen says.
  ///
  /// One text and no list: a secret may run over several lines, and is searched for in the whole.
  public var pageText: String
  /// What the page does and does not say; empty where the dialect sends no page.
  package var behaviour: [PageBehaviour] = []

  public init(
    id: ScreenID, forms: [Form] = [], messages: [Message] = [], facts: [Fact] = [], layout: Layout? = nil,
    branding: [Value.Member] = [], pageText: String = ""
  ) {
    self.id = id
    self.forms = forms
    self.messages = messages
    self.facts = facts
    self.layout = layout
    self.branding = branding
    self.pageText = pageText
  }

  /// The form with this id or alias; an id wins over an alias.
  public func form(_ id: FormID) -> Form? {
    forms.first { $0.id == id } ?? forms.first { $0.aliases.contains(id) }
  }

  /// The widgets in the order a person meets them: by layout, then what the layout left out, as sent.
  public var widgetsInOrder: [PlacedWidget] {
    let sent = forms.flatMap { form in form.widgets.map { PlacedWidget(form: form.id, widget: $0) } }
    guard let layout else { return sent }
    var order: [PlacedWidgetID: Int] = [:]
    for (index, place) in layout.places.enumerated() where order[place] == nil { order[place] = index }
    return sent.enumerated().sorted { left, right in
      let leftPlace = order[left.element.place] ?? Int.max
      let rightPlace = order[right.element.place] ?? Int.max
      return (leftPlace, left.offset) < (rightPlace, right.offset)
    }.map(\.element)
  }
}

/// A screen's id: a base, and qualifiers that narrow it, e.g. `challenge-authenticator` and `okta_email`.
public struct ScreenID: Sendable, Hashable, CustomStringConvertible {
  public var base: String
  /// Empty in dialects whose ids have no parts.
  public var qualifiers: [String]

  public init(_ base: String, qualifiers: [String] = []) {
    self.base = base
    self.qualifiers = qualifiers
  }

  /// Base and qualifiers joined with `/`.
  public var text: String { ([base] + qualifiers).joined(separator: "/") }
  public var description: String { text }

  /// Whether a person who wrote `written` can have meant this screen.
  public func matches(_ written: String, by matching: IDMatching) -> Bool {
    switch matching {
    case .exact: return text == written
    case .exactOrPrefixAtSlash:
      if text == written { return true }
      return !written.isEmpty && text.hasPrefix(written + "/")
    }
  }
}

/// How a scenario's screen id is compared with the one that is shown.
public enum IDMatching: String, Sendable, Hashable {
  /// The whole id and nothing else.
  case exact
  /// The whole id, or a part of it from the front that ends where a `/` follows.
  case exactOrPrefixAtSlash
}

/// A form's widget, and its form: widget ids are unique only in a form.
public struct PlacedWidget: Sendable, Hashable {
  public var form: FormID
  public var widget: Widget

  public init(form: FormID, widget: Widget) {
    self.form = form
    self.widget = widget
  }

  /// The two ids that name it on its screen.
  public var place: PlacedWidgetID { PlacedWidgetID(form: form, widget: widget.id) }
}

/// The two ids that name one widget of a screen.
public struct PlacedWidgetID: Sendable, Hashable {
  public var form: FormID
  public var widget: WidgetID

  public init(form: FormID, widget: WidgetID) {
    self.form = form
    self.widget = widget
  }
}

/// How a screen's widgets are arranged.
public indirect enum Layout: Sendable, Hashable {
  case vertical([Layout])
  case horizontal([Layout])
  case widget(PlacedWidgetID)
  /// An arrangement that the dialect's own apps do not know either; kept as it was sent.
  case unknown(Value)

  /// The widgets it names, in order; those of unknown arrangements are missing.
  public var places: [PlacedWidgetID] {
    switch self {
    case .vertical(let items), .horizontal(let items): items.flatMap(\.places)
    case .widget(let place): [place]
    case .unknown: []
    }
  }
}
