/// A form that a dialect offers on a screen, though the tenant's file does not list it there.
package struct BesideForm: Sendable {
  /// Its rules; without edges where the same screen comes again, whatever is sent.
  package var form: GraphForm
  /// When it is there.
  package var condition: Guard
  /// The place of the state whose form it is; `nil` where it is taken on the screen itself.
  package var state: Int?

  package init(_ form: GraphForm, condition: Guard = .always, state: Int? = nil) {
    self.form = form
    self.condition = condition
    self.state = state
  }

  /// One that asks for the same screen again.
  package init(asking id: String) { self.init(GraphForm(id: id, finds: [], edges: [])) }
}
