package import JourneyModel

/// What is put into one field of a form.
package struct PageAnswer: Sendable, Hashable {
  /// What a field can take.
  package enum Content: Sendable, Hashable {
    case text(String)
    /// Of a box to tick.
    case isOn(Bool)
    /// Of a list, of radio buttons, of boxes with one name: the values taken, none of which may be missing in the page.
    case chosen([String])

    /// What is typed or taken, as texts.
    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .isOn(let isOn): isOn ? ["on"] : []
      case .chosen(let values): values
      }
    }
  }

  package var field: WidgetID
  package var content: Content
  /// Whether it is put in although a person could not: into a hidden or disabled field, or a value that is not a choice.
  package var isForced: Bool

  package init(_ field: WidgetID, _ content: Content, isForced: Bool = false) {
    self.field = field
    self.content = content
    self.isForced = isForced
  }
}
