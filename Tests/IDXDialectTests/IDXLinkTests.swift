import Encodings
import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXDialect

/// What messages offer to press: links, and buttons that act on the person's device.
struct IDXLinkTests {
  private static let policy = "idx.device.policy"

  private func denied(_ messages: String, more: String = "") throws -> MappedBody {
    try MappedBody(#"{"version": "1.0.0", "messages": {"type": "array", "value": [\#(messages)]}\#(more)}"#)
  }

  private func update(_ url: String) -> String {
    #"{"links": [{"url": "\#(url)"}], "message": "Update to Android 100", "class": "ERROR", "i18n": {"key": "upgrade", "params": ["100"]}}"#
  }

  @Test func `each message says what it offers, and each offer is a form`() throws {
    let body = try denied(
      #"""
      {"message": "Option 1:", "class": "ERROR", "i18n": {"key": "option"}}, \#(update("https://help.test/a")), \#(update("https://help.test/a")),
      \#(update("https://help.test/b")), {"message": "Ask for help", "class": "INFO",
        "links": [{"url": "https://help.test/c", "label": "help page", "rel": "x"}, {"url": "https://help.test/d", "label": "our desk"}, {}]}
      """#, more: #", "cancel": {"rel": ["create-form"], "name": "cancel", "href": "https://a.test/c", "method": "POST"}"#)
    let messages = body.screen.messages
    #expect(messages.map(\.text.visible) == ["Option 1:", "Update to Android 100", "Update to Android 100", "Ask for help"])
    #expect(messages[0].links == [])
    #expect(messages[1].links == [MessageLink(form: "link/1", url: "https://help.test/a")])
    #expect(messages[1].extras == [Value.Member("params", .list(["100"]))])
    #expect(messages[2].links == [MessageLink(form: "link/2", url: "https://help.test/b")])
    #expect(
      messages[3].links == [
        MessageLink(form: "link/3", label: "help page", url: "https://help.test/c", extras: [Value.Member("rel", "x")]),
        MessageLink(form: "link/4", label: "our desk", url: "https://help.test/d"),
      ])
    #expect(body.screen.forms.map(\.id) == ["link/1", "link/2", "link/3", "link/4", "cancel"])
    #expect(body.screen.forms.map(\.label) == [nil, nil, "help page", "our desk", nil])
    #expect(body.screen.forms[0].aliases == ["Update to Android 100", "upgrade"])
    #expect(body.screen.forms[0].kind == .navigation("https://help.test/a"))
    #expect(body.snapshot.forms.keys.map(\.rawValue) == ["cancel"])
  }

  @Test func `what a button does on the device is kept, and where it falls back to is where it leads`() throws {
    let body = try denied(
      #"""
      {"message": "Install the app", "class": "ERROR", "i18n": {"key": "\#(Self.policy)"}, "deviceRemediation": {"type": "object", "value":
        {"action": "install-android-device-policy", "platform": "ANDROID", "remediationType": "LOOPBACK", "domain": "http://localhost",
         "ports": ["2000"], "fallback": {"type": "APP_LINK", "href": "https://play.test/app?x=1"}}}}
      """#)
    let message = try #require(body.screen.messages.first)
    let link = try #require(message.links.first)
    #expect(link.form == "device-remediation/install-android-device-policy")
    #expect(link.url == "https://play.test/app?x=1")
    #expect(
      link.extras == [
        Value.Member("action", "install-android-device-policy"), Value.Member("platform", "ANDROID"),
        Value.Member("remediationType", "LOOPBACK"), Value.Member("domain", "http://localhost"), Value.Member("ports", .list(["2000"])),
        Value.Member("fallback", .map([Value.Member("type", "APP_LINK")])),
      ])
    #expect(message.extras == [])
    #expect(body.screen.forms[0].aliases == ["install-android-device-policy", "Install the app", FormID(Self.policy)])
    #expect(body.screen.id.text == "terminal/\(Self.policy)")
  }

  @Test func `a remediation of another shape is kept as it is`() throws {
    let body = try denied(#"{"message": "m", "class": "INFO", "deviceRemediation": {"value": {"platform": "ANDROID"}}}"#)
    let message = try #require(body.screen.messages.first)
    #expect(message.links == [])
    #expect(message.extras.map(\.name) == ["deviceRemediation"])
    #expect(body.screen.forms == [])
  }

  @Test func `a link on a field is offered too, also where it stands on options`() throws {
    let message = #"{"message": "No", "class": "ERROR", "links": [{"url": "https://help.test/a"}]}"#
    let body = try MappedBody.form(
      #"""
      {"name": "x", "messages": {"value": [\#(message)]}}, {"name": "c", "type": "object", "options": [
      {"label": "A", "value": {"form": {"value": [{"name": "y", "messages": {"value": [\#(message)]}}]}}}]}
      """#)
    #expect(body.screen.forms.map(\.id) == ["some-form", "link/1"])
    #expect(body.screen.messages.map(\.links) == [[MessageLink(form: "link/1", url: "https://help.test/a")]])
    guard case .choice(let list) = try body.widget("c").kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices[0].messages.map(\.links) == [[MessageLink(form: "link/1", url: "https://help.test/a")]])
  }

  @Test func `pressing a link leaves for its address`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["identify-device-denied"])
    let screen = try #require(try await walk.identify().screen)
    #expect(screen.id.text == "terminal/idx.error.code.access_denied.device_assurance.remediation.title")
    #expect(screen.forms.map(\.id) == ["link/1", "device-remediation/install-android-device-policy", "device-remediation/lock-screen"])
    let button = try await walk.post("device-remediation/install-android-device-policy").handover
    #expect(button == Handover(url: "https://play.google.test/store/apps/details?id=com.example.dpc", reason: .server))
    let handover = try await walk.post("Update to Android 14").handover
    #expect(handover == Handover(url: "https://acme.test/help/android", reason: .server))
    let error = try #require(try await driverError { try await walk.post("lock-screen") })
    #expect(error.kind == .impossible)
    #expect(
      error.message
        == "'device-remediation/lock-screen' acts on the person's device and names no address to go to instead, so it cannot be pressed here"
    )
    await walk.checkScript()
  }
}
