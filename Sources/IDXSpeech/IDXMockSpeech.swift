package import Diagnostics
public import JourneyMock

/// The Identity Engine of Okta as an org speaks it.
package struct IDXMockSpeech: MockSpeech {
  package let dialect = "okta-idx"
  package let standard = SourceFile(
    name: "okta-idx/standard", text: String(decoding: PackageResources.standard_yaml, as: UTF8.self))
  package let furtherStandards = [
    SourceFile(name: "okta-idx/assurance", text: String(decoding: PackageResources.assurance_yaml, as: UTF8.self))
  ]
  package let keys = SpeechKeys(
    client: ["label", "terms_of_service", "privacy_policy"], screen: ["context", "challenge", "settings"],
    message: ["key", "params", "status", "links", "device"])
  package let phrases = IDXPhrases.names
  package let takesOthers = true
  package let goesOnInPages = true
  package var tokens: any WorldState.TokenShape { OktaTokens() }

  package init() {}

  /// An issuer is one of several authorization servers of a site.
  package func sitePath(ofIssuer path: String) -> String {
    path.utf8.firstRange(of: "/oauth2/".utf8).map { String(path[..<$0.lowerBound]) } ?? path
  }

  package func answers(to form: FormDefinition) -> [String] {
    form.widgets.flatMap { widget in IDXFieldType(rawValue: widget.type.value)?.answers(widget.id.value) ?? [] }
  }

  package func methods(of option: String, in type: String) -> [String]? {
    type == IDXFieldType.authenticators.rawValue ? AuthenticatorKind(rawValue: option)?.methods : nil
  }

  /// Widgets inside of others too.
  package func messagePlaces(on form: FormDefinition) -> [String] {
    let ids = form.widgets.map(\.id.value)
    return ids + answers(to: form).filter { !ids.contains($0) }
  }

  package func needsRules(_ form: FormDefinition) -> Bool { !form.widgets.isEmpty }

  package func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    let definition = compiler.definition
    var screens: [IDXScreenRule] = []
    for screen in definition.screens { screens.append(compiler.idxScreen(screen)) }
    let written = screens
    for place in screens.indices { screens[place].implied = written[place].implied(by: written) }
    var messages: [IDXMessageRule] = []
    for message in definition.messages { messages.append(compiler.idxMessage(message)) }
    var clients: [IDXClientRule] = []
    for client in definition.clients { clients.append(compiler.idxClient(client)) }
    let rules = zip(definition.screens, screens).map { written, screen in
      let forms = zip(written.forms, screen.forms).map { written, form in
        ScreenForm(id: form.id, condition: form.condition, messagePlaces: messagePlaces(on: written))
      }
      return ScreenRule(id: screen.id, forms: forms)
    }
    let dialogue = IDXDialogue(
      screens: screens, messages: messages, clients: clients, phrases: IDXPhrases(compiler.names.messages))
    return CompiledSpeech(screens: rules, dialogue: dialogue)
  }
}

extension MockSpeeches {
  /// Orgs that speak in remediations.
  public static let oktaIDX = MockSpeeches([IDXMockSpeech()])
}
