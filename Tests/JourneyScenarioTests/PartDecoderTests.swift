import Diagnostics
import JourneyModel
import LocatedYAML
import Testing

@testable import JourneyScenario

/// Each decoder of a part of a scenario, alone: a node goes in, a value and what is wrong come out.
struct PartDecoderTests {
  private static func node(_ text: String) throws -> YAMLNode {
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "a.yaml", text: text), diagnostics: &diagnostics)
    return try #require(documents.first)
  }

  private static func fields(_ text: String) throws -> StepFields {
    var decoder = StepFieldsDecoder()
    return try #require(decoder.fields(of: try node(text)))
  }

  @Test func `captures beside a head`() throws {
    var decoder = CaptureDecoder()
    let captures = decoder.captures(try Self.node("{code: code, path: {link: {contains: x}}, it: token}"), beside: .mail)
    #expect(captures.map(\.name.value) == ["code", "path"])
    #expect(captures.first?.source == .code(pattern: nil))
    #expect(decoder.diagnostics.map(\.id) == [.badValue])
    #expect(decoder.notes.mayLackNames)
  }

  @Test func `widgets, each with its attributes`() throws {
    var decoder = ExpectationDecoder()
    let widgets = decoder.widgets(try Self.node("{email: present, button: {label: Go, colour: red}, other: 3}"))
    #expect(widgets.map(\.id.value) == ["email", "button"])
    guard case .with(let attributes)? = widgets.last?.state else { throw ScenarioText.NotThat() }
    #expect(attributes.map(\.name.value) == [.known(.label), .extra("colour")])
    #expect(decoder.diagnostics.map(\.id) == [.wrongType])
  }

  @Test func `a screen and what is beside it`() throws {
    var decoder = ScreenDecoder()
    let screen = try #require(decoder.screen(try Self.fields("{screen: [a, b], optional: true, within: 3s, answers: {email: jane}}")))
    #expect(screen.isOptional)
    #expect(screen.answers.map(\.widget.value) == ["email"])
    #expect(decoder.diagnostics.map(\.id) == [.clashingKeys])
  }

  @Test func `the end of a journey and its probes`() throws {
    var decoder = TokenDecoder()
    let finish = decoder.finish(try Self.fields("{finish: , probes: [code_replay, refresh_reuse, replay]}"))
    #expect(finish.probes.map(\.value) == ["refresh_reuse", "replay", "code_replay"])
    #expect(decoder.diagnostics.map(\.message) == ["no probe is called 'replay'; expected one of \(Probe.names.joined(separator: ", "))"])
  }

  @Test(arguments: [
    ("{request: GET https://acme.test/x, text: a}", []), ("{request: https://acme.test}", [DiagnosticID.badValue]),
    ("{request: GET https://acme.test/x, text: a, json: 1}", [.clashingKeys]),
  ]) func `a request has a method, an address and one body`(text: String, expected: [DiagnosticID]) throws {
    var decoder = ActionDecoder()
    let request = decoder.request(try Self.fields(text))
    #expect(decoder.diagnostics.map(\.id) == expected)
    #expect((request == nil) == (expected == [.badValue]))
  }

  @Test func `a step's map is taken apart, and a key that is too deep is raised`() throws {
    var decoder = StepFieldsDecoder()
    let fields = try #require(decoder.fields(of: try Self.node("screen: {id: password, answers: {email: a}}\nname: sign-in")))
    #expect(fields.head == .screen)
    #expect(fields.value.scalar?.text == "password")
    #expect(Set(fields.fields.map(\.key)) == [.answers, .name])
    #expect(decoder.diagnostics.map(\.id) == [.keyTooDeep])
  }

  @Test func `rows of examples have labels, and a matrix leaves out what is excluded`() throws {
    var decoder = ExamplesDecoder(files: NoScenarioFiles())
    let examples = decoder.examples(try Self.node("[{case: one, a: 1}, {a: 2}]"), indistinguishable: false)
    #expect(examples?.rows.map(\.label) == ["one", "2"])
    let matrix = decoder.matrix(try Self.node("{locale: [en, de], exclude: [{locale: fr}]}"))
    #expect(matrix?.axes.map(\.name.value) == ["locale"])
    #expect(decoder.diagnostics.map(\.id) == [.badValue])
  }

  @Test func `a part reads with what was found before, and hands it back`() throws {
    var decoder = StepDecoder(files: NoScenarioFiles())
    decoder.report(.badValue, "before", at: try Self.node("x").range)
    let steps = decoder.steps(try Self.node("[{screen: a, capture: {x: 3}}, {scren: b}]"), key: "steps", prefix: "")
    #expect(steps.map(\.id) == ["0"])
    #expect(decoder.diagnostics.map(\.id) == [.badValue, .wrongType, .unknownKey] || decoder.diagnostics.count == 3)
    #expect(decoder.notes.lacksSteps)
  }
}
