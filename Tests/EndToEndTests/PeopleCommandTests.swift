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

  @Test func `without a column that identifies people, each line is one person`() async throws {
    let made = try await Self.people(["r.csv": "team,groups\nx,A\nx,A\n"])
    #expect(made.output == "groups,count\nA,2\n")
    #expect(made.error.contains("note: each line of 'r.csv' is one person: 2 lines\n"), "\(made.error)")
  }

  @Test(arguments: ["mail", "sAMAccountName", "employeeNumber", "upn", "userName", "id"])
  func `a column is known to identify people by its name`(_ name: String) async throws {
    let made = try await Self.people(["r.csv": "\(name),groups\nx,A\nx,B\n"])
    #expect(made.output == "groups,count\nA+B,1\n", "\(made.error)")
  }

  @Test func `a name of a report can be several of the tenant's, and one that no report has is named`() async throws {
    let made = try await Self.people(
      ["r.csv": "user,groups,factors\na,A,Okta Verify\n"], "--rename", "Okta Verify=code+push", "--rename", "SMS=phone")
    #expect(made.output == "groups,factors,count\nA,code+push,1\n")
    #expect(made.error.contains("warning: --rename: no cell has 'SMS'"), "\(made.error)")
  }

  @Test func `reports that have no person in common are refused`() async throws {
    let reports = ["a.csv": "user,groups\nada,A\n", "b.csv": "user,factors\n00x1,otp\n"]
    let made = try await Self.people(reports)
    #expect(made.code == 2 && made.output == "")
    #expect(made.error.contains("no person is in a report with groups and in one with authenticators"), "\(made.error)")
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
    ("login,groups\nada,G\n", ["--fact", "user_type=login"], "r.csv:1:1: error: this column identifies people"),
    ("login,groups\nada,G\n", ["--groups", "login"], "r.csv:1:1: error: this column identifies people"),
    ("key,groups\nada,G\n", ["--person", "key", "--factors", "key"], "r.csv:1:1: error: this column identifies people"),
    ("key,groups,manager\nx,G,ada\n", ["--person", "key", "--fact", "a=manager"], "r.csv:1:12: error: this column identifies people"),
    (
      "login,groups,type\nx,G,ada@x.test\n", ["--fact", "user_type=type"],
      "r.csv:2:5: error: the cell looks as if it had an e-mail address, and not what --fact is about"
    ),
    (
      "login,groups,type\n1,G,ada\n2,G,b\n3,G,c\n4,G,d\n5,G,e\n", ["--fact", "user_type=type"],
      "--fact user_type: nearly every person has a name there that no other person has"
    ),
    ("login,groups\n1,ada\n2,b\n3,c\n4,d\n5,e\n", [], "--groups: nearly every person has a name there that no other person has"),
    ("groups,count\nada,7\n", [], "r.csv:1:8: error: 'r.csv' has numbers of people already, in its column 'count'"),
    ("login,Groups,groups\nada,G,H\n", [], "r.csv:1:14: error: 'Groups' and 'groups' may both be meant"),
    ("login,login,groups\nada,bob,H\n", [], "r.csv:1:7: error: two columns have the same name"),
    ("ada,bob\neve,G\n", ["--groups", "team"], "look at the first line of the report"),
    ("login,groups\nx,Call ada on +49 89 1234567\n", [], "r.csv:2:3: error: the cell looks as if it had a telephone number"),
    ("login,groups\nx,CORP\\ada\n", [], "r.csv:2:3: error: the cell looks as if it had an account of a domain"),
    ("login,groups\nx,ada\u{FF20}x.test\n", [], "r.csv:2:3: error: the cell looks as if it had an e-mail address"),
    ("login,groups\nx,Ada <ada@x.test>\n", [], "r.csv:2:3: error: the cell looks as if it had an e-mail address"),
    ("login,groups\nx,of 00uada1b2c3d4e5f6g7h\n", [], "r.csv:2:3: error: the cell looks as if it had the id of a person"),
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

  @Test(arguments: ["SG_12345678", "Interns 2023-2024", "Since 01-02-2024", "CORP\\Domain Users", "00u", "Project 12345678"])
  func `a group may have a long number in its name`(_ name: String) async throws {
    let made = try await Self.people(["users.csv": "login,groups\na,\(name)\n"])
    #expect(made.output == "groups,count\n\(name.replacing("\\", with: "\\\\")),1\n", "\(made.error)")
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

  /// Numbers of a report that are made with these tenants, in the file `people.csv` of the folder.
  private static func made(
    of report: String, in folder: TemporaryFolder, tenant: String, _ more: String...
  ) async throws -> BuiltCommand.Outcome {
    try folder.write(report, to: "r.csv")
    var made = try await BuiltCommand.run(
      ["people", "\(folder.path)/r.csv", "--tenant", tenant, "--in", workforce, "--out", "\(folder.path)/people.csv"] + more)
    if made.code == 0 { made.output += try folder.text(of: "people.csv") }
    return made
  }

  private static let workforce = "journeys/_docs/_workforce"

  @Test func `with a tenant, groups that no rule reads are left out, and names are checked`() async throws {
    func people(_ factor: String, _ group: String = "Employees") async throws -> BuiltCommand.Outcome {
      try await TemporaryFolder.with { folder in
        try await Self.made(
          of: "login,groups,factors\na,Employees;Chess club,\(factor)\nb,\(group),\(factor)\n", in: folder, tenant: "workforce")
      }
    }
    let made = try await people("otp")
    #expect(made.output.hasPrefix("groups,factors,count\nEmployees,otp,2\nAdministrators+"), "\(made.error)")
    #expect(made.error.contains("note: 1 group that no rule reads is left out"))
    let near = try await people("otp", "Contracters")
    #expect(near.error.contains("note: 2 groups that no rule reads are left out"), "\(near.error)")
    #expect(near.error.contains("note: left out is 'Contracters', and rules read 'Contractors'"), "\(near.error)")
    let wrong = try await people("otb")
    #expect(wrong.code == 2 && wrong.error.contains("r.csv:2:24: error: 'otb' is not an authenticator of the tenant"), "\(wrong.error)")
    #expect(wrong.error.contains("did you mean 'otp'?"))
    let personal = try await people("Lovelace")
    #expect(personal.code == 2 && !personal.error.contains("Lovelace"), "\(personal.error)")
    #expect(personal.error.contains("r.csv:2:24: error: the cell has a name that is not an authenticator of the tenant"))
  }

  @Test func `who counts people by rules that read a group that was left out is refused`() async throws {
    try await TemporaryFolder.with { folder in
      let report = "login,groups\na,Employees;Chess club\nb,Employees\n"
      func outcomes() async throws -> BuiltCommand.Outcome {
        try await BuiltCommand.run(
          "outcomes", Self.workforce, "--tenant", "workforce", "--fail-on", "never", "--people", "\(folder.path)/people.csv")
      }
      let made = try await Self.made(of: report, in: folder, tenant: "workforce=workforce-next")
      #expect(made.output.contains("Contractors"), "\(made.error)")
      #expect(try await outcomes().code == 0)
      try folder.write(try folder.text(of: "people.csv").replacing("Contractors+", with: ""), to: "people.csv")
      let refused = try await outcomes()
      #expect(refused.code == 2 && refused.error.contains("rules read the group 'Contractors', which the file may have left out"))
      #expect(refused.error.contains("make the file with '--tenant BEFORE=NEXT', or without --tenant"), "\(refused.error)")
    }
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
