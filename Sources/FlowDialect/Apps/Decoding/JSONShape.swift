import Encodings

/// What a decoder asks of a JSON value, as data: its kind, its members, its elements.
indirect enum JSONShape: Sendable, Hashable {
  /// Anything.
  case anything
  case text
  /// True or false.
  case flag
  /// A number without a fraction.
  case whole
  /// Exactly this text.
  case word(String)
  case object([Member])
  case list(JSONShape)
  /// A list whose elements may be `null`.
  case sparseList(JSONShape)
  /// An object whose members all have one shape, but for those that are named.
  case map(JSONShape, except: [Member] = [])
  /// A part that the message names if it does not match, and that may contain itself.
  case part(FlowPart)
  /// Either shape will do; if neither matches, the first one gives the reason.
  case either(JSONShape, JSONShape)
  /// One shape for objects that pass the test, another one for the others.
  case choice(Test, JSONShape, JSONShape)

  /// What an object needs before its shape is chosen.
  enum Test: Sendable, Hashable {
    /// Whether it has this member, be it `null`.
    case has(String)
    /// Whether its `type` is this word.
    case isOfType(String)

    func holds(for json: JSONValue) -> Bool {
      switch self {
      case .has(let name): json[name] != nil
      case .isOfType(let word): json["type"]?.stringValue == word
      }
    }
  }

  /// One member of an object.
  struct Member: Sendable, Hashable {
    /// What a decoder makes of a member that is not there.
    enum Presence: Sendable, Hashable {
      /// It needs the member; `null` is not a value.
      case needed
      /// It does without; `null` is as good as nothing.
      case optional
      /// It does without, but takes `null` for a value of the wrong kind.
      case optionalNotNull
    }

    var name: String
    var shape: JSONShape
    var presence: Presence

    static func needs(_ name: String, _ shape: JSONShape = .text) -> Member { Member(name: name, shape: shape, presence: .needed) }
    static func takes(_ name: String, _ shape: JSONShape = .text) -> Member { Member(name: name, shape: shape, presence: .optional) }
  }
}

/// The parts of a response that have their own shape.
enum FlowPart: String, Sendable, Hashable, CaseIterable {
  case form, widget, layout, option, message
  /// An option of a list of several.
  case listedOption
}
