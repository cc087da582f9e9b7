package import Diagnostics
import HostedSpeech
public import JourneyMock
import LocatedYAML

/// A system of hosted pages on one origin: an authorization server, a gateway in front of it that has all pages, and their mails.
///
/// Its routes, statuses and cookies are those of an authorization server of Okta behind a gateway; apps walk it as web pages.
package struct GatewayMockSpeech: MockSpeech {
  package let dialect = "gateway"
  package let walkedIn = "hosted"
  package let pagesPath: String? = GatewayPath.start
  package let slips = true
  package let standard = SourceFile(
    name: "gateway/standard", text: String(decoding: PackageResources.standard_yaml, as: UTF8.self))
  package let keys = SpeechKeys(
    client: GatewayClientRule.keys, screen: ["path", "title", "heading", "after", "layout"], message: ["status"])
  package let phrases = GatewayPhrases.names
  package let givenFacts = [ArrivalFact.page.rawValue, ArrivalFact.signOn.rawValue]

  package init() {}

  /// An issuer is one of several authorization servers of a site.
  package func sitePath(ofIssuer path: String) -> String {
    path.utf8.firstRange(of: "/oauth2/".utf8).map { String(path[..<$0.lowerBound]) } ?? path
  }

  /// A form of links only leaves the page, and one of texts only is there to be read.
  package func needsRules(_ form: FormDefinition) -> Bool { !form.widgets.allSatisfy { ["link", "static"].contains($0.type.value) } }
  package func submits(_ widget: WidgetDefinition) -> Bool { widget.type.value == "submit" }

  package func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    var screens: [GatewayScreenRule] = []
    for definition in compiler.definition.screens { screens.append(compiler.gatewayScreen(definition)) }
    var clients: [GatewayClientRule] = []
    for client in compiler.definition.clients { clients.append(compiler.gatewayClient(client)) }
    let statuses = compiler.definition.messages.map { message in message.own("status").map { compiler.wholeNumber($0) } }
    let dialogue = GatewayDialogue(
      screens: screens, clients: clients, statuses: statuses, phrases: GatewayPhrases(compiler.names.messages),
      brand: compiler.definition.siteName)
    let rules = screens.map { screen in
      ScreenRule(
        id: screen.page.id,
        forms: screen.page.forms.map { ScreenForm(id: $0.id, condition: $0.condition, messagePlaces: $0.widgets.map(\.id)) })
    }
    return CompiledSpeech(screens: rules, dialogue: dialogue)
  }
}

extension MockSpeeches {
  /// Systems of an authorization server and a gateway on one origin.
  public static let gateway = MockSpeeches([GatewayMockSpeech()])
}

extension FormDefinition {
  /// Whether it holds links and nothing else.
  var isOfLinks: Bool { !widgets.isEmpty && widgets.allSatisfy { $0.type.value == "link" } }
}

extension TenantDefinition {
  /// The name of the site as its pages show it.
  fileprivate var siteName: String {
    guard let node = branding?["brandName"], case .scalar(let scalar) = node, !scalar.text.isEmpty else { return name.value }
    return scalar.text
  }
}
