import JourneyMock
import JourneyModel

extension HostedDialogue {
  /// The page that represents another site's.
  static func awayOutline(_ name: String) -> ScreenOutline {
    let widgets = [
      ScreenOutline.WidgetOutline(id: WidgetID(HostedFormRule.personName), type: "text"),
      ScreenOutline.WidgetOutline(id: "continue", type: "submit"),
    ]
    return ScreenOutline(
      id: ScreenID("away", qualifiers: [name]).text,
      forms: [
        ScreenOutline.FormOutline(id: "return", widgets: widgets),
        ScreenOutline.FormOutline(id: "cancel", widgets: [ScreenOutline.WidgetOutline(id: "submit", type: "submit")]),
      ])
  }
}
