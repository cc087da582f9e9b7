/// A form that some dialect of a tenant offers in addition to those of its file.
struct OfferedForm: Sendable {
  var form: BesideForm
  /// Whether every dialect of the tenant offers it there.
  var isInAll: Bool
}

/// A form that may be on a screen.
struct ShownForm {
  var form: GraphForm
  /// The state whose form it is.
  var state: Int
  /// What is not kept and has to be so for it to be there.
  var assumed: [KeptVariable]
  /// Whether it is there in every dialect of the tenant.
  var isInAll = true
}
