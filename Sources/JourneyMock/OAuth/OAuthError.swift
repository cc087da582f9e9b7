package import Encodings

/// An OAuth error: its code, and a sentence.
package struct OAuthError: Error {
  package var code: String
  package var description: String

  package init(_ code: String, _ description: String) {
    self.code = code
    self.description = description
  }

  /// What a callback says of it (RFC 6749 section 4.1.2.1).
  package var items: [QueryItem] { [QueryItem("error", code), QueryItem("error_description", description)] }

  /// What a token endpoint answers (RFC 6749 section 5.2).
  package func response(status: Int = 400) -> HTTPResponseMessage {
    .json(["error": .string(code), "error_description": .string(description)], status: status)
  }
}
