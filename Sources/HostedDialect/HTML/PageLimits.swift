/// How much of a page is read; a server is free to send anything.
package struct PageLimits: Sendable, Hashable {
  /// Bytes of the page as sent.
  package var bytes: Int
  /// Elements and texts.
  package var nodes: Int
  /// How deep elements are nested; browsers stop nesting at 512.
  package var depth: Int
  /// Attributes of one element.
  package var attributes: Int
  package var forms: Int
  /// Fields, buttons and options of all forms: no person would fill in more.
  package var controls: Int

  package init(
    bytes: Int = 4_194_304, nodes: Int = 200_000, depth: Int = 512, attributes: Int = 1_000, forms: Int = 2_000, controls: Int = 20_000
  ) {
    self.bytes = bytes
    self.nodes = nodes
    self.depth = depth
    self.attributes = attributes
    self.forms = forms
    self.controls = controls
  }
}
