import Encodings
import FoundationEssentials
import JourneyTestSupport
import Testing

/// The bodies of the shipped tenants beside those that the vendor's SDKs were recorded or tested with, which are not part of this project:
/// `CORPUS_DIR` names the folder above `journey-flow`.
struct RecordedScreensTests {
  private static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/journey-flow" }

  /// Samples that are right; the others show what an app must fall back at.
  private static let samples = [
    "ios-identification-full", "ios-messages-global-only", "js-global-and-field-messages", "js-vue-identification", "js-vue-password",
    "java-select-grouped-dotted-id", "kotlin-identification-minimal-mode", "kotlin-passkey-enroll-screen",
  ]

  /// What differs and is meant to, with the reason. A line that no longer differs makes the test fail: the list can only shrink.
  private static let accepted: [String: String] = [
    "input.validator.regexp is recorded": "one fixture spells it so; all decoders but one read `regex`, which the OpenAPI has",
    "input.placeholder is not recorded": "two SDKs read it, and no fixture has it",
    "branding.siteTermsUrl is not recorded": "the SDKs for the web and Flutter read no other name of it",
    "checkbox.validator is not recorded": "two decoders read it, and the only fixture of a checkbox asks for nothing",
    "passkeyEnroll.render is not recorded": "as a button is drawn; the fixture was made of objects, and what is null was left out",
    "passkeyEnroll.enrollOptions.authenticatorSelection.authenticatorAttachment is not recorded": "the decoder for iOS asks for it",
    "passkeyEnroll.enrollOptions.authenticatorSelection.requireResidentKey is not recorded": "the decoder for iOS asks for it",
    "password.validator is not recorded": "in the OpenAPI and in four decoders; the only fixture of a password is of a sign-in",
  ]

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `members are there and of the JSON types that were recorded`() throws {
    var recorded = BodyCensus()
    for name in Self.samples {
      recorded.add(try JSONReader.read(Fixtures.bytes(absolute: try #require(Self.folder) + "/\(name).json")))
    }
    var ours = BodyCensus()
    for name in FlowTenantBodies.names {
      for body in try FlowTenantBodies(name).all() { ours.add(body.json) }
    }
    let found = Set(ours.differences(from: recorded))
    #expect(found.subtracting(Self.accepted.keys).sorted() == [], "differences that nobody accepted")
    #expect(Set(Self.accepted.keys).subtracting(found).sorted() == [], "these no longer differ: take them off the list")
  }
}

/// Which members the parts of bodies have, and of which JSON types.
struct BodyCensus {
  /// By part and path, e.g. `input.validator.minLength`.
  private var kinds: [String: Set<String>] = [:]

  /// Counts a whole body, or one widget.
  mutating func add(_ json: JSONValue) {
    if json["options"] != nil || json["widgets"] == nil && json["id"] != nil { return add(widget: json) }
    add(json.objectValue?.first { $0.name == "branding" }?.value, as: "branding")
    for form in json["forms"]?.arrayValue ?? [] {
      note("form.id", form["id"])
      for widget in form["widgets"]?.arrayValue ?? [] { add(widget: widget) }
    }
    if let layout = json["layout"] { add(layout: layout) }
  }

  private mutating func add(widget: JSONValue) {
    guard let type = widget["type"]?.stringValue else { return }
    // A link is drawn by less than a button.
    let part = widget["render"]?["type"]?.stringValue == "link" ? "\(type)(link)" : type
    add(widget, as: part, leavingOut: ["options"])
    for option in widget["options"]?.arrayValue ?? [] { add(option: option) }
  }

  private mutating func add(option: JSONValue) {
    add(option, as: option["type"]?.stringValue ?? "option", leavingOut: ["options"])
    for inner in option["options"]?.arrayValue ?? [] { add(option: inner) }
  }

  private mutating func add(layout: JSONValue) {
    add(layout, as: "layout(\(layout["type"]?.stringValue ?? ""))", leavingOut: ["items"])
    for item in layout["items"]?.arrayValue ?? [] { add(layout: item) }
  }

  private mutating func add(_ json: JSONValue?, as part: String, leavingOut left: Set<String> = []) {
    for member in json?.objectValue ?? [] where !left.contains(member.name) {
      note("\(part).\(member.name)", member.value)
      if case .object = member.value { add(member.value, as: "\(part).\(member.name)") }
    }
  }

  private mutating func note(_ path: String, _ json: JSONValue?) {
    let kind =
      switch json {
      case .null?: "null"
      case .bool?: "a flag"
      case .number?: "a number"
      case .string?: "a text"
      case .array?: "a list"
      case .object?: "an object"
      case nil: "nothing"
      }
    kinds[path, default: []].insert(kind)
  }

  /// Where these bodies are unlike recorded ones, each in a few words; parts that were never recorded are passed over.
  func differences(from recorded: BodyCensus) -> [String] {
    let parts = Set(recorded.kinds.keys.map(Self.part))
    var differences: [String] = []
    for (path, seen) in recorded.kinds where kinds.keys.contains(where: { Self.part($0) == Self.part(path) }) {
      guard let own = kinds[path] else {
        differences.append("\(path) is recorded")
        continue
      }
      // A rule of a validator has a value where a tenant has the rule.
      for kind in seen.subtracting(own) { differences.append("\(path) is recorded as \(kind)") }
    }
    // Of an object that was not recorded its members are not counted again.
    for path in kinds.keys where parts.contains(Self.part(path)) && recorded.kinds[path] == nil {
      let parent = Self.parent(of: path)
      if recorded.kinds[parent] != nil || !parent.contains(".") { differences.append("\(path) is not recorded") }
    }
    return differences
  }

  private static func parent(of path: String) -> String { path.split(separator: ".").dropLast().joined(separator: ".") }

  private static func part(_ path: String) -> String { String(path.prefix { $0 != "." }) }
}
