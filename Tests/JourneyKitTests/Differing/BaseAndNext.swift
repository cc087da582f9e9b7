import JourneyTestSupport

/// A project with two versions of the small mock, and a person who signs in.
enum BaseAndNext {
  static let tenants = """
    default: base
    tenants:
      base: {dialect: journey-flow, mock: ../base.yaml}
      next: {like: base, mock: ../next.yaml}

    """

  static let signIn = """
    journey: A
    account: ann
    steps:
      - screen: login
        answers: {identifier: "${account.email}", password: "${account.password}"}
      - finish:

    """

  /// The small mock with more widgets before the first of its form.
  ///
  /// - Parameter widgets: lines of YAML, each as deep as the form's widgets.
  static func base(with widgets: String) throws -> String {
    try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
      .replacing("        identifier: {type: input", with: widgets + "        identifier: {type: input")
  }
}
