import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

@testable import HostedDialect

/// Pages from the odd corners of HTML, each with the screen that a person would see.
struct PageFixtureTests {
  private let golden = Golden(target: "HostedDialect")

  @Test func `there are sixty pages and more`() throws {
    #expect(try PageFixture.all.get().count >= 60)
  }

  @Test(arguments: try PageFixture.all.get())
  func `a page is the screen that is expected of it`(_ fixture: PageFixture) throws {
    if let difference = try golden.difference(of: fixture.told, from: "\(fixture.name).txt") { Issue.record("\(difference)") }
  }

  @Test(arguments: try PageFixture.all.get())
  func `every form has a target and a name of its own, and is read back`(_ fixture: PageFixture) throws {
    let page = try fixture.page
    let reading = PageReader().read(page)
    #expect(Set(reading.screen.forms.map(\.id)).count == reading.screen.forms.count)
    #expect(Set(reading.targets.keys) == Set(reading.screen.forms.map(\.id)))
    for form in reading.screen.forms { #expect(Set(form.widgets.map(\.id)).count == form.widgets.count, "\(form.id)") }
    #expect(try Screen(json: JSONReader.read(reading.screen.jsonBytes, counts: .unlimited)).id == reading.screen.id)
  }

  @Test func `no token of a hidden field is in what is shown`() throws {
    let screen = PageReader().read(try PageFixture(name: "hidden-fields").page).screen
    let text = String(decoding: screen.jsonBytes, as: UTF8.self)
    for value in ["tok|en", "a==", "csrf", "authenticity_token"] { #expect(!text.contains(value), "\(value)") }
  }

  @Test(arguments: try PageFixture.all.get())
  func `the proposed rule names the page it was made of`(_ fixture: PageFixture) throws {
    let page = try fixture.page
    let rule = PageRules.proposed(for: page)
    #expect(PageRules(screens: [rule]).id(of: page) == ScreenID(rule.id))
  }
}
