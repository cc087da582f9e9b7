package import Diagnostics
package import JourneyLanguage
package import JourneyModel

/// One case of a scenario: what is walked once.
package struct ScenarioCase: Sendable, Hashable {
  package var scenario: Scenario
  /// Path without suffix, `#`, slug, then `[case=…]{axis=value,…}@app`, without the dialect's default app; stable and unique in a run.
  package var id: String
  /// The title with the row's and the cell's values.
  package var title: String
  /// The row's label, which is `${case}`; `nil` without rows.
  package var label: String?
  package var row: [TemplateValue.Member]
  /// The cell of the matrix, in the order of its axes.
  package var cell: [Value.Member]
  /// The tenant it names, by the cell or the scenario; `nil` for the default one.
  package var tenant: Located<String>?
  /// The app it behaves as, by the cell, the scenario or the caller; `nil` for the dialect's first.
  package var app: String?
  /// Why it is not run: the app that the caller asks for is none of those that the scenario is written for.
  package var skipped: String?
  /// The id of the scenario: what its cases have in common.
  package var group: String

  /// The title and what distinguishes this case from the others, e.g. `Wrong password [2] {locale: hu} @ios`.
  package var name: String
}

/// Makes cases of scenarios: rows and cells are crossed, apps that the caller asks for come on top.
package struct CaseExpansion: Sendable {
  /// How many cases one scenario may have.
  package static let maxCases = 10_000
  /// As many are counted.
  private static let most = 1_000_000

  /// The folder that ids leave out, e.g. `journeys`; empty for none.
  private let root: String
  /// The apps that the caller asks for; a scenario that names one app itself stays with it. Empty for none.
  private let apps: [String]
  /// The app that a case behaves as where nothing names one; its cases are the same whether the caller asks for it or not.
  private let defaultApp: String?

  package init(root: String, apps: [String] = [], defaultApp: String? = nil) {
    self.root = root
    self.apps = apps
    self.defaultApp = defaultApp
  }

  /// How many cases a scenario has, those counted that its matrix leaves out; a million means as many or more.
  package func count(of scenario: Scenario) -> Int {
    let axes = scenario.matrix?.axes.map(\.values.count) ?? []
    let rows = max(scenario.examples?.rows.count ?? 1, 1)
    return ([apps(for: scenario).count] + axes).reduce(rows) { min($0 * $1, Self.most) }
  }

  /// What is reported of a scenario with too many cases.
  package static func refusal(of count: Int, at range: SourceRange) -> Diagnostic {
    let number = count < most ? "\(count)" : "\(most) or more"
    return Diagnostic(.tooLarge, "the scenario has \(number) cases, at most \(maxCases) are allowed", at: range)
  }

  /// The cases in the order of rows, then cells, then apps; of a scenario that has too many, which is refused, only the first.
  package func cases(of scenario: Scenario) -> [ScenarioCase] {
    let group = Self.path(of: scenario.file.name, below: root) + "#" + scenario.id
    let rows: [Scenario.Row?] = scenario.examples.flatMap { $0.rows.isEmpty ? nil : $0.rows } ?? [nil]
    let cells = Self.cells(of: scenario.matrix)
    let apps = apps(for: scenario)
    var cases: [ScenarioCase] = []
    for row in rows {
      for cell in cells {
        for app in apps {
          guard cases.count < Self.maxCases else { return cases }
          let isDefault = app == scenario.apps.first?.value ?? defaultApp
          cases.append(Self.expanded(scenario, group: group, row: row, cell: cell, app: app, isDefault: isDefault))
        }
      }
    }
    return cases
  }

  /// The apps that each row and cell is walked as; `nil` is the scenario's own, or the dialect's first.
  private func apps(for scenario: Scenario) -> [String?] {
    let namesApp = !scenario.apps.isEmpty && !scenario.listsApps || scenario.matrix?.axes.contains { $0.name.value == "app" } == true
    return namesApp || apps.isEmpty ? [nil] : apps
  }

  private static func expanded(
    _ scenario: Scenario, group: String, row: Scenario.Row?, cell: [(axis: Located<String>, value: Located<String>)], app: String?,
    isDefault: Bool
  ) -> ScenarioCase {
    let suffix = isDefault ? nil : app
    let label = row.map(\.label)
    var id = group
    if let label { id += "[case=\(label)]" }
    if !cell.isEmpty { id += "{" + cell.map { "\($0.axis.value)=\($0.value.value)" }.joined(separator: ",") + "}" }
    if let suffix { id += "@\(suffix)" }
    let title = self.title(of: scenario, row: row, cell: cell)
    var name = title
    if let label { name += " [\(label)]" }
    if !cell.isEmpty { name += " {" + cell.map { "\($0.axis.value): \($0.value.value)" }.joined(separator: ", ") + "}" }
    if let suffix { name += " @\(suffix)" }
    let cellApp = cell.first { $0.axis.value == "app" }?.value.value
    return ScenarioCase(
      scenario: scenario, id: id, title: title, label: label, row: row?.values ?? [],
      cell: cell.map { Value.Member($0.axis.value, .text($0.value.value)) },
      tenant: cell.first { $0.axis.value == "tenant" }?.value ?? scenario.tenant, app: cellApp ?? app ?? scenario.apps.first?.value,
      skipped: app.flatMap { reasonToSkip(scenario, $0) }, group: group, name: name)
  }

  private static func reasonToSkip(_ scenario: Scenario, _ app: String) -> String? {
    let apps = scenario.apps.map(\.value)
    guard !apps.isEmpty, !apps.contains(app) else { return nil }
    return "it is written for the app\(apps.count == 1 ? "" : "s") \(apps.joined(separator: ", ")), not for \(app)"
  }

  /// The file's path below the root, without its suffix.
  static func path(of name: String, below root: String) -> String {
    var path = Substring(name)
    let prefix = root.isEmpty || root.hasSuffix("/") ? root : root + "/"
    if !prefix.isEmpty, path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
    for suffix in [".yaml", ".yml"] where path.hasSuffix(suffix) { return String(path.dropLast(suffix.count)) }
    return String(path)
  }

  /// All combinations but those left out; one empty cell without a matrix.
  static func cells(of matrix: Scenario.Matrix?) -> [[(axis: Located<String>, value: Located<String>)]] {
    var cells: [[(axis: Located<String>, value: Located<String>)]] = [[]]
    guard let matrix else { return cells }
    for axis in matrix.axes {
      guard cells.count * axis.values.count <= maxCases else { break }
      cells = cells.flatMap { cell in axis.values.map { cell + [(axis.name, $0)] } }
    }
    let exclusions = exclusions(of: matrix)
    guard !exclusions.isEmpty else { return cells }
    return cells.filter { cell in
      !exclusions.contains { axes, left in
        axes.allSatisfy(cell.indices.contains) && left.contains(axes.map { cell[$0].value.value })
      }
    }
  }

  /// The values that are left out, by the places of the axes that they are of: few axes are named in many ways.
  private static func exclusions(of matrix: Scenario.Matrix) -> [[Int]: Set<[String]>] {
    let places = Dictionary(zip(matrix.axes.map(\.name.value), matrix.axes.indices)) { first, _ in first }
    var exclusions: [[Int]: Set<[String]>] = [:]
    for exclusion in matrix.exclude {
      let named = exclusion.compactMap { name, value in places[name].map { (place: $0, value: value) } }.sorted { $0.place < $1.place }
      guard named.count == exclusion.count else { continue }
      exclusions[named.map(\.place), default: []].insert(named.map(\.value))
    }
    return exclusions
  }

  /// The title with everything bound; what has no constant value stays as it was written.
  private static func title(
    of scenario: Scenario, row: Scenario.Row?, cell: [(axis: Located<String>, value: Located<String>)]
  ) -> String {
    if let constant = scenario.title.constant { return constant }
    var title = ""
    for part in scenario.title.parts {
      switch part {
      case .literal(let text): title += text
      case .expression(let expression): title += text(of: expression, row: row, cell: cell) ?? "${\(expression.spelling)}"
      }
    }
    return title
  }

  private static func text(
    of expression: Expression, row: Scenario.Row?, cell: [(axis: Located<String>, value: Located<String>)]
  ) -> String? {
    guard case .reference(let reference) = expression else { return nil }
    if reference.name == "case" { return row?.label }
    if let found = cell.first(where: { $0.axis.value == reference.name }) { return found.value.value }
    var value = row?.values.first { $0.name.value == reference.name }?.value.constant
    for part in reference.path {
      switch part {
      case .member(let name): value = value?[name]
      case .index(let index): value = value?[index]
      }
    }
    switch value {
    case .text(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .list, .map, .secret: return nil
    case nil: return reference.fallback
    }
  }
}
