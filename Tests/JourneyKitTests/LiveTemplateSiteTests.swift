import JourneyKit
import JourneyTestSupport
import Testing

/// Which addresses `journey init --site` begins a project with: those that `journey check` takes.
struct LiveTemplateSiteTests {
  @Test(arguments: [
    ("https://shop.example.com/login", true), ("HTTP://shop.example.com/login", true), ("http://127.0.0.1:8080/", true), ("http://", false),
    ("https://shop.example.com:99999/", false), ("https://shop.example.com/a b", false), ("https://shop.example.com/ü", false),
    ("http://münchen.example/", false), ("https://shop.example.com/a#${secret.X}", false), ("https://shop.example.com/a#$x", true),
    ("ftp://shop.example.com/", false), ("http://jane:horse@shop.example.com/", false),
  ])
  func `an address that check refuses is refused at once`(address: String, isTaken: Bool) async throws {
    #expect((LiveTemplate.problem(withSite: address) == nil) == isTaken)
    guard isTaken else { return }
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n"
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: LiveTemplate(site: address).file.text) { project in
      #expect(project.run { _ in }.problems.filter { !"\($0)".contains("unencrypted") }.isEmpty)
    }
  }
}
