import Encodings

/// What a page asked in a dialog of the browser, which is answered at once: `alert` and `confirm` with OK, `prompt` with Cancel.
struct PageDialog: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case alert, confirm, prompt
  }

  private static let textLimit = 1_000

  let kind: Kind
  let text: String

  /// The dialog that the browser's log says was opened; `nil` for one that a person is asked by the browser itself, such as `beforeunload`.
  init?(_ parameters: JSONValue) {
    guard let kind = parameters["type"]?.stringValue.flatMap(Kind.init) else { return nil }
    self.kind = kind
    text = String((parameters["message"]?.stringValue ?? "").prefix(Self.textLimit))
  }

  /// What a person should know of it; an `alert` is a message of the screen.
  var note: String? {
    switch kind {
    case .alert: nil
    case .confirm: "the page asked '\(text)', and 'OK' was pressed"
    case .prompt: "the page asked for a text: '\(text)', and 'Cancel' was pressed"
    }
  }
}
