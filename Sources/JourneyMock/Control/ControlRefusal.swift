import Diagnostics
import Encodings
import TenantDecisions

/// Why a request of a test is not carried out.
struct ControlRefusal: Error {
  /// 400, 404, 405 or 409; of a server also 401, 403, 410, 413, 421 or 503.
  let status: Int
  /// In lower case, without a full stop.
  let message: String
  /// What was meant, or what there is.
  let suggestion: String?

  init(_ message: String, suggestion: String? = nil, status: Int = 400) {
    self.status = status
    self.message = message
    self.suggestion = suggestion
  }

  /// A name that is none of those known, with the nearest of them or all of them.
  ///
  /// - Parameter owner: the fact or client whose name it would be; `nil` for names of the whole tenant.
  static func unknown(
    _ name: String, _ what: String, of owner: String? = nil, among known: [String], status: Int = 404
  ) -> ControlRefusal {
    let nearest = ClosestMatch.of(name, in: known).map { "did you mean '\($0)'?" }
    let all = known.isEmpty ? "there is none" : "there is \(known.sorted().joined(separator: ", "))"
    return ControlRefusal("unknown \(what) '\(name)'" + (owner.map { " of '\($0)'" } ?? ""), suggestion: nearest ?? all, status: status)
  }

  /// There are as many people as a world may have.
  static func noRoomForPeople(status: Int) -> ControlRefusal {
    ControlRefusal(
      "the world has \(Accounts.limit) people, which is the most", suggestion: "POST /__journey/reset resets it", status: status)
  }

  /// What the rules demand depends on facts that are not set, or the flow has no screen for it; a mock that chose would make something up.
  static func notKnown(_ rules: UndecidedRules) -> ControlRefusal {
    guard rules.unshown.isEmpty else {
      return ControlRefusal(
        "what people see is not known: they can go on with \(rules.unshown.joined(separator: " or ")) alone, and the flow of this mock has no "
          + "screen for it", status: 503)
    }
    let flags = rules.flags.joined(separator: ", ")
    return ControlRefusal(
      "what the rules ask for is not known" + (flags.isEmpty ? "" : ": it depends on \(flags), which is not set"),
      suggestion: rules.flags.first.map { "write 'given: {\($0): false}' in the scenario" }, status: 503)
  }

  /// The first error of what was written for a tenant; `nil` if there is none.
  init?(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first(where: { $0.severity == .error }) else { return nil }
    self.init(first.message, suggestion: first.suggestion)
  }

  var response: HTTPResponseMessage {
    var members: [JSONValue.Member] = [.init("error", .string(message))]
    if let suggestion { members.append(.init("suggestion", .string(suggestion))) }
    members.append(.init("document", .string(Self.document)))
    return .json(.object(members), status: status)
  }

  /// Where all routes are described.
  static let document = "/__journey/openapi.json"

  static let schema = ControlSchema.object(
    [
      "error": ControlSchema.text("Why the request was not carried out."),
      "suggestion": ControlSchema.text("What was meant, or what there is."),
      "document": ControlSchema.text("Where all routes are described."),
    ], required: ["error", "document"])
}
