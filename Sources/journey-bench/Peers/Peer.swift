import FoundationEssentials

/// A program that walks the same journey against the same server.
enum Peer: String, CaseIterable {
  case journey, k6
  case robot = "robot-framework"
  case tavern

  /// What a walk needs to know.
  struct Task {
    var project: GeneratedProject
    var shape: GeneratedProject.Shape
    var scenarios: Int
    var jobs: Int
    /// Where the mock is served.
    var address: String
    /// Another for each run, so that no world is used twice.
    var run: Int
    /// Where the peers' own files are.
    var files: String
    /// The virtual environment that has them; their programs are in its folder `bin`.
    var environment: String
    /// The built command.
    var journey: String
  }

  /// Whether it walks this at all: Robot Framework and Tavern walk one journey at a time, and the shorter one is enough to tell.
  func walks(_ shape: GeneratedProject.Shape, jobs: Int) -> Bool {
    switch self {
    case .journey, .k6: true
    case .robot, .tavern: shape == .signIn && jobs == 1
    }
  }

  /// The program and its arguments; writes the files that it needs in addition into the project.
  func command(_ task: Task) throws -> [String] {
    let junit = "\(task.project.folder)/\(rawValue).xml"
    switch self {
    case .journey:
      return [
        task.journey, "run", task.project.journeys, "--jobs", String(task.jobs), "--seed", String(task.run), "--mock-at", task.address,
        "--junit",
        junit, "--quiet",
      ]
    case .k6:
      let values = [
        "ADDRESS": task.address, "VISITS": task.shape == .long ? "10" : "0", "JOBS": String(task.jobs), "SCENARIOS": String(task.scenarios),
        "RUN": String(task.run), "PASSWORD": Self.password, "JUNIT": junit,
      ]
      return [program("k6", task), "run", "--quiet", "--no-usage-report"] + values.flatMap { ["-e", "\($0)=\($1)"] } + [
        "\(task.files)/k6.js"
      ]
    case .robot:
      let cases = (1...task.scenarios).map { "Sign in \($0)\n    Sign In\n" }.joined()
      let head = "*** Settings ***\nResource    \(task.files)/sign-in.resource\nSuite Setup    Open The Tenant\n\n*** Test Cases ***\n"
      let suite = try write(head + cases, "sign-in.robot", task)
      return [
        program("robot", task), "--variable", "ADDRESS:\(task.address)", "--variable", "PASSWORD:\(Self.password)", "--variable",
        "PEERS:\(task.files)", "--xunit", junit, "--outputdir", task.project.folder, suite,
      ]
    case .tavern:
      let text = try String(contentsOfFile: "\(task.files)/sign-in.tavern.yaml", encoding: .utf8)
      let numbers = (1...task.scenarios).map(String.init).joined(separator: ", ")
      let filled = text.replacing("NUMBERS", with: numbers).replacing("ADDRESS", with: task.address).replacing(
        "PASSWORD", with: Self.password)
      let suite = try write(filled, "test_sign_in.tavern.yaml", task)
      return [program("pytest", task), "-q", "-p", "no:cacheprovider", "-o", "pythonpath=\(task.files)", "--junitxml=\(junit)", suite]
    }
  }

  /// Jane's, as fixtures/tenants/acme.yaml has it.
  private static let password = "Jane-horse-11"

  private func program(_ name: String, _ task: Task) -> String { "\(task.environment)/bin/\(name)" }

  private func write(_ text: String, _ name: String, _ task: Task) throws -> String {
    let path = "\(task.project.folder)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }
}

extension GeneratedProject.Shape {
  /// The requests of one journey: authorize, init, the forms, the end and the tokens.
  var requests: Int {
    switch self {
    case .signIn: 6
    case .long: 26
    }
  }
}
