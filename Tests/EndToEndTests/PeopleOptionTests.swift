import JourneyTestSupport
import Testing

/// `--people` of `journey diff` and `journey outcomes`.
@Suite(.serialized) struct PeopleOptionTests {
  private static let project = "journeys/_docs/_workforce"
  private static let people = "\(project)/people.csv"

  private static func diff(_ more: String...) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(["diff", project, "--tenant", "workforce=workforce-next", "--seed", "7", "--people", people] + more)
  }

  /// Outcomes with a file of these people.
  private static func outcomes(_ people: String, _ more: String...) async throws -> BuiltCommand.Outcome {
    try await TemporaryFolder.with { folder in
      try folder.write(people, to: "people.csv")
      let path = "\(folder.path)/people.csv"
      var outcome = try await BuiltCommand.run(["outcomes", project, "--fail-on", "never", "--people", path] + more)
      outcome.error = outcome.error.replacing(path, with: "people.csv")
      return outcome
    }
  }

  @Test func `each change says how many people it happens to, as the page shows`() async throws {
    let outcome = try await Self.diff()
    #expect(outcome.code == 1)
    try DocumentedOutput.check(
      "```\n\(outcome.output)```\n", in: "HowManyPeople.md", between: "<!-- people -->\n", and: "<!-- end of people -->")
  }

  @Test func `reports have no number of fewer than five people`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("groups,factors,count\nContractors,email,3\nEmployees,email,997\n", to: "few.csv")
      let paths = ["md", "jsonl", "html"].map { "\(folder.path)/out.\($0)" }
      let outcome = try await BuiltCommand.run([
        "diff", Self.project, "--tenant", "workforce=workforce-next", "--people", "\(folder.path)/few.csv", "--markdown", paths[0],
        "--json",
        paths[1], "--html", paths[2],
      ])
      // Standard output is a file here, and no terminal.
      #expect(outcome.output.contains("count   fewer than 5 of 1,000 people"), "\(outcome.output)")
      for name in ["md", "jsonl", "html"] {
        let text = try folder.text(of: "out.\(name)")
        #expect(text.contains("fewer than 5 of 1,000 people") && !text.contains("3 of 1,000 people"), "\(name)")
      }
      #expect(try folder.text(of: "out.jsonl").contains("\"of\":1000,\"from\":1,\"to\":4,\"always\":0"))
    }
  }

  @Test(arguments: ["text", "markdown", "csv", "json"])
  func `each row of a table says how many people get it`(_ format: String) async throws {
    let outcome = try await BuiltCommand.run(
      "outcomes", Self.project, "--fail-on", "never", "--people", Self.people, "--client", "portal", "--format", format)
    #expect(outcome.code == 0, "\(outcome.error)")
    try expectGolden(outcome.output, "outcomes-people.\(["text": "txt", "markdown": "md"][format] ?? format)")
  }

  @Test func `without the column of groups, numbers are bounds`() async throws {
    let outcome = try await Self.outcomes("factors,count\nemail,10\n", "--client", "payroll", "--format", "csv")
    #expect(outcome.code == 0 && outcome.output.contains(",at most 10"), "\(outcome.output)")
  }

  @Test func `of a person by facts, only people with all of these are counted`() async throws {
    let people = "groups,count\nEmployees,9\nEmployees+Chess club,20\nContractors,40\n"
    let table = try await Self.outcomes(
      people, "--tenant", "workforce", "--client", "portal", "--who", "groups=Employees", "--format", "csv")
    #expect(table.code == 0 && table.output.contains(",\"9, ") && !table.output.contains("29"), "\(table.output)")
  }

  @Test(arguments: [
    ("groups,factor,count\nEmployees,otp,1\n", "people.csv:1:8: error: unknown column 'factor'", "did you mean 'factors'?"),
    ("groups,zones\nEmployees,office\n", "people.csv:1:8: error: 'zones' is a fact of situations", ""),
    ("login,groups\nada,Employees\n", "people.csv:1:1: error: the column 'login' looks as if it had names", "'journey people'"),
    ("groups,groups\nEmployees,Employees\n", "people.csv:1:8: error: two columns are called 'groups'", ""),
    ("count\n1\n", "people.csv:1:1: error: no column says who the people are", ""),
    ("groups,count\n", "people.csv:1:1: error: the file has no line below its first one", ""),
    ("", "'people.csv' is empty", ""),
    ("groups,count\nEmployees,-1\n", "people.csv:2:11: error: 'count' is a whole number from 1", ""),
    ("factors,count\n,0\n", "people.csv:2:2: error: 'count' is a whole number from 1", ""),
    ("groups,factors,count\nEmployees,otp,0\n", "people.csv:2:11: error: a line with the number 0 says which groups", ""),
    ("groups,count\nEmployees,9\nEmployees,0\n", "which the file may have left out", "make the file with '--tenant BEFORE=NEXT'"),
    ("groups;count\nEmployees;9\n", "people.csv:1:1: error: the first line has no ','", "separate cells by ','"),
    ("ada,bob\nEmployees,9\n", "people.csv:1:1: error: a column has a name that is not known; expected one of", ""),
    ("groups,factors\nEmployees,ada\n", "people.csv:2:11: error: the cell has a name that is not one of 'account.factors'", ""),
    ("groups\nada\nb\nc\nd\ne\n", "people.csv:2:1: error: nearly every line has a name in 'groups'", ""),
    ("groups,count\nEmployees,99999999999999999999\n", "people.csv:2:11: error: the number of people is too large", ""),
    (
      "groups,count\nEmployees,9223372036854775807\nEmployees,1\n", "people.csv:3:11: error: the sum of all numbers of people is too large",
      ""
    ),
    ("groups,factors\n\"Employees,otp\n", "people.csv:2:1: error: the quote that opens here is never closed", ""),
    ("groups,factors\nEmployees,otb\n", "people.csv:2:11: error: 'otb' is not a name of 'account.factors'", "did you mean 'otp'?"),
    ("groups,factors\nEmployees,otp++email\n", "people.csv:2:11: error: a name between two '+' is missing", ""),
    ("groups\nada@x.test\n", "people.csv:2:1: error: the cell looks as if it had an e-mail address", "'journey people'"),
    ("groups\n004912345678\n", "people.csv:2:1: error: the cell looks as if it had a telephone number", "'journey people'"),
    ("groups,count\nEmployees\n", "people.csv:2:1: error: the line has 1 cell, and the first line 2", ""),
    (
      "groups,count\nEmployees,9\nContractors+Employees,4\n", "people.csv:3:1: error: 'impossible' of the tenant rules such people out",
      "correct 'impossible', or the file"
    ),
  ])
  func `what is wrong with the file is an error at its place, without its lines`(text: String, message: String, advice: String) async throws
  {
    let outcome = try await Self.outcomes(text)
    #expect(outcome.code == 2 && outcome.output == "")
    #expect(outcome.error.contains(message) && outcome.error.contains(advice), "\(outcome.error)")
    for personal in ["ada", "4912345678", "99999"] { #expect(!outcome.error.contains(personal), "\(outcome.error)") }
  }

  @Test func `names of people in place of groups are refused`() async throws {
    let outcome = try await Self.outcomes("groups\n" + (0..<30).map { "Person \($0)\n" }.joined())
    #expect(
      outcome.code == 2 && outcome.error.contains("nearly every line has a name in 'groups' that no other line has"), "\(outcome.error)")
  }

  @Test func `a group of the rules that no one is in is named, with the nearest of the file`() async throws {
    let outcome = try await Self.outcomes("groups,count\nContracters,9\nEmployees+Chess club,9\n")
    #expect(outcome.code == 0)
    #expect(
      outcome.error.contains(
        """
        warning: no one in 'people.csv' is in the group 'Contractors', which rules read: is it spelled differently there? [nothing-found]
              the file has 'Contracters'
        """), "\(outcome.error)")
    #expect(!outcome.error.contains("Employees"))
  }

  @Test func `numbers are for tables and for mocks with rules`() async throws {
    #expect(try await BuiltCommand.run("outcomes", Self.project, "--weakest", "--people", Self.people).code == 64)
    let other = try await BuiltCommand.run("diff", "journeys", "--tenant", "acme=acme-next", "--people", Self.people, "--fail-on", "never")
    #expect(other.code == 2 && other.error.contains("no two tenants with rules are compared"), "\(other.error)")
  }
}
