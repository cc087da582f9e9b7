import JourneyModel
import JourneyTestSupport
import ScreenPages
import Testing

@testable import JourneyReports

struct ScreenDrawingTests {
  private let screen = Screen(
    id: ScreenID("denied"),
    forms: [
      Form(id: "redirect-idp/1", aliases: ["GOOGLE", "Google IDP"], kind: .navigation("https://idp.test/?t=hush")),
      Form(
        id: "enroll",
        widgets: [
          Widget(
            id: "authenticator", typeName: "choice",
            kind: .choice(
              ChoiceList(choices: [
                Choice(
                  value: .map([Value.Member("id", "aut1")]), label: "Phone",
                  facts: [Fact("key", "phone_number"), Fact("gracePeriod", .map([Value.Member("skipCount", 1)]))]),
                Choice(value: .map([Value.Member("id", "aut2")]), label: "Old"), Choice(value: "sms", facts: [Fact("method", "sms")]),
              ])))
        ]),
    ],
    messages: [
      Message(
        level: .error, text: "Update", key: "k",
        links: [
          MessageLink(form: "link/1", label: "Help", url: "https://help.test/?token=hush"),
          MessageLink(form: "device-remediation/x"),
        ])
    ])

  @Test func `of very many forms the first are drawn`() {
    let screen = Screen(id: ScreenID("many"), forms: (1...500).map { Form(id: FormID("f\($0)"), kind: .action) })
    let text = ScreenDrawing(screen).text.plain
    #expect(text.contains("form f30\n") && !text.contains("form f31") && text.contains("… 470 more forms"))
  }

  @Test func `of many links a failure draws the first, and counts the others`() {
    let links = (1...20).map { Form(id: FormID("l\($0)"), kind: .navigation("https://wiki.test/\($0)")) }
    let screen = Screen(id: ScreenID("many"), forms: [links[0], Form(id: "sign-in", kind: .action)] + links.dropFirst())
    let folded = ScreenDrawing(screen, foldsLinks: true).text.plain
    #expect(folded.contains("form l6 ") && folded.contains("form sign-in\n") && !folded.contains("form l7 "))
    #expect(folded.contains("… 14 more links, which --verbose draws\n"), "\(folded)")
    #expect(ScreenDrawing(screen).text.plain.contains("form l20 "))
  }

  @Test func `a picture says what can be pressed and what a choice is told by`() {
    #expect(
      ScreenDrawing(screen).text.plain == """
        form redirect-idp/1  also GOOGLE, Google IDP  leaves for https://idp.test/?t=***
        form enroll
          [choice]   authenticator
               ( ) Phone  {key: 'phone_number', gracePeriod: {skipCount: 1}}
               ( ) Old  {id: 'aut2'}
               ( )   'sms'
        messages
          error on the page: 'Update'  k
            link link/1  'Help'  leads to https://help.test/?token=***
            link device-remediation/x

        """)
  }

  @Test func `the page shows the same`() {
    let element = ScreenFigure(screen, marking: []).element
    var html = HTMLWriter()
    html.write(element)
    let text = String(decoding: html.take(), as: UTF8.self)
    let parts = ["form redirect-idp/1  (GOOGLE, Google IDP)", "Help", "https://help.test/?token=***", "phone_number"]
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("hush"))
  }
}
