public import JourneyModel

/// What a screen can hold: its forms and widgets, those with a condition too.
public struct ScreenOutline: Sendable, Hashable {
  public let id: String
  /// In the order sent.
  public let forms: [FormOutline]

  package init(id: String, forms: [FormOutline]) {
    self.id = id
    self.forms = forms
  }

  /// One form of a screen.
  public struct FormOutline: Sendable, Hashable {
    public let id: FormID
    /// Other names that a scenario may use for it.
    public var aliases: [FormID] = []
    /// In the order sent.
    public let widgets: [WidgetOutline]

    package init(id: FormID, aliases: [FormID] = [], widgets: [WidgetOutline]) {
      self.id = id
      self.aliases = aliases
      self.widgets = widgets
    }
  }

  /// One widget of a form.
  public struct WidgetOutline: Sendable, Hashable {
    public let id: WidgetID
    /// The protocol's word for it, e.g. `input`.
    public let type: String

    package init(id: WidgetID, type: String) {
      self.id = id
      self.type = type
    }
  }
}
