import Encodings
@testable import FlowDialect
import Testing

/// What the apps' decoders ask of an answer, member by member; the rows are read off the SDKs' models, not off our tables.
struct FlowDecoderTests {
  @Test(arguments: DecoderSamples.names) func `a whole answer is decoded by every app that knows its widgets`(name: String) throws {
    let sample = try DecoderSamples.answer(name)
    #expect(DecoderSamples.stops(sample) == "")
  }

  @Test(arguments: DecoderRows.all) func `a member that is missing, null or of another kind stops the apps that decode it`(row: DecoderRow)
    throws
  {
    for (change, expected) in row.changes {
      #expect(DecoderSamples.stops(try row.answer(change), of: row.sample) == expected, "\(change)")
    }
  }

  /// Takes every rule out once, makes every needed member an optional one and every kind any kind.
  @Test(arguments: DecoderSamples.decoders)
  func `every rule of every decoder is held by a row`(letter: Character, decoder: FlowDecoder) throws {
    let verdicts = try DecoderRows.all.flatMap { row in
      try row.changes.filter { _ in DecoderSamples.apps(of: row.sample).contains(letter) }.map { change, expected in
        (sample: row.sample, answer: try row.answer(change), stops: expected.contains(letter))
      }
    }
    let looser = decoder.looser
    #expect(looser.count > 50)
    for (place, samples, changed) in looser {
      let isNoticed = verdicts.contains { samples.contains($0.sample) && (changed.problem(with: $0.answer) != nil) != $0.stops }
      #expect(isNoticed, "\(letter): \(place)")
    }
  }

  @Test(
    arguments: [
      ("\"true\"", "swift kotlin dart android", "kotlin android", ""),
      ("\"True\"", "swift kotlin dart android", "android", ""),
      ("5", "android", "", "swift kotlin dart android"), ("5.0", "android", "", "swift android"), ("5.5", "android", "", "android"),
      ("\"5\"", "swift kotlin dart android", "", "kotlin android"), ("2147483648", "android", "", "swift dart android"),
      ("true", "android", "swift kotlin dart android", ""), ("[]", "android", "", ""), ("{}", "android", "", ""), ("null", "", "", ""),
    ])
  func `each platform reads values of another kind in its own way`(json: String, texts: String, flags: String, numbers: String) throws {
    let value = try JSONReader.read(json)
    func names(_ takes: (PlatformReader) -> Bool) -> String { PlatformReader.allCases.filter(takes).map { "\($0)" }.joined(separator: " ") }
    #expect(names { $0.takesText(value) } == texts)
    #expect(names { $0.takesFlag(value) } == flags)
    #expect(names { $0.takesWholeNumber(value) } == numbers)
  }

  @Test(arguments: [
    (
      #"{"forms":[{"id":"f","widgets":[{"type":"input","id":"x","label":"L","readonly":false}]}]}"#,
      "widget 'x' of form 'f' has no 'validator', which the app decodes"
    ),
    (
      #"{"forms":[{"id":"f","widgets":[{"type":"date","id":"x","readonly":"no"}]}]}"#,
      "'readonly' of widget 'x' of form 'f' is the text 'no', but the app decodes true or false"
    ),
    (#"{"forms":[{"id":"f"}]}"#, "form 'f' has no 'widgets', which the app decodes"),
    (
      #"{"forms":[{"id":"f","widgets":[{"type":"hologram","id":"x"}]}]}"#,
      "widget 'x' of form 'f' is of type 'hologram', which the app does not know"
    ),
    (#"{"layout":{"type":"vertical"}}"#, "the layout's node of type 'vertical' has no 'items', which the app decodes"),
    (#"{"layout":{"type":"grid"}}"#, "the layout contains a node of type 'grid', which the app does not know"),
    (#"{"messages":{"f":{"w":{"text":"t"}}}}"#, "the response has no 'messages.f.w.type', which the app decodes"),
    (#"{"screen":5}"#, "'screen' of the response is the number 5, but the app decodes a text"),
  ])
  func `a sentence says what is wrong and where`(json: String, sentence: String) throws {
    #expect(FlowDecoder.ios.problem(with: try JSONReader.read(json)) == sentence)
  }
}
