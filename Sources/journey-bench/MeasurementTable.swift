/// Prints measurements: JSON for programs at once, and a table for people in columns that fit.
enum MeasurementTable {
  /// Prints both.
  static func print(_ measurements: [Measurement]) {
    for measurement in measurements { StandardStream.output(measurement.json + "\n") }
    StandardStream.error(text(measurements))
  }

  private static func text(_ measurements: [Measurement]) -> String {
    let head = ["", "median", "min", "max", "unit", "goal"]
    let rows = [head] + measurements.map(row)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { line($0, widths) }.joined()
  }

  private static func row(_ measurement: Measurement) -> [String] {
    [
      measurement.name, Measurement.text(measurement.median), Measurement.text(measurement.minimum),
      Measurement.text(measurement.maximum), measurement.unit.rawValue, measurement.goal ?? "",
    ]
  }

  /// Texts to the left, numbers to the right.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      line += (1...3).contains(column) ? padding + cell + "  " : cell + padding + "  "
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
