package import Encodings
package import JourneyModel

/// A screen as a snapshot keeps it: `{schema: 1, screen, page, behaviour}`, members sorted, without what differs from walk to walk.
///
/// `page` is what a page says, a text for each of its sentences, and `behaviour` what it does, a text each; `null` in a file that leaves
/// one of them out on purpose, missing for screens that are not pages, and in files of versions that did not store it.
/// Left out are volatile facts, how often a form polls, the challenge in a credential's options, and texts of the walk's own.
package struct NormalisedScreen: Sendable, Hashable {
  /// The version of the shape that is written.
  package static let schema = 1

  /// The screen's tree.
  package let screen: JSONValue
  /// What the page says; `nil` if it is none, or not to be compared.
  package private(set) var page: PageText?
  /// What the page does; `nil` if it is none, or not to be compared.
  package private(set) var behaviour: PageText?
  /// Whether a stored file says that what its page says does not count.
  private var leavesOutPage = false
  /// The same of what its page does.
  private var leavesOutBehaviour = false

  /// - Parameters:
  ///   - own: texts that differ from walk to walk, wherever they are, also masked.
  ///   - secrets: what a file in a repository must not contain; `***` replaces it.
  package init(_ screen: Screen, without own: OwnTexts = OwnTexts(), masking secrets: SecretSearch = SecretSearch()) {
    let screen = screen.maskedTogether(by: secrets)
    var kept = screen
    kept.facts.removeAll(where: \.isVolatile)
    kept.forms = kept.forms.map(\.normalised)
    (kept.pageText, kept.behaviour) = ("", [])
    if !screen.pageText.isEmpty { page = PageText(own.removed(from: secrets.masked(screen.pageText))) }
    if !screen.behaviour.isEmpty || screen.facts.contains(where: \.isPageText) {
      behaviour = PageText(sentences: screen.behaviour.map { own.removed(from: secrets.masked($0.sentence)) })
    }
    let tree = kept.json.withoutPollIntervals.withSortedMembers
    self.screen = own.removed(from: tree.masked(by: secrets))
  }

  /// Reads what was stored; sorts it, as people edit such files.
  ///
  /// - Parameter secrets: what must not be shown of it.
  package init(stored bytes: [UInt8], masking secrets: SecretSearch = SecretSearch()) throws(SnapshotError) {
    let tree: JSONValue
    do { tree = try JSONReader.read(bytes, counts: .unlimited) } catch { throw .notJSON(error) }
    guard tree["schema"]?.intValue == Self.schema else { throw .otherSchema(tree["schema"]?.intValue) }
    guard let screen = tree["screen"] else { throw .noScreen }
    self.screen = screen.masked(by: secrets).withSortedMembers
    (page, leavesOutPage) = try Self.texts(of: "page", in: tree, secrets)
    (behaviour, leavesOutBehaviour) = try Self.texts(of: "behaviour", in: tree, secrets)
  }

  /// A list of texts, and whether the file leaves it out on purpose.
  private static func texts(of name: String, in tree: JSONValue, _ secrets: SecretSearch) throws(SnapshotError) -> (PageText?, Bool) {
    switch tree[name] {
    case nil: return (nil, false)
    case .null: return (nil, true)
    case .array(let sentences)?:
      let texts = sentences.compactMap(\.stringValue)
      guard texts.count == sentences.count else { throw .noTexts(name) }
      return (PageText(sentences: texts.map(secrets.masked)), false)
    default: throw .noTexts(name)
    }
  }

  /// The screen to be stored in place of another one: a page that the other one leaves out stays left out, and what it hides in a page that
  /// is still the same stays hidden.
  package func replacing(_ stored: NormalisedScreen?) -> NormalisedScreen {
    guard let stored else { return self }
    var screen = self
    (screen.page, screen.leavesOutPage) = Self.kept(stored.page, stored.leavesOutPage, page)
    (screen.behaviour, screen.leavesOutBehaviour) = Self.kept(stored.behaviour, stored.leavesOutBehaviour, behaviour)
    return screen
  }

  private static func kept(_ stored: PageText?, _ isLeftOut: Bool, _ new: PageText?) -> (PageText?, Bool) {
    if isLeftOut { return (nil, true) }
    guard let stored, let new, new.changes(since: stored).isEmpty else { return (new, false) }
    return (stored, false)
  }

  /// The file's text, a line per member, with a line feed at the end.
  package var text: String {
    var members: [JSONValue.Member] = [.init("schema", .integer(Self.schema)), .init("screen", screen)]
    if let page { members.append(.init("page", .array(page.sentences.map(JSONValue.string)))) }
    if leavesOutPage { members.append(.init("page", .null)) }
    if let behaviour { members.append(.init("behaviour", .array(behaviour.sentences.map(JSONValue.string)))) }
    if leavesOutBehaviour { members.append(.init("behaviour", .null)) }
    return JSONWriter.text(of: .object(members), layout: .pretty) + "\n"
  }
}

