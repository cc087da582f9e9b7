import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

struct ScreenFixtureTests {
  @Test func `every dialect has its screens`() throws {
    for dialect in ["journey-flow", "okta-idx", "hosted"] {
      #expect(try Fixtures.files(below: "\(ScreenFixture.folder)/\(dialect)", suffix: ".json").count >= 8)
    }
  }

  @Test(arguments: try ScreenFixture.all())
  func `a screen is read and written just as it stands in the file`(fixture: ScreenFixture) throws {
    #expect(fixture.screen.json == fixture.screenJSON)
    #expect(fixture.screen.jsonBytes == JSONWriter.write(fixture.screenJSON))
  }

  @Test(arguments: try ScreenFixture.all())
  func `what is written is read back whole`(fixture: ScreenFixture) throws {
    let bytes = fixture.screen.jsonBytes
    let again = try Screen(json: try JSONReader.read(bytes))
    #expect(again == fixture.screen)
    #expect(again.jsonBytes == bytes)
  }

  @Test(arguments: try ScreenFixture.all())
  func `the bytes are those of the tree`(fixture: ScreenFixture) throws {
    #expect(fixture.screen.jsonBytes == JSONWriter.write(fixture.screen.json))
  }

  @Test(arguments: try ScreenFixture.all())
  func `what a file says of its screen holds`(fixture: ScreenFixture) throws {
    #expect(!fixture.about.isEmpty)
    #expect(!fixture.expected.isEmpty)
    #expect(fixture.expected.compactMap { $0.problem(on: fixture.screen) } == [])
  }

  @Test(arguments: try ScreenFixture.all())
  func `ids are unique where they have to be`(fixture: ScreenFixture) throws {
    let forms = fixture.screen.forms
    #expect(Set(forms.map(\.id)).count == forms.count)
    for form in forms { #expect(Set(form.widgets.map(\.id)).count == form.widgets.count) }
    #expect(Set(fixture.screen.facts.map(\.name)).count == fixture.screen.facts.count)
  }
}
