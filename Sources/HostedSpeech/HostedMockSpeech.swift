package import Diagnostics
public import JourneyMock
import LocatedYAML

/// Web pages over the journeys of a tenant that speaks another dialect: forms, cookies and redirects as a hosted login page has them.
package struct HostedMockSpeech: MockSpeech {
  package let dialect = "hosted"
  package let standard = SourceFile(name: "hosted/standard", text: "tenant: standard\n")
  /// Its journeys begin, and its codes come, at the addresses of the other dialect.
  package let isWhole = false
  package let pagesPath: String? = HostedPath.root
  /// What the other dialects' files say; pages show of it what they have a control for.
  package let keys = SpeechKeys(
    client: ["terms_of_service", "privacy_policy"], screen: ["layout", "context", "challenge"],
    message: ["key", "status", "links", "device"])

  package init() {}

  package func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    var screens: [HostedScreenRule] = []
    for definition in compiler.definition.screens { screens.append(compiler.hostedScreen(definition)) }
    let branding = compiler.definition.branding
    let dialogue = HostedDialogue(
      screens: screens, site: Self.text("brandName", of: branding) ?? compiler.definition.name.value,
      copyright: Self.text("copyright", of: branding), required: compiler.names.messages["required"],
      invalid: compiler.names.messages["invalid"])
    let rules = screens.map { screen in
      ScreenRule(
        id: screen.id,
        forms: screen.forms.map { ScreenForm(id: $0.id, condition: $0.condition, messagePlaces: $0.widgets.map(\.id)) })
    }
    return CompiledSpeech(screens: rules, dialogue: dialogue)
  }

  private static func text(_ name: String, of branding: YAMLMapping?) -> String? {
    guard case .scalar(let scalar)? = branding?[name], !scalar.text.isEmpty else { return nil }
    return scalar.text
  }
}

extension MockSpeeches {
  /// Pages that a tenant has beside the dialect that it extends.
  public static let hosted = MockSpeeches([HostedMockSpeech()])
}
