import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// The flags with which `check` holds tenants to what they promise.
struct PromiseFlags: ParsableArguments {
  @Flag(help: "Check the promises of promises.yaml on every path of the mocks.")
  var promises = false

  @Option(help: ArgumentHelp("With --promises: check the walks of this event log as well.", valueName: "log"))
  var from: String?

  @Option(help: ArgumentHelp("With --promises: write a scenario for each path that breaks one into this folder.", valueName: "folder"))
  var ways: String?

  func validate() throws {
    guard !promises else { return }
    if from != nil { throw ValidationError("--from needs --promises.") }
    if ways != nil { throw ValidationError("--ways needs --promises.") }
  }

  /// The project's promises; held to every way where that is asked for, else only read.
  func judged(_ run: JourneyRun) async throws -> PromiseCheck {
    var check = PromiseCheck(run)
    guard promises else { return check }
    guard check.file != nil else {
      Console.error("error: no promises.yaml next to tenants.yaml\n")
      throw ExitCode(RunExitCode.filesRefused)
    }
    await check.judge(hasLog: from != nil)
    guard let from else { return check }
    do throws(EventLogError) { try check.judge(log: from) } catch {
      Console.error("error: the event log cannot be read: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
    return check
  }

  /// What was found, a line for each promise and tenant; a hint where nothing was looked at.
  func text(of check: PromiseCheck) -> String {
    guard let file = check.file else { return "" }
    guard !check.isEmpty else { return promises && !check.isRefused ? "\(file) promises nothing\n" : "" }
    let number = check.promiseCount == 1 ? "1 promise" : "\(check.promiseCount) promises"
    guard promises else { return "\(number) in \(file) \(check.promiseCount == 1 ? "was" : "were") not checked; add --promises\n" }
    let widths = (check.judged.map(\.tenant.count).max() ?? 0, check.judged.map(\.promise.count).max() ?? 0)
    let lines = check.judged.map { one in
      let cells = [padded(one.verdict.rawValue, 9), padded(one.tenant, widths.0), padded(one.promise, widths.1), one.note]
      return HarmlessText.line(cells.joined(separator: "  ")) + "\n"
    }
    let counts = JudgedPromise.Verdict.allCases.map { "\(check.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    return lines.joined() + "promises: \(counts)\n"
  }

  private func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }

  /// Writes the scenarios; `false` if one could not be written.
  func write(_ scenarios: [(name: String, text: String)]) -> Bool {
    guard let ways else { return true }
    var isWritten = true
    for scenario in scenarios {
      do throws(ReportError) { try ReportFile.write(scenario.text, to: "\(ways)/\(scenario.name)") } catch {
        Console.error("error: \(error)\n")
        isWritten = false
      }
    }
    return isWritten
  }
}
