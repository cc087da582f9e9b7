internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML
internal import ModelCoding

/// Reads `examples` and `matrix`: what makes several cases of one scenario.
///
/// Of each list and file no more rows are read than show that there are too many.
struct ExamplesDecoder: PartDecoder {
  private static let maxRows = CaseExpansion.maxCases + 1

  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()
  private let files: any ScenarioFiles

  init(files: any ScenarioFiles) { self.files = files }

  mutating func examples(_ node: YAMLNode, indistinguishable: Bool) -> Scenario.Examples? {
    var rows: [Scenario.Row] = []
    switch node {
    case .scalar: reportType("examples", "a list of maps, {csv: file} or {json: file}", node)
    case .sequence(let sequence): rows = self.rows(sequence)
    case .mapping(let mapping): rows = self.rows(mapping)
    }
    if rows.count > CaseExpansion.maxCases {
      let most = CaseExpansion.maxCases
      report(.tooLarge, "'examples' has more than \(most) rows, and a scenario has at most \(most) cases", at: rows[most].range)
      rows.removeSubrange(most...)
    }
    var labels: [String: SourceRange] = [:]
    for row in rows {
      if let first = labels[row.label] {
        report(.duplicateName, "two examples are called '\(row.label)'", at: row.range, notes: [.init("the first one", at: first)])
      }
      labels[row.label] = row.range
    }
    return rows.isEmpty && !indistinguishable ? nil : Scenario.Examples(rows: rows, indistinguishable: indistinguishable)
  }

  private mutating func rows(_ sequence: YAMLSequence) -> [Scenario.Row] {
    if sequence.items.isEmpty { report(.emptyValue, "'examples' is an empty list, expected at least one row", at: sequence.range) }
    var rows: [Scenario.Row] = []
    for (index, item) in sequence.items.prefix(Self.maxRows).enumerated() {
      guard let mapping = map(item, key: "examples", wanted: "a list of maps, one for each row") else { continue }
      let values = members(mapping.entries)
      if let row = row(values, number: index + 1, at: mapping.entries.first?.key.range ?? mapping.range) { rows.append(row) }
    }
    return rows
  }

  /// A row whose label is its `case`, else its number.
  private mutating func row(_ values: [TemplateValue.Member], number: Int, at range: SourceRange) -> Scenario.Row? {
    var label = String(number)
    var rest: [TemplateValue.Member] = []
    for member in values {
      guard member.name.value == "case" else {
        checkVariableName(member.name)
        rest.append(member)
        continue
      }
      guard case .constant(let value, _) = member.value, let text = Self.label(value) else {
        report(.wrongType, "'case' takes a text without variables", at: member.value.range)
        continue
      }
      label = text
    }
    return Scenario.Row(label: label, values: rest, range: range)
  }

  private static func label(_ value: Value) -> String? {
    switch value {
    case .text(let text), .number(let text): text.isEmpty ? nil : text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .list, .map, .secret: nil
    }
  }

  private mutating func rows(_ mapping: YAMLMapping) -> [Scenario.Row] {
    var rows: [Scenario.Row] = []
    for entry in mapping.entries {
      switch ExamplesKey(rawValue: entry.key.value) {
      case .csv: rows += file(entry.value, key: "csv").map { csvRows($0) } ?? []
      case .json: rows += file(entry.value, key: "json").map { jsonRows($0) } ?? []
      case nil where entry.key.value == ScenarioKey.indistinguishable.rawValue:
        report(.misplacedKey, "'indistinguishable' goes next to 'examples', not in it", at: entry.key.range)
      case nil:
        report(
          .wrongType, "'examples' is a list of rows, or {csv: file} or {json: file}, found a map with '\(entry.key.value)'",
          at: entry.key.range, suggestion: "begin the row with a dash: '- \(entry.key.value): …'")
      }
    }
    return rows
  }

  /// The text of a file that a key names.
  private mutating func file(_ node: YAMLNode, key: String) -> SourceFile? {
    guard let path = name(node, key: key, wanted: "a file's path") else { return nil }
    do throws(ScenarioFileError) {
      let name = try files.name(of: path.value, relativeTo: path.range.file.name)
      let bytes = try files.bytes(of: name)
      let file = SourceFile(name: name, text: String(decoding: bytes, as: UTF8.self))
      if String(validating: bytes, as: UTF8.self) == nil {
        report(.badEncoding, "the file is not UTF-8", at: file.start, suggestion: "save it as UTF-8")
        return nil
      }
      return file
    } catch {
      report(
        .unreadableFile, "the file '\(path.value)' cannot be read: \(error.reason)", at: path.range,
        suggestion: error.nearest.map(ClosestMatch.suggestion))
      return nil
    }
  }
}

/// Rows of files.
extension ExamplesDecoder {
  private mutating func csvRows(_ file: SourceFile) -> [Scenario.Row] {
    var reader = CSVReader(file)
    let records = reader.records(atMost: Self.maxRows + 1)
    diagnostics += reader.diagnostics
    guard let header = records.first else {
      if reader.diagnostics.isEmpty { report(.badExamples, "the file is empty; its first line names the variables", at: file.start) }
      return []
    }
    var columns: Set<String> = []
    for cell in header where !columns.insert(cell.text).inserted {
      report(.badExamples, "two columns are called '\(cell.text)'", at: cell.range)
    }
    if records.count == 1 { report(.badExamples, "the file has no rows below its first line", at: header.first?.range ?? file.start) }
    var rows: [Scenario.Row] = []
    for (index, record) in records.dropFirst().enumerated() {
      guard record.count == header.count else {
        let counts = "\(record.count) cell\(record.count == 1 ? "" : "s"), the first line has \(header.count)"
        report(.badExamples, "the row has \(counts)", at: record.first?.range ?? file.start)
        continue
      }
      let values = zip(header, record).map { name, cell in
        TemplateValue.Member(name: Located(name.text, at: name.range), value: value(cell.text, at: cell.range))
      }
      if let row = row(values, number: index + 1, at: record.first?.range ?? file.start) { rows.append(row) }
    }
    return rows
  }

