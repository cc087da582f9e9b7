import FoundationEssentials

/// A project in a separate folder: the shipped tenants, and as many scenarios as a measurement needs.
struct GeneratedProject {
  /// What a scenario does.
  enum Shape: String, CaseIterable {
    /// Two screens and the tokens: most of the work is the protocol's own, around the screens.
    case signIn = "sign-in"
    /// Twenty-two screens and the tokens: most of the work is screens.
    case long
  }

  /// Absolute.
  let folder: String

  /// Where its scenarios are.
  var journeys: String { folder + "/journeys" }

  /// Makes a project, passes it on and always removes it.
  ///
  /// - Parameters:
  ///   - package: the folder that holds fixtures/tenants.
  ///   - perFile: how many scenarios are in one file.
  static func with<Outcome>(
    _ shape: Shape, scenarios: Int, perFile: Int, package: String, _ body: (GeneratedProject) async throws -> Outcome
  ) async throws -> Outcome {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.path() + "/journey-bench-\(UInt32.random(in: 0...UInt32.max))"
    defer {
      do { try manager.removeItem(atPath: folder) } catch { StandardStream.error("'\(folder)' cannot be removed: \(error)\n") }
    }
    let project = GeneratedProject(folder: folder)
    try project.copyTenants(from: package + "/fixtures/tenants")
    try project.write(shape, scenarios: scenarios, perFile: perFile)
    return try await body(project)
  }

  private func copyTenants(from source: String) throws {
    let tenants = folder + "/fixtures/tenants"
    try FileManager.default.createDirectory(atPath: tenants, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: source + "/" + name, toPath: tenants + "/" + name)
    }
  }

  private func write(_ shape: Shape, scenarios: Int, perFile: Int) throws {
    try FileManager.default.createDirectory(atPath: journeys, withIntermediateDirectories: true)
    try Self.tenants.write(toFile: journeys + "/tenants.yaml")
    for file in 0..<(scenarios + perFile - 1) / perFile {
      let numbers = file * perFile..<min((file + 1) * perFile, scenarios)
      let text = numbers.map { Self.scenario(shape, number: $0) }.joined(separator: "---\n")
      // A folder holds a hundred files, as a project of this size would be sorted.
      let subfolder = journeys + "/part-\(file / 100)"
      if file.isMultiple(of: 100) { try FileManager.default.createDirectory(atPath: subfolder, withIntermediateDirectories: true) }
      try text.write(toFile: subfolder + "/scenario-\(file).yaml")
    }
  }

  private static let tenants = """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        mock: ../fixtures/tenants/acme.yaml
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile, email]}

    """

  private static func scenario(_ shape: Shape, number: Int) -> String {
    let head = """
      journey: Sign in, for the \(number). time
      description: One of many scenarios that a measurement reads and walks.
      account: jane
      tags: [measured, sign-in, part-\(number % 10)]
      vars: {visit: "\(number)"}

      steps:

      """
    return head + body(shape) + end
  }

  private static func body(_ shape: Shape) -> String {
    switch shape {
    case .signIn: identification + password
    case .long: String(repeating: identification + back, count: 10) + identification + password
    }
  }

  private static let identification = """
      - screen: identification
        widgets:
          identifier: {type: input, label: Email address, required: true}
        answers:
          identifier: ${account.email}

    """
  private static let back = """
      - screen: password
        press: reset

    """
  private static let password = """
      - screen: password
        widgets:
          password: {type: password, label: Password}
        answers:
          password: ${account.password}

    """
  private static let end = """
      - finish:
        claims: {email: "${account.email}", given_name: Jane}

    """
}

extension String {
  func write(toFile path: String) throws {
    try Data(utf8).write(to: URL(filePath: path))
  }
}
