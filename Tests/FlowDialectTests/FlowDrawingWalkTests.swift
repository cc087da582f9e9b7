import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

/// What an SDK cannot draw, as a walk meets it.
struct FlowDrawingWalkTests {
  private func driven(_ name: String, app: FlowAppProfile, sdk: String? = nil) async throws -> Turn {
    var walk = try WalkThrough(["any-text", "init-any", name], app: app)
    _ = try await walk.start(sdk.map { [Value.Member("sdk", .text($0))] } ?? [])
    return try await walk.post("identifier", [("identifier", .text("jane@acme.test"))])
  }

  @Test func `a look that the SDK does not know hands over, and the reason names it`() async throws {
    let handover = try #require(try await driven("form-tile", app: .ios).handover)
    #expect(handover.reason == .app)
    #expect(
      handover.cause == "the iOS SDK does not draw 'render.type' 'tile' of widget 'go' of form 'f'; it draws 'button' and 'link'")
    #expect(try await driven("form-tile", app: .web).screen?.id.text == "odd")
  }

  @Test func `a crash and a blank view break the walk, and the reason says so`() async throws {
    let crash = try await driverError { try await driven("form-empty-select", app: .ios) }
    #expect(
      crash?.message == "app 'ios' cannot show screen 'odd': the iOS SDK crashes at widget 's' of form 'f', whose 'options' are empty")
    let blank = try await driverError { try await driven("form-minimal", app: .ios) }
    #expect(blank?.message == "app 'ios' cannot show screen 'password': the iOS SDK shows a blank view for a response without 'layout'")
  }

  @Test func `an app that asks for screens without a look draws them itself`() async throws {
    #expect(try await driven("form-minimal", app: .ios, sdk: "ios-minimal").screen?.id.text == "password")
  }

  @Test func `iOS ignores a response without forms and messages`() async throws {
    let turn = try await driven("form-name-alone", app: .ios)
    #expect(turn.screen?.id.text == "identification")
    #expect(turn.warnings == ["the app ignores a response that has neither 'forms' nor 'messages', so the screen stays as it was"])
    #expect(try await driven("form-name-alone", app: .web).screen?.id.text == "elsewhere")
  }

  @Test func `a first response without a screen's name and forms is not a screen`() async throws {
    for app in [FlowAppProfile.web, .ios] {
      var walk = try WalkThrough(["any-text", "init-empty-forms"], app: app)
      let error = try await driverError { try await walk.start() }
      #expect(error?.message == "the first response has neither 'screen' nor a form")
    }
  }
}
