import Encodings
import JourneyModel

/// One field of a form, with what it inherits filled in (okta/okta-auth-js, `docs/idx.md`).
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
  var strayRelation: IDXStrayRelation? = nil
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

  /// Whether its value belongs to the protocol and does not concern the person.
  var isPlumbing: Bool { name == "stateHandle" && id.path.count == 1 }

  /// Whether the value is sent back unchanged.
  var isCarried: Bool { !isMutable && value != nil }

  /// Whether the server fixed it but sent no value, so that it cannot be filled in: it is neither shown nor sent.
  ///
  /// A field with options is not one: several sample bodies of okta/okta-signin-widget have a choice of this shape.
  var isVoid: Bool { !isMutable && value == nil && content == .value }
}

/// One choice of a field.
struct IDXOption: Sendable, Hashable {
  var label: String?
  /// What is posted for it; `null` if a form is in its place.
  var value: JSONValue
  /// The fields that appear once it is chosen; empty for a plain value.
  var fields: [IDXField]
  /// The path of the authenticator that it is about.
  var relatesTo: String?
  var strayRelation: IDXStrayRelation? = nil
  /// Members that nothing else reads, as sent.
  var extras: [JSONValue.Member] = []
}

/// A `relatesTo` that is not a path, such as an object that the path would have led to: nothing is read of it.
struct IDXStrayRelation: Sendable, Hashable {
  /// The kind of what is there, e.g. `an object`.
  var kind: String

  /// `nil` for a path, for a list of paths, and for nothing.
  init?(_ json: JSONValue?) {
    switch json {
    case nil, .null, .string: return nil
    case .array(let elements):
      guard let stray = elements.lazy.compactMap({ IDXStrayRelation($0) }).first else { return nil }
      self = stray
    case .object: kind = "an object"
    case .bool: kind = "a flag"
    case .number: kind = "a number"
    }
  }
}

/// How the vendor's Sign-In Widget draws a profile attribute.
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

  /// The fields that have values, nested ones in their parent's place, those of all options one after another.
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
