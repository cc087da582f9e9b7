package import JourneyClient

extension ResponseLimits {
  /// Those of this dialect's bodies: remediations and actions are forms, fields and options together are widgets.
  package static let idx = ResponseLimits(forms: 200, widgets: 5_000, messages: 500, links: 50, facts: 2_000)
}

/// How deep a body is read, and how often it is asked for again.
enum IDXLimits {
  /// Nested objects in which each member is a separate fact; deeper ones are one fact as a whole.
  static let factDepth = 8
  /// Forms within forms; deeper ones hold nothing that any client reads.
  static let depth = 12
  /// Milliseconds between two polls.
  static let pollInterval = 500...3_600_000
  /// Milliseconds where the server does not say, as in the vendor's widget.
  static let usualPollInterval = 4_000
}
