/// How many parts a response may have; one with more of any kind breaks the walk before a screen is made of it.
///
/// Far more than real screens have, and few enough that what is made of a response costs no more than seconds. Each dialect has
/// numbers of its own; what it does not have is not limited.
package struct ResponseLimits: Sendable, Hashable {
  package let forms: Int
  /// Widgets of all forms together.
  package let widgets: Int
  /// Options of all widgets together, those in groups included.
  package let options: Int
  /// Messages of one response, those of widgets included.
  package let messages: Int
  /// Links of one message.
  package let links: Int
  /// What a response reports and does not ask.
  package let facts: Int
  package let layoutNodes: Int
  /// Bytes of the id of a form, a widget or a screen: it is repeated wherever one of them is named.
  package let idBytes: Int

  package init(
    forms: Int, widgets: Int, options: Int = .max, messages: Int, links: Int = .max, facts: Int = .max, layoutNodes: Int = .max,
    idBytes: Int = 1_000
  ) {
    self.forms = forms
    self.widgets = widgets
    self.options = options
    self.messages = messages
    self.links = links
    self.facts = facts
    self.layoutNodes = layoutNodes
    self.idBytes = idBytes
  }
}
