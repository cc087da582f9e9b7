package import Diagnostics
public import JourneyMock

/// The Journey Flow API as a server speaks it.
package struct FlowMockSpeech: MockSpeech {
  package let dialect = "journey-flow"
  package let standard = SourceFile(
    name: "journey-flow/standard", text: String(decoding: PackageResources.standard_yaml, as: UTF8.self))
  package let keys = SpeechKeys(screen: ["layout"])
  package let phrases = FlowPhrases.names
  package let takesOthers = true
  package var sendsOneMessageEach: Bool { true }
  package var stayBox: String? { "keepMeLoggedIn" }
  package var tokens: any WorldState.TokenShape { FlowTokens() }
  /// The app has no verifier for the journey of a link, unless its own journey goes on there.
  package func linksSignIn(to client: ClientDefinition) -> Bool { client.linksSignIn }
  package let weaknesses: Set<Weakness> = [
    .stateDropped, .stateAltered, .issWrong, .issMissing, .verifierUnchecked, .verifierOptional, .challengeOptional, .codeReusable,
    .codeForAnyClient, .codeForAnyAddress, .redirectPrefix, .emailInCallback, .promptNonePage, .cookieWithoutSecure,
    .cookieWithoutHTTPOnly, .cookieWithoutSameSite, .sessionCookieKept, .linkReusable,
  ]

  package init() {}

  package func needsRules(_ form: FormDefinition) -> Bool {
    !form.widgets.allSatisfy { $0.type.value == FlowWidgetType.close.rawValue }
  }

  package func submits(_ widget: WidgetDefinition) -> Bool {
    FlowWidgetType(rawValue: widget.type.value).map { $0 == .submit || $0.isCredential } ?? false
  }

  /// Of a credential the person's own id is a text, by which a flow looks the person up.
  package func answers(to form: FormDefinition) -> [String] {
    form.widgets.flatMap { widget in
      let isCredential = FlowWidgetType(rawValue: widget.type.value)?.isCredential ?? false
      return [widget.id.value] + (isCredential ? ["\(widget.id.value).response.userHandle"] : [])
    }
  }

  package func mayRequire(_ widget: WidgetDefinition) -> Bool {
    FlowWidgetType(rawValue: widget.type.value)?.attributes.contains(.required) ?? false
  }

  package func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    var screens: [FlowScreenRule] = []
    for definition in compiler.definition.screens { screens.append(compiler.flowScreen(definition)) }
    let dialogue = FlowDialogue(screens: screens, phrases: FlowPhrases(compiler.names.messages))
    return CompiledSpeech(screens: screens.map(\.rule), dialogue: dialogue)
  }

  package func check(_ graph: TenantGraph, _ compiler: inout TenantCompiler) { compiler.checkSubmitters(of: graph) }
}

extension MockSpeeches {
  /// Tenants that speak the Journey Flow API.
  public static let journeyFlow = MockSpeeches([FlowMockSpeech()])
}
