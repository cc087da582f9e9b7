import Encodings
import JourneyModel

/// One field of a form (sheet section 2.3), what it inherits filled in.
struct IDXField: Sendable, Hashable {
  /// Where its answer goes; unique among the fields that can be sent together.
  var id: WidgetID
  /// The key in the body; dots in it are part of it.
  var name: String
  var label: String?
  /// `string`, `boolean` or `object`; anything else is treated as `string`.
  var type: String
  /// A default, or what has to be carried back; `nil` for none.
  var value: JSONValue?
  /// Its own word, else that of the field around it.
  var isRequired: Bool
  var isMutable: Bool
  var isVisible: Bool
  var isSecret: Bool
  var hint: String?
  /// `minLength` and the like, as sent.
  var rules: [JSONValue.Member]
  var messages: [IDXMessage]
  /// The path of what it is about.
  var relatesTo: String?
  /// Members that nothing else reads, e.g. `desc`, as sent.
  var extras: [JSONValue.Member]
  var content: Content

  /// What a field consists of.
  enum Content: Sendable, Hashable {
    /// One value.
    case value
    /// One value of these.
    case options([IDXOption])
    /// One value, and how the vendor's widget draws it.
    case display(IDXDisplay)
    /// Fields below this one's name.
    case form([IDXField])
    /// One of several sets of fields below this one's name.
    case forms([IDXOption])
  }

  /// Whether its value belongs to the protocol and is no affair of the person's.
  var isPlumbing: Bool { name == "stateHandle" && id.path.count == 1 }

  /// Whether the value goes back as it came.
  var isCarried: Bool { !isMutable && value != nil }

  /// Whether the server fixed it and forgot the value, so that nobody can fill it in: it is neither shown nor sent.
  ///
  /// One with options is none: several of the vendor's bodies have a choice so (sheet section 2.4, item 5).
  var isVoid: Bool { !isMutable && value == nil && content == .value }
}

/// One choice of a field.
struct IDXOption: Sendable, Hashable {
  var label: String?
  /// What is posted for it; `null` where a form stands in its place.
  var value: JSONValue
  /// What is asked once it is chosen; empty for a plain value.
  var fields: [IDXField]
  /// The path of the authenticator that it is about.
  var relatesTo: String?
  /// Members that nothing else reads, as sent.
  var extras: [JSONValue.Member] = []
}

/// How the vendor's widget draws a profile attribute (sheet section 2.4, item 2).
struct IDXDisplay: Sendable, Hashable {
  /// `radio`, `select`, `checkbox`, `text`.
  var inputType: String
  var format: String?
  var options: [IDXOption]
  /// Members that nothing else reads, as sent.
  var extras: [JSONValue.Member] = []
}

extension [IDXField] {
  /// All fields, each before those in it, those of all options one after another.
  var everyField: [IDXField] {
    flatMap { field -> [IDXField] in
      switch field.content {
      case .value, .options, .display: [field]
      case .form(let fields): [field] + fields.everyField
      case .forms(let options): [field] + options.flatMap(\.fields.everyField)
      }
    }
  }

  /// The fields that hold values, nested ones in the place of what they stand in, those of all options one after another.
  var leaves: [IDXField] {
    flatMap { field in
      switch field.content {
      case .value, .options, .display: [field]
      case .form(let fields): fields.leaves
      case .forms(let options): options.flatMap(\.fields.leaves)
      }
    }
  }
}
