/// Something that can stand where the cursor is.
package struct Completion: Sendable, Hashable {
  /// What it is, for the icon that an editor shows next to it.
  package enum Kind: Sendable, Hashable {
    case key, value, screen, form, widget, account, message, file, variable
  }

  /// What is shown and put in.
  package var label: String
  package var kind: Kind
  /// What it means, in one line.
  package var detail: String

  package init(_ label: String, _ kind: Kind, _ detail: String = "") {
    self.label = label
    self.kind = kind
    self.detail = detail
  }
}
