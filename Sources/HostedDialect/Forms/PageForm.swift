package import Encodings
package import JourneyModel

/// A form of a page: its controls in tree order, and what it takes to send it.
package struct PageForm: Sendable, Hashable {
  /// Where its addresses are resolved, and how its texts are spelled.
  struct Context: Sendable, Hashable {
    var documentURL: WebURL
    var base: WebURL
    var charset: PageCharset
  }

  /// Its place in the page; -1 for a form that the page has no element for.
  package let node: Int
  package let elementID: String?
  /// The names that its author may have given it: `data-form`, `id`, `name`, without random ones, in this order.
  package let givenNames: [String]
  /// `get`, `post` or `dialog`; `get` for anything else.
  package let method: String
  /// As written; empty if there is none, which means the page itself.
  package let action: String
  package let enctype: String
  /// Whether a browser sends it without looking at what is in it.
  package let skipsValidation: Bool
  /// Those that belong to it, also by `form=` from elsewhere, in tree order.
  package let controls: [PageControl]
  package let fields: [PageField]
  let context: Context
  private let acceptedCharset: String?

  init(_ node: Int, in tree: HTMLTree, controls: [PageControl], context: Context) {
    let element = tree.element(node) ?? HTMLElement(name: "form", attributes: [])
    self.node = node
    elementID = element.text("id")
    givenNames = ["data-form", "id", "name"].compactMap { element.text($0) }.filter { !RandomText.isRandom($0) }
    method = Self.method(element.word("method"))
    action = element["action"] ?? ""
    enctype = element.word("enctype")
    skipsValidation = element.has("novalidate")
    self.controls = controls
    fields = PageField.fields(of: controls)
    self.context = context
    acceptedCharset = element.words("accept-charset").first
  }

  /// A form that the page has no element for: what is in it is sent by scripts, if at all.
  init(named name: String, controls: [PageControl], context: Context) {
    node = -1
    elementID = nil
    givenNames = [name]
    (method, action, enctype) = ("get", "", "")
    skipsValidation = true
    self.controls = controls
    fields = PageField.fields(of: controls)
    self.context = context
    acceptedCharset = nil
  }

  /// Whether the page has an element for it, so that it is sent without a script.
  package var isWritten: Bool { node >= 0 }

  static func method(_ word: String) -> String { ["post", "dialog"].contains(word) ? word : "get" }

  /// The encoding of what it sends: its own, else the page's; UTF-16 is never sent.
  var charset: PageCharset {
    let own = acceptedCharset.flatMap(PageCharset.init(label:)) ?? context.charset
    if case .utf16 = own { return .utf8 }
    return own
  }

  /// The address that an action means; the page's own if it is empty. `nil` if it is not an address.
  package func address(of action: String) -> WebURL? {
    action.trimmingASCIISpace.isEmpty ? context.documentURL.withoutFragment : context.base.following(action)
  }

  /// The field with this id; `nil` if there is none.
  package func field(_ id: WidgetID) -> PageField? { fields.first { $0.id == id } }

  /// What a return key presses: the first button that submits, also if it is disabled. `nil` if the form has none.
  package var defaultSubmitter: PageField? { fields.first { $0.first.isSubmitter } }
}
