public import JourneyKit
import Synchronization
public import Testing

/// Gives each test a world of a mock tenant of its own, in this process: nothing that a test does is seen by another.
///
/// Inside of the test, ``JourneyKit/MockWorld/ofTest`` is that world. Of a suite's trait every test and every argument has one.
public struct MockWorldTrait: TestTrait, SuiteTrait, TestScoping {
  private let tenant: LoadedTenant
  private let settings: ServedMock.Settings

  init(tenant: String, project: String, settings: ServedMock.Settings) {
    self.tenant = LoadedTenant(name: tenant, project: project)
    self.settings = settings
  }

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let world = try tenant.mock().world(settings)
    try await MockWorld.$current.withValue(world) { try await function() }
  }
}

extension Trait where Self == MockWorldTrait {
  /// A world of its own for each test.
  ///
  /// - Parameters:
  ///   - tenant: the name of a mock tenant in the project's tenants.yaml.
  ///   - project: the folder of tenants.yaml, from the folder that the tests are run in.
  ///   - seed: makes codes, tokens and ids the same in every run; `nil` for ones that cannot be guessed.
  public static func mockWorld(of tenant: String, project: String = "journeys", seed: UInt64? = nil) -> Self {
    var settings = ServedMock.Settings()
    settings.seed = seed
    return MockWorldTrait(tenant: tenant, project: project, settings: settings)
  }

  /// A world of its own for each test.
  ///
  /// - Parameter settings: of which faults, latency, seed and clock count.
  public static func mockWorld(of tenant: String, project: String = "journeys", _ settings: ServedMock.Settings) -> Self {
    MockWorldTrait(tenant: tenant, project: project, settings: settings)
  }
}

extension MockWorld {
  @TaskLocal fileprivate static var current: MockWorld?

  /// The world that the trait `mockWorld` gave to the test that runs.
  ///
  /// Throws outside of a test with that trait.
  public static var ofTest: MockWorld {
    get throws {
      guard let current else { throw NoWorldOfTest() }
      return current
    }
  }
}

/// The test has no trait that gives it a world.
public struct NoWorldOfTest: Error, CustomStringConvertible {
  public var description: String { "this test has no world: give it or its suite the trait .mockWorld(of: \"…\")" }
}

/// A tenant that is read once, when the first test needs it.
///
/// A class with a lock: tests that run at once share their trait.
private final class LoadedTenant: Sendable {
  private let name: String
  private let project: String
  private let loaded = Mutex<ServedMock?>(nil)

  init(name: String, project: String) {
    self.name = name
    self.project = project
  }

  func mock() throws -> ServedMock {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      var settings = RunSettings()
      settings.paths = [project]
      let mock = try ServedMock(tenant: name, settings)
      loaded = mock
      return mock
    }
  }
}
