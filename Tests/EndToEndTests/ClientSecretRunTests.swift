import JourneyTestSupport
import Testing

/// The shipped journeys of a confidential client, as whoever has its secret runs them and as everybody else does.
struct ClientSecretRunTests {
  private static let journeys = ["run", "journeys/okta/sign-in.yaml", "--seed", "7"]

  @Test(arguments: [[:], ["CASCADE_CLIENT_SECRET": "cascade-portal-4711"]])
  func `the journeys of Cascade pass with the client's secret`(environment: [String: String]) async throws {
    let outcome = try await BuiltCommand.run(Self.journeys, environment: environment)
    #expect(outcome.code == 0, "\(outcome.output)")
  }

  @Test
  func `no journey of Cascade passes with another secret `() async throws {
    let outcome = try await BuiltCommand.run(Self.journeys, environment: ["CASCADE_CLIENT_SECRET": "wrong"])
    #expect([1, 3].contains(outcome.code))
    #expect(!outcome.output.contains("\npassed"), "\(outcome.output)")
    #expect(outcome.output.contains("invalid_client"))
  }
}
