import Encodings

/// The decoder of an app: what it requires of a response before anything can be shown.
///
/// The tables are written from the vendor's sources, one file for each. A rule that no source has is not here: the web SDK decodes
/// nothing, so it has no decoder.
struct FlowDecoder: Sendable, Hashable {
  /// The JSON reader of the platform, which decides about values of another kind.
  var reader: PlatformReader
  /// What is decoded of an answer with a screen.
  var answer: JSONShape
  /// What is decoded of an answer that ends the journey.
  var lastAnswer: JSONShape
  /// The shapes of widgets by their type.
  var widgets: [String: JSONShape]
  /// The shapes of layout nodes by their type.
  var layouts: [String: JSONShape]
  /// The shapes of all other parts.
  var parts: [FlowPart: JSONShape]
  /// What the SDK's own renderer draws of what was decoded; `nil` if nothing is known of it.
  var drawing: FlowDrawing?

  /// Whether it decodes a widget of this type at all.
  func knows(_ type: String) -> Bool { widgets[type] != nil }

  /// Why the app cannot decode the answer, in a sentence; `nil` if it can.
  func problem(with json: JSONValue) -> String? {
    let isLast = json["finalizeUrl"].map { !$0.isNull } ?? false
    return problem(json, isLast ? lastAnswer : answer, Place(name: "the response"))
  }
}

extension FlowDecoder {
  /// The place of a value, for the sentence.
  private struct Place {
    /// The part, e.g. `widget 'password' of form 'password'`.
    var name: String
    /// The names from the part to the value.
    var path: [String] = []
    /// The form around it.
    var form: String?

    func below(_ member: String) -> Place {
      var place = self
      place.path.append(member)
      return place
    }

    var member: String { path.joined(separator: ".") }
  }

  private func problem(_ json: JSONValue, _ shape: JSONShape, _ place: Place) -> String? {
    switch shape {
    case .anything: return nil
    case .text: return reader.takesText(json) ? nil : Self.misfit(json, "a text", place)
    case .flag: return reader.takesFlag(json) ? nil : Self.misfit(json, "true or false", place)
    case .whole: return reader.takesWholeNumber(json) ? nil : Self.misfit(json, "a whole number", place)
    case .word(let word): return json.stringValue == word ? nil : Self.misfit(json, "'\(word)' alone", place)
    case .object(let members): return problem(json, members, place)
    case .list(let element): return problem(json, elements: element, place, mayBeNull: false)
    case .sparseList(let element): return problem(json, elements: element, place, mayBeNull: true)
    case .map(let shape, let named): return problem(json, mapOf: shape, named, place)
    case .part(let part): return problem(json, part, place)
    case .either(let first, let second): return problem(json, second, place) == nil ? nil : problem(json, first, place)
    case .choice(let test, let first, let second): return problem(json, test.holds(for: json) ? first : second, place)
    }
  }

  private func problem(_ json: JSONValue, _ members: [JSONShape.Member], _ place: Place) -> String? {
    guard json.objectValue != nil else { return Self.misfit(json, "an object", place) }
    return members.lazy.compactMap { problem(json, $0, place) }.first
  }

  private func problem(_ json: JSONValue, _ member: JSONShape.Member, _ place: Place) -> String? {
    let place = place.below(member.name)
    guard let value = json[member.name], !value.isNull else {
      switch member.presence {
      case .needed: return "\(place.name) has no '\(place.member)', which the app decodes"
      case .optional: return nil
      case .optionalNotNull: return json[member.name].flatMap { problem($0, member.shape, place) }
      }
    }
    return problem(value, member.shape, place)
  }

  private func problem(_ json: JSONValue, elements shape: JSONShape, _ place: Place, mayBeNull: Bool) -> String? {
    guard let elements = json.arrayValue else { return Self.misfit(json, "a list", place) }
    return elements.lazy.compactMap { mayBeNull && $0.isNull ? nil : problem($0, shape, place) }.first
  }

  private func problem(_ json: JSONValue, mapOf shape: JSONShape, _ named: [JSONShape.Member], _ place: Place) -> String? {
    guard let members = json.objectValue else { return Self.misfit(json, "an object", place) }
    return members.lazy.compactMap { member in
      problem(member.value, named.first { $0.name == member.name }?.shape ?? shape, place.below(member.name))
    }.first
  }

  private func problem(_ json: JSONValue, _ part: FlowPart, _ place: Place) -> String? {
    switch part {
    case .form:
      let id = json["id"]?.stringValue ?? ""
      return parts[.form].flatMap { problem(json, $0, Place(name: "form '\(id)'", form: id)) }
    case .widget:
      guard json.objectValue != nil else { return Self.misfit(json, "an object", place) }
      let type = json["type"]?.stringValue ?? ""
      let name = "widget '\(json["id"]?.stringValue ?? "")'" + (place.form.map { " of form '\($0)'" } ?? "")
      guard let shape = widgets[type] else { return "\(name) is of type '\(type)', which the app does not know" }
      return problem(json, shape, Place(name: name, form: place.form))
    case .layout:
      guard json.objectValue != nil else { return Self.misfit(json, "an object", Place(name: "the response", path: ["layout"])) }
      let type = json["type"]?.stringValue ?? ""
      guard let shape = layouts[type] else { return "the layout contains a node of type '\(type)', which the app does not know" }
      return problem(json, shape, Place(name: "the layout's node of type '\(type)'"))
    case .option, .listedOption, .message: return parts[part].flatMap { problem(json, $0, place) }
    }
  }

  private static func misfit(_ json: JSONValue, _ expected: String, _ place: Place) -> String {
    let what = place.path.isEmpty ? place.name : "'\(place.member)' of \(place.name)"
    return "\(what) is \(json.kindName), but the app decodes \(expected)"
  }
}

extension JSONValue {
  /// The value's kind in a sentence; a short text as it is.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let spelling): "the number \(spelling)"
    case .string(let text): text.unicodeScalars.count > 40 ? "a text" : "the text '\(text)'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
