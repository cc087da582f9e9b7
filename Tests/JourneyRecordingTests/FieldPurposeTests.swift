import JourneyModel
import Testing

@testable import JourneyRecording

struct FieldPurposeTests {
  private static func field(_ id: String, _ purpose: Entry.Purpose, label: String? = nil, autocomplete: String? = nil) -> Widget {
    Widget(
      id: WidgetID(id), typeName: "input", label: label.map { RichText($0) },
      kind: .entry(Entry(purpose: purpose, autocomplete: autocomplete)))
  }

  private static func purpose(_ widgets: Widget...) -> FieldPurpose {
    FieldPurpose(of: widgets[0], in: Form(id: FormID("f"), widgets: widgets))
  }

  @Test func `a field asks for what its type, id, label and hints say`() {
    #expect(
      Self.purpose(Self.field("identifier", .text, label: "Email address", autocomplete: "username"))
        == .attribute(["identifier", "email"]))
    #expect(Self.purpose(Self.field("identifier", .text, autocomplete: "username")) == .attribute(["username", "email"]))
    #expect(Self.purpose(Self.field("x", .email)) == .attribute(["email"]))
    #expect(Self.purpose(Self.field("passcode", .password)) == .code)
    #expect(Self.purpose(Self.field("password", .password)) == .attribute(["password", "password"]))
    #expect(Self.purpose(Self.field("credentials.passcode", .password, label: "Password")) == .attribute(["passcode", "password"]))
    #expect(Self.purpose(Self.field("credentials.passcode", .text)) == .code)
    #expect(Self.purpose(Self.field("userProfile.city", .text)) == .attribute(["city"]))
  }

  @Test func `two passwords of one form are a new one and its repetition`() {
    #expect(Self.purpose(Self.field("password", .password), Self.field("again", .password)) == .newPassword)
    #expect(Self.purpose(Self.field("password", .password, autocomplete: "new-password")) == .newPassword)
  }

  @Test func `the old password of a form that changes it is the known one`() {
    let new = Self.field("new1", .password, label: "New", autocomplete: "new-password")
    for old in [
      Self.field("old", .password, label: "Old"), Self.field("p", .password, autocomplete: "current-password"),
      Self.field("p", .password, label: "Aktuelles Passwort"), Self.field("p1", .password),
    ] {
      #expect(Self.purpose(old, new) == .attribute([old.id.text, "password"]))
      #expect(Self.purpose(new, old) == .newPassword)
    }
    // A new one and its repetition.
    #expect(Self.purpose(Self.field("p", .password, autocomplete: "new-password"), Self.field("q", .password)) == .newPassword)
  }

  @Test(arguments: [
    ("identify", "register", "Go", "", true), ("identify", "f", "Create an account", "", true), ("identify", "sign-up", "Go", "", true),
    ("registration", "f", "Go", "", true), ("page", "f", "Go", "Join us", true), ("page", "f", "Go", "Sign in or create an account", false),
    ("identify", "f", "Sign in", "", false), ("join-the-call", "login", "Go", "", true), ("password", "adjoining", "Go", "", false),
  ])
  func `a form with one password registers where its names or those of its screen say so`(
    screen: String, form: String, button: String, heading: String, registers: Bool
  ) {
    let form = Form(
      id: FormID(form),
      widgets: [
        Self.field("email", .email), Self.field("password", .password),
        Widget(id: "go", typeName: "submit", label: RichText(button), kind: .submitter),
      ])
    var screen = Screen(id: ScreenID(screen), forms: [form])
    screen.facts = heading.isEmpty ? [] : [Fact("heading", .text(heading))]
    #expect(screen.registers(with: form) == registers)
  }

  @Test func `a form that asks for a name next to a password registers`() {
    let given = Self.field("given", .text, autocomplete: "given-name")
    #expect(Self.purpose(Self.field("password", .password), given) == .newPassword)
    #expect(Self.purpose(Self.field("password", .password), Self.field("login_name", .text)) == .attribute(["password", "password"]))
  }

  @Test(arguments: [
    (["wpName"], false), (["name"], false), (["user_name"], false), (["nickname", "domain"], false), (["name", "email"], true),
    (["firstname", "lastname"], true), (["companyName", "user"], true),
  ])
  func `a single name next to a password is whom a person signs in as`(fields: [String], registers: Bool) {
    let form = Form(id: "f", widgets: fields.map { Self.field($0, .text) } + [Self.field("password", .password)])
    #expect(form.asksForNewPassword == registers)
  }

  @Test func `a choice is written by the facts that tell it apart, and never by its opaque value`() {
    func choice(_ id: String, _ key: String, _ label: String) -> Choice {
      Choice(value: .map([Value.Member("id", .text(id))]), label: RichText(label), facts: [Fact("key", .text(key))])
    }
    let list = ChoiceList(choices: [choice("aut1", "okta_email", "Email"), choice("aut2", "phone_number", "Phone")])
    let all = ChoiceAnswer.all(of: list, selectors: ["key", "method"])
    #expect(all.map(\.origin.written) == ["{key: okta_email}", "{key: phone_number}"])
    #expect(ChoiceAnswer.all(of: list, selectors: []).map(\.origin.written) == ["Email", "Phone"])
  }

  @Test func `what is pressed is said only where the answers do not say it`() {
    let main = Form(
      id: FormID("identifier"),
      widgets: [Self.field("email", .email), Widget(id: "go", typeName: "submit", label: "Continue", kind: .submitter)])
    let other = Form(id: FormID("register"), widgets: [Widget(id: "r", typeName: "submit", label: "Create an account", kind: .submitter)])
    let screen = Screen(id: ScreenID("s"), forms: [main, other])
    let ways = screen.ways(.widgets(["submit"]))
    #expect(ways.map(\.label) == ["Continue", "Create an account"])
    #expect(screen.press(ways[0], answered: ["email"], .widgets(["submit"])) == nil)
    #expect(screen.press(ways[0], answered: [], .widgets(["submit"])) == "Continue")
    #expect(screen.press(ways[1], answered: [], .widgets(["submit"])) == "Create an account")
  }
}
