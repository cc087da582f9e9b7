import JourneyTestSupport
import Testing

/// Numbers of people that are made of reports of a directory.
struct PeopleCommandTests {
  private static func people(_ reports: [String: String], _ arguments: String...) async throws -> BuiltCommand.Outcome {
    try await TemporaryFolder.with { folder in
      for (name, text) in reports { try folder.write(text, to: name) }
      return try await BuiltCommand.run(["people"] + reports.keys.sorted() + arguments, in: folder.path)
    }
  }

  private static let users = "Login;Groups\nada@x.test;Staff, EMEA|Admins\nben@x.test;Staff, EMEA\ncyd@x.test;\n"

  @Test func `people who have the same are one line, and columns are found by their names`() async throws {
    let made = try await Self.people(["users.csv": Self.users], "--separator", "|")
    #expect(made.code == 0)
    #expect(made.output == "groups,count\n,1\n\"Admins+Staff, EMEA\",1\n\"Staff, EMEA\",1\n")
    #expect(
      made.error == """
        note: guessed users.csv: --person 'Login'
        note: guessed users.csv: --groups 'Groups'
        note: 3 people in 3 lines, 3 of them about fewer than 5 people

        """)
  }

  @Test func `reports with a line for each person and group are joined, in any order of their lines`() async throws {
    let groups = ["ada,A+B", "ada,C", "ben,C", "eve,C"]
    let factors = ["ADA,Okta Verify", "ben,Okta Verify", "ben,SMS", "zoe,SMS"]
    for lines in [(groups, factors), (groups.reversed(), factors.reversed())] {
      let reports = [
        "a.csv": "user,group\n" + lines.0.joined(separator: "\n"), "b.csv": "user,factor\n" + lines.1.joined(separator: "\r\n"),
      ]
      let made = try await Self.people(reports, "--rename", "Okta Verify=okta_verify", "--rename", "SMS=phone")
      #expect(made.output == "groups,factors,count\n,phone,1\nA\\+B+C,okta_verify,1\nC,,1\nC,okta_verify+phone,1\n", "\(made.error)")
      #expect(made.error.contains("note: 1 person is in no report with groups: counted as in no group\n"))
      #expect(made.error.contains("note: 1 person is in no report with authenticators: counted as having none\n"))
    }
  }

  @Test(arguments: [
    ("login,groups\nada@x.test,G\n,G\n", [], "r.csv:3:1: error: the cell that identifies the person is empty"),
    ("login,groups\nada@x.test\n", [], "r.csv:2:1: error: the line has 1 cell, and the first line 2"),
    ("login,groups\nada@x.test,\"G\n", [], "r.csv:2:12: error: the quote that opens here is never closed"),
    (
      "login,groups,member of\nada@x.test,G,H\n", [],
      "r.csv:1:14: error: 'groups' and 'member of' may both be meant: choose one with --groups"
    ),
    ("login,team\nada@x.test,G\n", [], "no report has a column with groups or authenticators"),
    ("login,team\nada@x.test,G\n", ["--groups", "tem"], "--groups: no report has a column 'tem'"),
    ("login,groups\nada@x.test,bob@x.test\n", [], "r.csv:2:12: error: the cell looks as if it had an e-mail address"),
    ("login,groups\nada@x.test,+49 89 1234567\n", [], "r.csv:2:12: error: the cell looks as if it had a telephone number"),
    ("login,groups,type\nada@x.test,G,\n", ["--fact", "user_type=type"], "1 person without a value of 'user_type'"),
    ("login,groups,type\nada@x.test,G,a\nada@x.test,G,b\n", ["--fact", "user_type=type"], "r.csv:3:14: error: this person has two values"),
    ("", [], "'r.csv' is empty"), ("login,groups\n", [], "the reports have no line about a person"),
  ])
  func `what is wrong has a place, and never what identifies a person`(report: String, arguments: [String], message: String) async throws {
    let made = try await TemporaryFolder.with { folder in
      try folder.write(report, to: "r.csv")
      return try await BuiltCommand.run(["people", "r.csv"] + arguments, in: folder.path)
    }
    #expect(made.code == 2 && made.output == "")
    #expect(made.error.contains(message), "\(made.error)")
    for secret in ["ada", "bob", "1234567"] { #expect(!made.error.contains(secret), "\(made.error)") }
  }

  @Test func `a group may have a long number in its name`() async throws {
    let made = try await Self.people(["users.csv": "login,groups\na,SG_12345678\n"])
    #expect(made.output == "groups,count\nSG_12345678,1\n", "\(made.error)")
  }

  @Test(arguments: [["--fact", "count=x"], ["--fact", "a=x", "--fact", "a=y"], ["--fact", "a"], ["--rename", "a="]])
  func `a wrong option is refused`(arguments: [String]) async throws {
    #expect(try await BuiltCommand.run(["people", "r.csv"] + arguments).code == 64)
  }

  @Test func `names of people in place of groups are refused`() async throws {
    let lines = (0..<30).map { "u\($0),Person \(["A", "B", "C", "D", "E"][$0 % 5])\($0)\n" }.joined()
    let made = try await Self.people(["users.csv": "login,groups\n" + lines])
    #expect(made.code == 2 && made.error.contains("--groups: nearly every person has a name there that no other person has"))
  }

  @Test func `with a tenant, groups that no rule reads are left out, and authenticators are checked`() async throws {
    func people(_ factor: String) async throws -> BuiltCommand.Outcome {
      try await TemporaryFolder.with { folder in
        try folder.write("login,groups,factors\na,Employees;Chess club,\(factor)\nb,Employees,\(factor)\n", to: "r.csv")
        let out = "\(folder.path)/people.csv"
        var made = try await BuiltCommand.run(
          "people", "\(folder.path)/r.csv", "--tenant", "workforce", "--in", "journeys/_docs/_workforce", "--out", out)
        guard made.code == 0 else { return made }
        made.output += try folder.text(of: "people.csv")
        return made
      }
    }
    let made = try await people("otp")
    #expect(made.output == "groups,factors,count\nEmployees,otp,2\n", "\(made.error)")
    #expect(made.error.contains("note: groups that no rule reads are left out"))
    let wrong = try await people("otb")
    #expect(wrong.code == 2 && wrong.error.contains("'otb' is not an authenticator of the tenant"), "\(wrong.error)")
    #expect(wrong.error.contains("did you mean 'otp'?"))
  }

  @Test func `another file of numbers is replaced, and no other one`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.users, to: "r.csv")
      try folder.write("a,b\n1,2\n", to: "rows.csv")
      try folder.write("groups,count\nG,2\n", to: "people.csv")
      let refused = try await BuiltCommand.run("people", "r.csv", "--out", "rows.csv", in: folder.path)
      #expect(refused.code == 64 && refused.error.contains("which is not a file of numbers of people"), "\(refused.error)")
      #expect(try await BuiltCommand.run("people", "r.csv", "--out", "r.csv", in: folder.path).code == 64)
      #expect(try await BuiltCommand.run("people", "r.csv", "--out", "people.csv", in: folder.path).code == 0)
      #expect(try folder.text(of: "people.csv").contains("EMEA"))
    }
  }
}
