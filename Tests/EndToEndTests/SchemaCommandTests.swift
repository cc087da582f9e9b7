import Encodings
import JourneyTestSupport
import Testing

struct SchemaCommandTests {
  @Test(arguments: [[], ["scenario"], ["fragment"], ["folder"], ["tenants"], ["promises"]])
  func `a schema is printed whole`(arguments: [String]) async throws {
    let printed = try await BuiltCommand.run(["schema"] + arguments)
    #expect(printed.code == 0 && printed.error == "", "\(printed)")
    let schema = try JSONReader.read(Array(printed.output.utf8))
    #expect(schema["$schema"]?.stringValue == "http://json-schema.org/draft-07/schema#")
    #expect(schema["additionalProperties"] == false)
  }

  @Test func `there is no schema of anything else`() async throws {
    let refused = try await BuiltCommand.run("schema", "report")
    #expect(refused.code == 64)
    #expect(refused.error.contains("fragment"))
  }
}
