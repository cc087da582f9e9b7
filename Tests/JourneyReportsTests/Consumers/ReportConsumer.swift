import JourneyReports
import JourneyTestSupport

/// A server or tool that reads JUnit XML, by the rules of its own reader.
protocol ReportConsumer: Sendable {
  var dialect: JUnitDialect { get }
  /// Whether it tells errors from failures.
  var tellsErrors: Bool { get }
  /// The elements that it takes for attempts of a case.
  var attempts: Set<String> { get }
  /// Whether it knows the file of a case.
  var showsPlaces: Bool { get }
  /// What it would show; throws `ConsumerRefusal` where it would show nothing or a wrong number.
  func cases(of root: XMLTree.Element) throws -> [ShownCase]
}

/// One case as a consumer shows it.
struct ShownCase: Hashable {
  enum Verdict: Hashable { case passed, failed, broken, skipped }

  /// The class or suite that it is listed under.
  var group: String
  var name: String
  var verdict: Verdict
  var message = ""
  var details = ""
  var file: String?
  var line: Int?
  var attempts = 0
}

/// Why a consumer would refuse a report or show nonsense.
struct ConsumerRefusal: Error, CustomStringConvertible {
  var description: String
}

extension ReportConsumer {
  var attempts: Set<String> { [] }
  var showsPlaces: Bool { false }

  func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw ConsumerRefusal(description: text()) }
  }

  func attribute(_ name: String, of element: XMLTree.Element) throws -> String {
    guard let value = element[name], !value.isEmpty else { throw ConsumerRefusal(description: "\(element.name) without '\(name)'") }
    return value
  }

  /// Suites of a root of either name, suites in them left out.
  func suites(of root: XMLTree.Element) -> [XMLTree.Element] { root.name == "testsuite" ? [root] : root.all("testsuite") }

  /// The case with its outcome, the first element of the given names that it has.
  func shown(_ found: XMLTree.Element, group: String, name: String, looking order: [String] = ["failure", "error", "skipped"]) -> ShownCase
  {
    var shown = ShownCase(group: group, name: name, verdict: .passed)
    shown.attempts = found.children.filter { attempts.contains($0.name) }.count
    guard let outcome = order.compactMap({ found.first($0) }).first else { return shown }
    shown.verdict = outcome.name == "skipped" ? .skipped : outcome.name == "error" && tellsErrors ? .broken : .failed
    shown.message = outcome["message"] ?? ""
    shown.details = outcome.text
    return shown
  }
}