/// A stored snapshot cannot be compared with.
package enum SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  case notJSON(JSONError)
  /// Another version of the shape; `nil` if none is named.
  case otherSchema(Int?)
  case noScreen
  /// What the page says, or what it does, is not a list of texts.
  case noTexts(String)

  package var description: String {
    switch self {
    case .notJSON(let error): "the snapshot is not JSON: \(error)"
    case .otherSchema(let found):
      "the snapshot has \(found.map { "schema \($0)" } ?? "no schema"), expected schema \(NormalisedScreen.schema)"
    case .noScreen: "the snapshot has no member 'screen'"
    case .noTexts(let name):
      "'\(name)' of the snapshot is no list of texts; 'null' leaves out what the page \(name == "page" ? "says" : "does")"
    }
  }
}

extension Form {
  fileprivate var normalised: Form {
    var form = self
    form.widgets = widgets.map(\.normalised)
    return form
  }
}

extension Widget {
  fileprivate var normalised: Widget {
    var widget = self
    switch kind {
    case .choice(var list):
      list.choices = list.choices.map(\.normalised)
      widget.kind = .choice(list)
    case .credential(var prompt):
      prompt.options = prompt.options.without("challenge")
      widget.kind = .credential(prompt)
    // Whatever else differs from walk to walk makes a snapshot fail at once.
    default: break
    }
    return widget
  }
}

extension Choice {
  fileprivate var normalised: Choice {
    var choice = self
    choice.facts.removeAll(where: \.isVolatile)
    choice.widgets = choice.widgets.map(\.normalised)
    return choice
  }
}

extension Value {
  /// The value without the members of this name, at any depth.
  fileprivate func without(_ name: String) -> Value {
    switch self {
    case .null, .bool, .number, .text, .secret: self
    case .list(let elements): .list(elements.map { $0.without(name) })
    case .map(let members): .map(members.filter { $0.name != name }.map { Member($0.name, $0.value.without(name)) })
    }
  }
}

extension JSONValue {
  /// The value with `***` for everything that is known to be secret.
  fileprivate func masked(by secrets: SecretSearch) -> JSONValue {
    guard !secrets.isEmpty else { return self }
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return .string(secrets.masked(text))
    case .array(let elements): return .array(elements.map { $0.masked(by: secrets) })
    case .object(let members): return .object(members.map { Member(secrets.masked($0.name), $0.value.masked(by: secrets)) })
    }
  }

  /// A screen's tree without the member `every` of its forms.
  fileprivate var withoutPollIntervals: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == "forms" ? Member("forms", $0.value.withoutIntervalsOfForms) : $0 })
  }

  private var withoutIntervalsOfForms: JSONValue {
    guard case .array(let forms) = self else { return self }
    return .array(forms.map { .object(($0.objectValue ?? []).filter { $0.name != "every" }) })
  }

  /// The members of every object in the order of their names' bytes; those of one name stay in theirs. Hidden widgets come last, by their ids:
  /// a server may write them in any order.
  fileprivate var withSortedMembers: JSONValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): .array(elements.map(\.withSortedMembers))
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.name == "widgets" ? $0.value.withSortedMembers.withHiddenLast : $0.value.withSortedMembers) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }
  }

  private var withHiddenLast: JSONValue {
    guard case .array(let widgets) = self else { return self }
    let isHidden = { (widget: JSONValue) in widget["visible"]?.boolValue == false }
    let hidden = widgets.filter(isHidden).sorted { ($0["id"]?.stringValue ?? "") < ($1["id"]?.stringValue ?? "") }
    return hidden.isEmpty ? self : .array(widgets.filter { !isHidden($0) } + hidden)
  }
}
