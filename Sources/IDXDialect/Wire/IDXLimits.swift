/// How many parts a body may have; one with more of any kind breaks the walk before a screen is made of it.
package enum IDXLimits {
  /// Remediations and actions of one body.
  package static let forms = 200
  /// Fields and options of one body, nested ones included.
  package static let fields = 5_000
  /// Messages of one body, those of fields included.
  package static let messages = 500
  /// Warnings of one walk.
  package static let warnings = 100
  /// Links of one message.
  package static let links = 50
  /// What a body tells and does not ask.
  package static let facts = 2_000
  /// Bytes of the name of a form or a field: names are joined to those of the fields inside.
  package static let nameBytes = 1_000
  /// Objects within each other of which each member is a fact of its own; deeper ones are told as a whole.
  static let factDepth = 8
  /// Forms within forms; deeper ones hold nothing that any client reads.
  static let depth = 12
  /// Milliseconds between two polls.
  static let pollInterval = 500...3_600_000
  /// Milliseconds where the server says nothing, as the vendor's widget has it.
  static let usualPollInterval = 4_000
}