  private mutating func value(_ text: String, at range: SourceRange) -> TemplateValue {
    let template = Template.parse(text, range: range, diagnostics: &diagnostics)
    return template.constant.map { .constant(.text($0), range) } ?? .text(template)
  }

  private mutating func jsonRows(_ file: SourceFile) -> [Scenario.Row] {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(file.text, counts: .usual)
    } catch {
      let position = file.position(atUTF8Offset: error.offset)
      report(.badExamples, "the file is not JSON: \(error.reason.text)", at: SourceRange(file: file, start: position, end: position))
      return []
    }
    guard case .array(let elements) = json, !elements.isEmpty else {
      report(.badExamples, "the file is a list of objects, one for each row", at: file.start)
      return []
    }
    var rows: [Scenario.Row] = []
    for (index, element) in elements.prefix(Self.maxRows).enumerated() {
      guard case .object(let members) = element else {
        report(.badExamples, "row \(index + 1) is not an object", at: file.start)
        continue
      }
      var names: Set<String> = []
      for member in members where !names.insert(member.name).inserted {
        report(.badExamples, "row \(index + 1) has '\(member.name)' twice", at: file.start)
      }
      let values = members.map { TemplateValue.Member(name: Located($0.name, at: file.start), value: value($0.value, in: file)) }
      if let row = row(values, number: index + 1, at: file.start) { rows.append(row) }
    }
    return rows
  }

  private mutating func value(_ json: JSONValue, in file: SourceFile) -> TemplateValue {
    switch json {
    case .null, .bool, .number: .constant(Value(json), file.start)
    case .string(let text): value(text, at: file.start)
    case .array(let elements): .list(elements.map { value($0, in: file) }, file.start)
    case .object(let members):
      .map(members.map { TemplateValue.Member(name: Located($0.name, at: file.start), value: value($0.value, in: file)) }, file.start)
    }
  }
}

/// `matrix`.
extension ExamplesDecoder {
  mutating func matrix(_ node: YAMLNode) -> Scenario.Matrix? {
    guard let mapping = map(node, key: "matrix", wanted: "a map of lists") else { return nil }
    var axes: [Scenario.Matrix.Axis] = []
    var exclusions: YAMLNode?
    for entry in mapping.entries {
      if entry.key.value == "exclude" {
        exclusions = entry.value
        continue
      }
      if entry.key.value != "app", entry.key.value != "tenant" { checkVariableName(entry.key) }
      let values = axisValues(entry)
      if !values.isEmpty { axes.append(Scenario.Matrix.Axis(name: entry.key, values: values)) }
    }
    let exclude = exclusions.map { self.exclusions($0, axes) } ?? []
    guard !axes.isEmpty else {
      if mapping.entries.allSatisfy({ $0.key.value == "exclude" }) {
        report(.emptyValue, "'matrix' has no lists to combine, expected a map of lists", at: mapping.range)
      }
      return nil
    }
    let matrix = Scenario.Matrix(axes: axes, exclude: exclude)
    if let exclusions, !exclude.isEmpty, CaseExpansion.cells(of: matrix).isEmpty {
      report(.emptyValue, "'exclude' leaves no combination, so nothing would be run", at: exclusions.range)
    }
    return matrix
  }

  private mutating func axisValues(_ entry: YAMLMapping.Entry) -> [Located<String>] {
    let key = entry.key.value
    guard case .sequence(let sequence) = entry.value else {
      reportType(key, "a list of values", entry.value, suggestion: entry.value.scalar.map { "write '\(key): [\($0.text)]'" })
      return []
    }
    guard !sequence.items.isEmpty else {
      report(.emptyValue, "'\(key)' has no values, so there would be no case to run", at: sequence.range)
      return []
    }
    var values: [Located<String>] = []
    var known: Set<String> = []
    for value in names(entry.value, key: key, wanted: "a list of values") {
      if !known.insert(value.value).inserted {
        report(.duplicateName, "'\(value.value)' is listed twice in '\(key)'", at: value.range)
      } else {
        values.append(value)
      }
    }
    return values
  }

  private mutating func exclusions(_ node: YAMLNode, _ axes: [Scenario.Matrix.Axis]) -> [[String: String]] {
    guard case .sequence(let sequence) = node else {
      reportType("exclude", "a list of maps", node)
      return []
    }
    let most = Scenario.Matrix.maxExclusions
    guard sequence.items.count <= most else {
      report(.tooLarge, "'exclude' has \(sequence.items.count) entries, at most \(most) are allowed", at: sequence.range)
      return []
    }
    let known = axes.map { Set($0.values.map(\.value)) }
    var exclusions: [[String: String]] = []
    for item in sequence.items {
      guard let mapping = map(item, key: "exclude", wanted: "a list of maps") else { continue }
      var exclusion: [String: String] = [:]
      for entry in mapping.entries {
        guard let axis = axes.firstIndex(where: { $0.name.value == entry.key.value }) else {
          reportUnknown(entry.key, among: axes.map(\.name.value), in: "in 'exclude'")
          continue
        }
        guard let scalar = textScalar(entry.value, key: entry.key.value, wanted: "one of the axis' values") else { continue }
        if !known[axis].contains(scalar.text) { reportWord(scalar, key: entry.key.value, among: axes[axis].values.map(\.value)) }
        exclusion[entry.key.value] = scalar.text
      }
      if !exclusion.isEmpty { exclusions.append(exclusion) }
    }
    return exclusions
  }
}
