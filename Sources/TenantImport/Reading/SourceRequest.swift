package import Encodings

/// A list of a vendor's management API that an import reads, or an object of it.
package struct SourceRequest: Sendable, Hashable {
  /// For people, e.g. `groups`.
  package var name: String
  /// Path and query.
  package var path: String
  /// What the token has to be granted; `nil` where no token is needed.
  package var scope: String?
  /// The file of a saved folder, without its ending.
  package var file: String
  /// Whether the answer is a list, which may have several pages.
  package var isList: Bool
  /// What is sent with POST; `nil` for a GET.
  package var body: JSONValue?

  package init(name: String, path: String, scope: String?, file: String, isList: Bool = true) {
    self.name = name
    self.path = path
    self.scope = scope
    self.file = file
    self.isList = isList
  }
}

/// What an import asks a vendor's management API for.
package protocol ManagementAPI: Sendable {
  /// What is asked before anything else, without the token: whether the server is one of the vendor at all.
  var first: SourceRequest { get }
  /// The lists that every org has.
  var lists: [SourceRequest] { get }

  /// Why an org is not read that answers so, lower case and without a full stop; `nil` if it is.
  func refusal(ofFirst answer: JSONValue) -> String?
  /// The lists that objects in these answers have, each once.
  func lists(of answers: [SourceAnswer]) -> [SourceRequest]
  /// Why the answer to a request is missing that the server refused with this status, lower case and without a full stop.
  func refusal(of request: SourceRequest, status: Int) -> String
}
