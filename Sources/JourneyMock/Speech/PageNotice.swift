/// What a browser is told on a page that is no screen of a journey, in English, as no tenant's file has words for it.
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
