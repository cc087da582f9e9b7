package import Encodings

/// What a form sends, ready to be requested.
package struct PageSubmission: Sendable, Hashable {
  /// `GET` or `POST`.
  package let method: String
  /// With the form's entries for a query where they are sent so.
  package let url: WebURL
  /// `nil` where nothing is posted.
  package let contentType: String?
  /// Empty where nothing is posted.
  package let body: [UInt8]
  /// The entry list in tree order, line breaks as they are sent: what a transcript shows.
  package let entries: [QueryItem]
}
