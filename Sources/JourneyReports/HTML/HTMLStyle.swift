import JourneyModel
import JourneyRunner
import ScreenPages

/// How a page looks, and what it may load: nothing but its own sheet, known by its digest.
struct HTMLStyle {
  private static let base: [UInt8] = Array("\n".utf8) + PackageResources.report_css + FigureStyle.sheet
  private static let maxTenants = 64
  private static let maxColours = 256

  /// The text of `report.css` and the sheet of figures, and the colours of the tenants that were walked.
  let sheet: [UInt8]

  /// - Parameter report: the run, whose first screen of each tenant says what colour the tenant has.
  init(_ report: Report) throws(ReportError) {
    var tenants: Set<String> = []
    var rules: [String] = []
    for reported in report.cases {
      guard tenants.count < Self.maxTenants else { break }
      guard let attempt = reported.attempts.first, !tenants.contains(reported.planned.tenant) else { continue }
      let colours = try ReportError.reading { () throws(EventLogError) in
        try report.firstScreen(of: attempt, in: reported)?.colours
      }
      tenants.insert(reported.planned.tenant)
      for colour in colours ?? [] where !rules.contains(colour.rule) && rules.count < Self.maxColours { rules.append(colour.rule) }
    }
    sheet = Self.base + Array(rules.joined().utf8)
  }

  /// The head of a page that looks like this.
  var head: PageHead { PageHead(sheet) }
}
