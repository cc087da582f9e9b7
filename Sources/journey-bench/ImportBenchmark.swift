import ArgumentParser
import FoundationEssentials
import SystemCalls

/// `journey-bench import`: the built command on the configuration of a made Okta org as large as a bank's.
struct ImportBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import a made Okta org as large as a bank's, and ask who is asked for what there.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("Keep the org and the project in this folder, which does not exist yet.", valueName: "folder"))
  var keep: String?

  func run() throws {
    let journey = try bench.journeyPath()
    let manager = FileManager.default
    let folder = keep ?? manager.temporaryDirectory.path() + "/journey-bench-\(UInt32.random(in: 0...UInt32.max))"
    if keep != nil, manager.fileExists(atPath: folder) { throw ValidationError("'\(folder)' is there already.") }
    defer {
      if keep == nil {
        do { try manager.removeItem(atPath: folder) } catch { StandardStream.error("'\(folder)' cannot be removed: \(error)\n") }
      }
    }
    try GeneratedOrg().write(to: folder + "/bank")
    try GeneratedOrg(isChanged: true).write(to: folder + "/bank-next")
    let journeys = folder + "/journeys"
    try manager.createDirectory(atPath: journeys, withIntermediateDirectories: true)
    try Self.tenants.write(toFile: journeys + "/tenants.yaml")
    _ = try MeasuredProcess.run(journey, ["import", "okta", folder + "/bank-next", "--as", "bank-next", "--into", journeys])
    var measurements = try take("import", journey, ["import", "okta", folder + "/bank", "--as", "bank", "--into", journeys], goal: 2000)
    let outcomes = ["outcomes", journeys, "--tenant", "bank", "--fail-on", "never"]
    measurements += try take("outcomes", journey, outcomes, goal: 3000)
    measurements += try take("client", journey, outcomes + ["--client", "app-0"], goal: 1000)
    // One rule differs, and with it what is asked for: 1, or 3 where open flags decide it.
    measurements += try take("diff", journey, ["diff", journeys, "--tenant", "bank=bank-next"], ends: [1, 3], goal: 3000)
    try Self.promise.write(toFile: journeys + "/promises.yaml")
    // 2: the rules of this bank do not let everybody in.
    measurements += try take("promise", journey, ["check", journeys, "--promises", "--tenant", "bank"], ends: [2], goal: 5000)
    MeasurementTable.print(measurements)
  }

  private static let promise = """
    promises:
      everybody-signs-in:
        says: everybody can sign in to every app
        tenants: [bank]
        always: can sign in

    """

  private static let tenants = """
    tenants:
      bank:
        dialect: okta-idx
        mock: _mock/bank/bank.yaml
        client: {id: app-0, redirect_uri: "https://app-0.bank.test/callback"}
      bank-next:
        dialect: okta-idx
        mock: _mock/bank-next/bank-next.yaml
        client: {id: app-0, redirect_uri: "https://app-0.bank-next.test/callback"}

    """

  /// - Parameters:
  ///   - ends: the exit codes of a call that did its work.
  ///   - goal: in milliseconds.
  private func take(
    _ name: String, _ journey: String, _ arguments: [String], ends: Set<Int32> = [0], goal: Int
  ) throws -> [Measurement] {
    let endings = try (0..<bench.runs).map { _ in try MeasuredProcess.run(journey, arguments, ends: ends) }
    return [
      Measurement("import/\(name)/wall", .milliseconds, endings.map(\.wall.inMilliseconds), goal: "< \(goal)"),
      Measurement("import/\(name)/cpu", .milliseconds, endings.map(\.usage.cpu.inMilliseconds)),
      Measurement(
        "import/\(name)/peak-memory", .megabytes, endings.map(\.usage.peakMegabytes), goal: name == "import" ? "< 200" : nil),
    ]
  }
}
