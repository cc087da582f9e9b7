import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

/// Makes a screen of a screen state, and collects where the server strayed from its protocol.
struct FlowMapping {
  let app: FlowAppProfile
  private var collected = Warnings()

  var warnings: [String] { collected.sentences }

  init(app: FlowAppProfile) {
    self.app = app
  }

  /// The screen as this app shows it; a state without forms becomes a screen without forms.
  mutating func screen(from state: FlowState) -> Screen {
    if state.screen == nil { warn("the response has forms but no 'screen'") }
    var screen = Screen(id: ScreenID(state.screen ?? ""))
    let forms = state.forms ?? []
    screen.forms.reserveCapacity(forms.count)
    screen.layout = state.layout.map(layout)
    let places = screen.layout.map { Set($0.places) }
    for form in forms { screen.forms.append(self.form(form, places)) }
    screen.messages = messages(state.messages ?? [], forms: forms)
    screen.branding = branding(state.branding ?? [])
    screen.pageText = state.otherTexts.joined(separator: "\n")
    if let hosted = state.hostedURL { screen.facts = [Fact("hostedUrl", .text(hosted), isVolatile: true)] }
    return screen
  }

  mutating func warn(_ sentence: String) { collected.add(sentence) }

  /// Every app draws by the layout if there is one, so that what it leaves out is not seen.
  private mutating func form(_ form: FlowForm, _ places: Set<PlacedWidgetID>?) -> Form {
    var widgets: [Widget] = []
    widgets.reserveCapacity(form.widgets.count)
    for wire in form.widgets {
      if wire.id.isEmpty { warn("a widget of type '\(wire.type)' in form '\(form.id)' has no 'id'") }
      var widget = self.widget(wire)
      widget.isVisible = places?.contains(PlacedWidgetID(form: FormID(form.id), widget: widget.id)) ?? true
      widgets.append(widget)
    }
    let isAsked = widgets.contains { $0.kind.takesAnswer }
    return Form(id: FormID(form.id), kind: isAsked ? .input : .action, widgets: widgets)
  }

  private func layout(_ layout: FlowLayout) -> Layout {
    switch layout {
    case .vertical(let items): .vertical(items.map(self.layout))
    case .horizontal(let items): .horizontal(items.map(self.layout))
    case .widget(let form, let widget): .widget(PlacedWidgetID(form: FormID(form), widget: WidgetID(widget)))
    case .unknown(let json): .unknown(Value(json))
    }
  }

  /// The look of the tenant; one of two spellings that are in use becomes the other.
  private func branding(_ members: [JSONValue.Member]) -> [Value.Member] {
    members.filter { !$0.value.isNull }.map { member in
      Value.Member(member.name == "siteTermsUrl" ? "siteTermUrl" : member.name, Value(member.value))
    }
  }
}
