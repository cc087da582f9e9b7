import JourneyModel
import JourneyRecording
import Testing

@testable import JourneyKit

/// Which ways on are asked about before they are taken on a live tenant.
struct LastingChangeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var screen = "password"
    var form = "password"
    var label = "Continue"
    var widgets: [Widget] = []
    var isLink = false
    var asks: Bool

    var testDescription: String { "\(screen) \(form) '\(label)' with \(widgets.map(\.id.text))" }
  }

  private static func entry(_ id: String, _ purpose: Entry.Purpose = .text) -> Widget {
    Widget(id: WidgetID(id), typeName: "input", kind: .entry(Entry(purpose: purpose)))
  }

  @Test(arguments: [
    Row(widgets: [entry("password", .password)], asks: false),
    Row(screen: "identification", form: "identifier", widgets: [entry("identifier")], asks: false),
    Row(screen: "registration", form: "send", widgets: [entry("email", .email)], asks: true),
    Row(screen: "enroll-authenticator", form: "send", widgets: [entry("passcode")], asks: true),
    Row(screen: "profile", form: "terms", widgets: [entry("name")], asks: true),
    Row(label: "I accept", widgets: [entry("name")], asks: true),
    Row(label: "Delete my account", asks: true), Row(form: "removeFactor", asks: true), Row(label: "Create an account", asks: false),
    Row(screen: "registration", form: "back", label: "Back", asks: false),
    Row(screen: "reset", widgets: [entry("password", .password), entry("again", .password)], asks: true),
    Row(screen: "reset", widgets: [entry("newPassword", .password)], asks: true),
    Row(screen: "set-up-an-authenticator", label: "Activate", widgets: [entry("code")], asks: true),
    Row(screen: "zwei-faktor-einrichten", label: "Aktivieren", widgets: [entry("otp", .passcode)], asks: true),
    Row(screen: "close-account", label: "Close my account", widgets: [entry("reason")], asks: true),
    Row(label: "Close my account", asks: true), Row(label: "Close", asks: false),
    Row(screen: "konto", label: "Konto löschen", widgets: [entry("c")], asks: true), Row(label: "Supprimer mon compte", asks: true),
    Row(screen: "profile", label: "Save changes", widgets: [entry("email", .email)], asks: true),
    Row(screen: "profile", label: "Go on", widgets: [entry("newEmail", .email)], asks: true),
    Row(screen: "profil", label: "Speichern", widgets: [entry("tel", .phone)], asks: true),
    Row(screen: "sign-in", label: "Next", widgets: [entry("email", .email)], asks: false),
    Row(label: "Delete my account", isLink: true, asks: false),
  ])
  func `a form that registers, enrols, removes, consents or sets a password is asked about`(row: Row) {
    let form = Form(id: FormID(row.form), kind: row.isLink ? .navigation("https://acme.test/") : .input, widgets: row.widgets)
    let screen = Screen(id: ScreenID(row.screen), forms: [form])
    #expect(screen.mayChangeAccount(by: Way(form: form.id, control: nil, label: row.label)) == row.asks)
  }
}
