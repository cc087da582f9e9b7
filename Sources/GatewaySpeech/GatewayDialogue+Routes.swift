import HostedSpeech
import JourneyMock

extension GatewayDialogue {
  /// The page at a path; literal paths come before those with a token. `nil` for a path that no screen has.
  func route(to path: String) -> GatewayRoute? {
    route(path, among: screens.indices.map { ($0, screens[$0].path) })
  }

  /// The form that is posted to a path: its screens, and its id.
  func form(at path: String) -> (route: GatewayRoute, ids: Set<String>)? {
    var places: [(Int, PathPattern)] = []
    for (place, screen) in screens.enumerated() { for form in screen.page.forms { places.append((place, screen.action(of: form.id))) } }
    guard let route = route(path, among: places) else { return nil }
    let forms = route.screens.flatMap { place in
      screens[place].page.forms.map(\.id).filter { screens[place].action(of: $0).match(path) != nil }
    }
    return (route, Set(forms))
  }

  private func route(_ path: String, among places: [(screen: Int, pattern: PathPattern)]) -> GatewayRoute? {
    let fitting = places.filter { $0.pattern.match(path) != nil }
    guard let first = fitting.first(where: { !$0.pattern.hasToken }) ?? fitting.first else { return nil }
    let same = fitting.filter { $0.pattern == first.pattern }
    let token = first.pattern.match(path)?.token
    return GatewayRoute(
      screens: same.map(\.screen).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, word: first.pattern.word,
      token: token.map { bare($0) })
  }

  /// A link's token without the mark of an app.
  private func bare(_ token: String) -> String {
    let prefix = clients.map(\.linkPrefix).first { !$0.isEmpty && token.hasPrefix($0) }
    return prefix.map { String(token.dropFirst($0.count)) } ?? token
  }
}
