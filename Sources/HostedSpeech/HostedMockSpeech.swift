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
  package let weaknesses: Set<Weakness> = [
    .csrfUnchecked, .enumerationText, .enumerationStatus, .enumerationRedirect, .formActionSelf, .framingAllowed, .password307,
    .referrerUnsafe, .tokenInURL,
  ]
  /// What the other dialects' files say; pages show of it what they have a control for.
  package let keys = SpeechKeys(
    client: ["label", "terms_of_service", "privacy_policy"], screen: ["layout", "context", "challenge", "settings"],
    message: ["key", "params", "status", "links", "device"])

  package init() {}

  /// What the graph may ask of an answer, whichever dialect's words the form is written in.
  package func answers(to form: FormDefinition) -> [String] {
    form.widgets.flatMap { HostedWidgetRule.answers(to: $0.type.value, $0.id.value) }
  }

  /// A form that only posts itself, or that ends the journey in the app, may do nothing.
  package func needsRules(_ form: FormDefinition) -> Bool { !form.widgets.allSatisfy { $0.type.value == "close" } }

  package func messagePlaces(on form: FormDefinition) -> [String] {
    let ids = form.widgets.map(\.id.value)
    return ids + answers(to: form).filter { !ids.contains($0) }
  }

  package func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    var screens: [HostedScreenRule] = []
    for definition in compiler.definition.screens { screens.append(compiler.hostedScreen(definition)) }
    compiler.addUnshownForms(to: &screens)
    var messages: [HostedMessageRule] = []
    for definition in compiler.definition.messages { messages.append(compiler.hostedMessage(definition)) }
    let branding = compiler.definition.branding
    let dialogue = HostedDialogue(
      screens: screens, messages: messages, tellsPerson: compiler.definition.screens.contains { $0.own("context") != nil },
      site: Self.text("brandName", of: branding) ?? compiler.definition.name.value,
      copyright: Self.text("copyright", of: branding), required: compiler.names.messages["required"],
      invalid: compiler.names.messages["invalid"])
    let rules = screens.map { screen in
      ScreenRule(
        id: screen.id,
        forms: screen.forms.map { form in
          let places = form.widgets.map(\.id)
          let inner = form.widgets.flatMap { HostedWidgetRule.answers(to: $0.typeName, $0.id) }
          return ScreenForm(id: form.id, condition: form.condition, messagePlaces: places + inner.filter { !places.contains($0) })
        })
    }
    return CompiledSpeech(screens: rules, dialogue: dialogue)
  }

  private static func text(_ name: String, of branding: YAMLMapping?) -> String? {
    guard case .scalar(let scalar)? = branding?[name], !scalar.text.isEmpty else { return nil }
    return scalar.text
  }
}

extension MockSpeeches {
  /// Pages that a tenant has in addition to the dialect that it extends.
  public static let hosted = MockSpeeches([HostedMockSpeech()])
}
