/// The text of a page that is not a screen of a journey, in English, because a tenant's file has no words for it.
package struct PageNotice: Sendable, Hashable {
  /// Names the page for those who read it by a program, e.g. `not-signed-in`.
  package var id: String
  package var status: Int
  package var heading: String
  package var text: String

  package init(_ id: String, status: Int, heading: String, text: String) {
    self.id = id
    self.status = status
    self.heading = heading
    self.text = text
  }
}
