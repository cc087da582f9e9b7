/// How much of a body is looked at; the rest of one that exceeds it is passed over with a warning.
enum IDXLimits {
  /// Forms of one body.
  static let forms = 200
  /// Fields and options of one body, nested ones included.
  static let fields = 5_000
  /// Messages of one place.
  static let messages = 500
  /// Warnings about one body.
  static let warnings = 100
  /// Links of one message.
  static let links = 50
  /// Forms within forms; deeper ones hold nothing that any client reads.
  static let depth = 12
  /// Milliseconds between two polls.
  static let pollInterval = 500...3_600_000
  /// Milliseconds where the server says nothing, as the vendor's widget has it.
  static let usualPollInterval = 4_000
}
