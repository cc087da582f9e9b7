package import JourneyModel

/// Why a form cannot be sent as it is answered.
package enum PageFormError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownField(WidgetID)
  /// A field that a person cannot change.
  case fixedField(WidgetID)
  /// An answer that does not fit the field's kind.
  case wrongKind(WidgetID, expected: String)
  case noSuchChoice(WidgetID, value: String)
  case noSuchSubmitter(WidgetID)
  case disabledSubmitter(WidgetID)
  /// An action that is not a web address.
  case notWeb(String)
  /// `dialog`, which only a script can do.
  case dialog
  /// Text that the page's encoding, by name, does not let us write.
  case unwritable(charset: String)

  package var description: String {
    switch self {
    case .unknownField(let id): "the form has no field '\(id)'"
    case .fixedField(let id): "field '\(id)' is hidden, disabled or read-only"
    case .wrongKind(let id, let expected): "field '\(id)' takes \(expected)"
    case .noSuchChoice(let id, let value): "field '\(id)' has no choice '\(value)'"
    case .noSuchSubmitter(let id): "the form has no button '\(id)' that submits it"
    case .disabledSubmitter(let id): "button '\(id)' is disabled"
    case .notWeb(let action): "the form's action '\(action)' is not a web address"
    case .dialog: "the form's method 'dialog' sends nothing"
    case .unwritable(let charset): "the form is sent in '\(charset)', of which only ASCII is supported"
    }
  }
}
