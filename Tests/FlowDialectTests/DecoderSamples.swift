import Encodings
import Testing

@testable import FlowDialect

/// Answers with everything that a decoder may ask for.
enum DecoderSamples {
  /// The apps by the letters of the rows.
  static let decoders: [(letter: Character, decoder: FlowDecoder)] = [
    ("i", .ios), ("o", .ios2), ("a", .android), ("f", .flutter), ("j", .java),
  ]

  static let names = widgets.keys.sorted() + ["answer", "global", "last"]

  /// The letters of the apps that decode the sample's widgets at all.
  static func apps(of sample: String) -> String {
    switch sample {
    case "close": "af"
    case "form": "ioa"
    case "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll": "ia"
    default: "ioafj"
    }
  }

  /// The letters of the apps that cannot decode the answer, of those that decode the sample.
  static func stops(_ answer: JSONValue, of sample: String) -> String {
    String(decoders.filter { apps(of: sample).contains($0.letter) && $0.decoder.problem(with: answer) != nil }.map(\.letter))
  }

  /// The path in the answer at which the sample itself stands.
  static func path(of sample: String) -> [String] {
    widgets[sample] == nil ? [] : ["forms", "0", "widgets", "0"]
  }

  static func answer(_ sample: String) throws -> JSONValue {
    switch sample {
    case "last": return try JSONReader.read(#"{"finalizeUrl":"https://h.test/f","hostedUrl":"https://h.test/p"}"#)
    case "global":
      let messages = try JSONReader.read(#"{"global":{"type":"error","text":"g"},"f":{"w":{"type":"error","text":"t"}}}"#)
      return try answer("answer").setting(["messages"], to: messages)
    case "answer": return try JSONReader.read(whole(widgets["static"] ?? ""))
    default: return try JSONReader.read(whole(try #require(widgets[sample])))
    }
  }

  static func stops(_ answer: JSONValue) -> String {
    let type = answer["forms"]?.arrayValue?.first?["widgets"]?.arrayValue?.first?["type"]?.stringValue
    return stops(answer, of: type ?? "answer")
  }

  private static func whole(_ widget: String) -> String {
    #"""
    {"screen":"s","hostedUrl":"https://h.test/p",
     "branding":{"logoUrl":"l","copyright":"c","siteTermUrl":"t","privacyPolicyUrl":"p","brandName":"b","siteTermsUrl":"t"},
     "forms":[{"type":"form","id":"f","widgets":[\#(widget)]}],
     "layout":{"type":"vertical","items":[{"type":"horizontal","items":[{"type":"widget","formId":"f","widgetId":"w"}]},
       {"type":"vertical","items":[]}]},
     "messages":{"f":{"w":{"type":"error","text":"t"}}}}
    """#
  }

  private static let button =
    #""id":"w","label":"L","render":{"type":"button","textColor":"000000","bgColor":"ffffff","hint":{"icon":"i","variant":"v"}}}"#
  private static let item = #"{"type":"item","label":"O","value":"o"}"#
  private static let credentials = #"[{"id":"c","type":"public-key","transports":["usb"]}]"#
  private static let assertion =
    #""id":"w","label":"L","render":{"type":"button"},"assertionOptions":{"allowCredentials":\#(credentials),"challenge":"c","rpId":"r","userVerification":"u","timeout":1}"#
  private static let enrolment =
    #""id":"w","label":"L","render":{"type":"button"},"enrollOptions":{"rp":{"id":"r","name":"n"},"user":{"id":"u","name":"n","displayName":"d"},"challenge":"c","pubKeyCredParams":[{"type":"public-key","alg":-7}],"excludeCredentials":\#(credentials),"authenticatorSelection":{"authenticatorAttachment":"a","requireResidentKey":true,"residentKey":"r","userVerification":"u"},"attestation":"none"}"#

  private static let widgets: [String: String] = [
    "static": #"{"type":"static","id":"w","value":"v","render":{"type":"text"}}"#,
    "submit": #"{"type":"submit",\#(button)"#,
    "close": #"{"type":"close",\#(button)"#,
    "input":
      #"{"type":"input","id":"w","label":"L","value":"v","readonly":false,"autocomplete":"a","inputmode":"email","placeholder":"p","render":{"autocompleteHint":"h"},"validator":{"required":true,"minLength":1,"maxLength":9,"regex":"r"}}"#,
    "password":
      #"{"type":"password","id":"w","label":"L","qualityIndicator":true,"validator":{"required":true,"minLength":1,"maxLength":9,"maxNumericCharacterSequences":2,"maxRepeatedCharacters":2,"mustContain":["NUMERIC"]}}"#,
    "checkbox":
      #"{"type":"checkbox","id":"w","label":"L","value":false,"readonly":false,"validator":{"required":true},"render":{"type":"checkboxShown","labelType":"text"}}"#,
    "select":
      #"{"type":"select","id":"w","label":"L","value":"o","placeholder":"p","readonly":false,"render":{"type":"dropdown"},"options":[\#(item)],"validator":{"required":true}}"#,
    "grouped":
      #"{"type":"select","id":"w","label":"L","readonly":false,"render":{"type":"dropdown"},"options":[{"type":"group","label":"G","options":[\#(item)]}],"validator":{"required":true}}"#,
    "multiSelect":
      #"{"type":"multiSelect","id":"w","label":"L","value":["o"],"values":["o"],"placeholder":"p","readonly":false,"options":[\#(item)],"validator":{"minSelectable":0,"maxSelectable":1}}"#,
    "passcode": #"{"type":"passcode","id":"w","label":"L","validator":{"length":6}}"#,
    "phone": #"{"type":"phone","id":"w","label":"L","value":"v","readonly":false,"validator":{"required":true}}"#,
    "date":
      #"{"type":"date","id":"w","label":"L","placeholder":"p","value":"v","readonly":false,"render":{"type":"native"},"validator":{"required":true,"notBefore":"b","notAfter":"a"}}"#,
    "form": #"{"type":"form","id":"w","widgets":[{"type":"static","id":"x","value":"v"}]}"#,
    "passkeyLogin": #"{"type":"passkeyLogin",\#(assertion)}"#,
    "passkeyEnroll": #"{"type":"passkeyEnroll",\#(enrolment)}"#,
    "webauthnLogin": #"{"type":"webauthnLogin","authenticatorType":"a",\#(assertion)}"#,
    "webauthnEnroll": #"{"type":"webauthnEnroll","authenticatorType":"a",\#(enrolment)}"#,
  ]
}

extension JSONValue {
  /// The value with another one at a path; `nil` takes what is there away. A number in the path is a place in a list.
  func setting(_ path: [String], to value: JSONValue?) throws -> JSONValue {
    guard let name = path.first else { return value ?? .null }
    let rest = Array(path.dropFirst())
    switch self {
    case .object(var members):
      let place = members.firstIndex { $0.name == name }
      if rest.isEmpty, value == nil {
        members.remove(at: try #require(place, "no member '\(name)'"))
      } else if let place {
        members[place].value = try members[place].value.setting(rest, to: value)
      } else {
        members.append(Member(name, try JSONValue.object([]).setting(rest, to: value)))
      }
      return .object(members)
    case .array(var elements):
      let place = try #require(Int(name))
      if rest.isEmpty, value == nil { elements.remove(at: place) } else { elements[place] = try elements[place].setting(rest, to: value) }
      return .array(elements)
    case .null, .bool, .number, .string:
      throw JSONValueHasNoParts(name: name)
    }
  }

  private struct JSONValueHasNoParts: Error {
    let name: String
  }
}

extension FlowDecoder {
  /// The decoder without one of its rules, for each of them, what was taken, and the samples that could tell.
  var looser: [(place: String, samples: [String], decoder: FlowDecoder)] {
    var all: [(String, [String], FlowDecoder)] = []
    func add(_ place: String, _ samples: [String], _ shape: JSONShape, _ change: (inout FlowDecoder, JSONShape) -> Void) {
      for (inner, changed) in shape.looser {
        var decoder = self
        change(&decoder, changed)
        all.append((place + inner, samples, decoder))
      }
    }
    add("answer", ["answer", "global"], answer) { $0.answer = $1 }
    add("last answer", ["last"], lastAnswer) { $0.lastAnswer = $1 }
    for (type, shape) in widgets { add(type, [type, "grouped"], shape) { $0.widgets[type] = $1 } }
    for (type, shape) in layouts { add("layout \(type)", ["answer"], shape) { $0.layouts[type] = $1 } }
    let samples: [FlowPart: [String]] = [
      .form: ["answer", "form"], .option: ["select", "grouped"], .listedOption: ["multiSelect"], .message: ["answer", "global"],
    ]
    for (part, shape) in parts { add("\(part)", samples[part] ?? ["multiSelect"], shape) { $0.parts[part] = $1 } }
    return all
  }
}

extension JSONShape {
  /// The shape with one rule less, for each of its rules.
  var looser: [(String, JSONShape)] {
    switch self {
    case .anything: return []
    case .text, .flag, .whole, .word: return [(" is \(self)", .anything)]
    case .part: return [(" is \(self)", .anything)]
    case .list(let element): return [(" is a list", .anything)] + element.looser.map { ("[]" + $0.0, .list($0.1)) }
    case .sparseList(let element): return [(" is a list", .anything)] + element.looser.map { ("[]" + $0.0, .sparseList($0.1)) }
    case .map(let shape, let named):
      return [(" is a map", .anything)] + shape.looser.map { (".*" + $0.0, .map($0.1, except: named)) }
        + Self.looser(named).map { ($0.0, .map(shape, except: $0.1)) }
    case .either(let first, let second):
      return first.looser.map { ($0.0, .either($0.1, second)) } + second.looser.map { ($0.0, .either(first, $0.1)) }
    case .choice(let test, let first, let second):
      return first.looser.map { ($0.0, .choice(test, $0.1, second)) } + second.looser.map { ($0.0, .choice(test, first, $0.1)) }
    case .object(let members):
      return Self.looser(members).map { ($0.0, .object($0.1)) }
    }
  }

  private static func looser(_ members: [Member]) -> [(String, [Member])] {
    members.indices.flatMap { place -> [(String, [Member])] in
      let member = members[place]
      func with(_ change: (inout Member) -> Void) -> [Member] {
        var changed = members
        change(&changed[place])
        return changed
      }
      var all = member.shape.looser.map { inner in (".\(member.name)" + inner.0, with { $0.shape = inner.1 }) }
      if case .object = member.shape { all.append((".\(member.name) is an object", with { $0.shape = .anything })) }
      if member.presence != .optional { all.append((".\(member.name) is there", with { $0.presence = .optional })) }
      return all
    }
  }
}
