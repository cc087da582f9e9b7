import Encodings
@testable import FlowDialect
import JourneyModel
import ModelCoding
import Testing

/// Every widget of the vendor's API with every attribute and rule that any source has: nothing is lost.
struct FlowWidgetTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let type: String
    /// All members but `type` and `id`; every text, number and flag in it is told apart from all others.
    let members: String
    var testDescription: String { type }
  }

  private static let passkey = #""label":"Key-1","render":{"type":"key-2","hint":{"variant":"key-3"},"notification":{"cancelled":"key-4"}}"#

  @Test(arguments: [
    Sample(type: "static", members: #""value":"st-1","render":{"type":"st-2"}"#),
    Sample(
      type: "input",
      members: #"""
        "label":"in-1","value":"in-2","readonly":true,"autocomplete":"in-3","inputmode":"in-4","placeholder":"in-5",
        "validator":{"required":true,"minLength":101,"maxLength":102,"regex":"in-6"},"render":{"autocompleteHint":"in-7"}
        """#),
    Sample(
      type: "password",
      members: #"""
        "label":"pw-1","qualityIndicator":true,"validator":{"minLength":103,"maxLength":104,"maxNumericCharacterSequences":105,
        "maxRepeatedCharacters":106,"mustContain":["UPPERCASE","LOWERCASE","NUMERIC","SPECIAL"],"restrictedCharacters":"pw-2"}
        """#),
    Sample(
      type: "checkbox",
      members: #"""
        "label":"cb-1","value":true,"readonly":true,"validator":{"required":true},"render":{"type":"checkboxHidden","labelType":"text"}
        """#),
    Sample(
      type: "select",
      members: #"""
        "label":"se-1","value":"se-2","readonly":true,"placeholder":"se-3","validator":{"required":true},"render":{"type":"radio"},
        "options":[{"type":"item","label":"se-4","value":"se-2"},{"type":"group","label":"se-5","options":[
        {"type":"item","label":"se-6","value":"se-7"}]}]
        """#),
    Sample(
      type: "multiSelect",
      members: #"""
        "label":"ms-1","value":["ms-2"],"readonly":true,"validator":{"minSelectable":107,"maxSelectable":108},"render":{"type":"dropdown"},
        "options":[{"type":"item","label":"ms-3","value":"ms-2"}]
        """#),
    Sample(type: "phone", members: #""label":"ph-1","value":"ph-2","readonly":true,"validator":{"required":true}"#),
    Sample(type: "passcode", members: #""label":"pc-1","validator":{"length":109}"#),
    Sample(
      type: "date",
      members: #"""
        "label":"da-1","value":"da-2","readonly":true,"placeholder":"da-3","validator":{"required":true,"notBefore":"da-4","notAfter":"da-5"},
        "render":{"type":"fieldSet"}
        """#),
    Sample(
      type: "submit",
      members: #""label":"su-1","render":{"type":"link","textColor":"su-2","bgColor":"su-3","hint":{"icon":"su-4","variant":"su-5"}}"#),
    Sample(type: "close", members: #""label":"cl-1","render":{"type":"button","hint":{"icon":"cl-2"}}"#),
    Sample(
      type: "passkeyLogin",
      members: passkey
        + #"""
        ,"assertionOptions":{"challenge":"pl-1","rpId":"pl-2","allowCredentials":[{"id":"pl-3","type":"pl-4","transports":["pl-5"]}],
        "userVerification":"pl-6","timeout":110}
        """#),
    Sample(
      type: "passkeyEnroll",
      members: passkey
        + #"""
        ,"enrollOptions":{"rp":{"id":"pe-1","name":"pe-2"},"user":{"id":"pe-3","name":"pe-4","displayName":"pe-5"},"challenge":"pe-6",
        "pubKeyCredParams":[{"type":"pe-7","alg":-7}],"excludeCredentials":[{"id":"pe-8"}],"authenticatorSelection":{
        "authenticatorAttachment":"pe-9","requireResidentKey":true,"residentKey":"pe-10","userVerification":"pe-11"},"attestation":"pe-12"}
        """#),
    Sample(type: "webauthnLogin", members: passkey + #","authenticatorType":"securityKey","assertionOptions":{"challenge":"wl-1"}"#),
    Sample(type: "webauthnEnroll", members: passkey + #","authenticatorType":"deviceBiometrics","enrollOptions":{"challenge":"we-1"}"#),
    Sample(type: "hologram", members: #""label":"ho-1","depth":111,"layers":[{"colour":"ho-2"}],"validator":{"required":true}"#),
  ])
  func `everything that is sent of a widget is in the model`(sample: Sample) throws {
    let sent = try JSONReader.read(#"{"type":"\#(sample.type)","id":"x.y",\#(sample.members)}"#)
    let widget = FlowMapping(app: .web).widget(try #require(FlowWidget(sent)))
    #expect(widget.typeName == sample.type)
    #expect(widget.id == "x.y")
    let kept = Self.leaves(of: Self.json(of: widget))
    for leaf in Self.leaves(of: sent) where !Self.implied.contains(leaf) { #expect(kept.contains(leaf), "\(leaf)") }
  }

  /// What kinds of options are called: in the model they are choices, with or without a group.
  private static let implied: Set<JSONValue> = ["item", "group"]

  private static func json(of widget: Widget) -> JSONValue {
    var screen = Screen(id: ScreenID("s"))
    screen.forms = [Form(id: "f", widgets: [widget])]
    return screen.json
  }

  private static func leaves(of value: JSONValue) -> Set<JSONValue> {
    switch value {
    case .object(let members): members.reduce(into: []) { $0.formUnion(leaves(of: $1.value)) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(leaves(of: $1)) }
    case .null: []
    case .bool, .number, .string: [value]
    }
  }
}
