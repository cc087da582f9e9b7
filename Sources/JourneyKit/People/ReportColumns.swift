import Diagnostics
import Encodings

/// What the columns of one report have.
struct ReportColumns {
  /// What `journey people` looks for in a report.
  enum Role: Hashable {
    case person, groups, factors
    case fact(String)
  }

  /// For each, the place of its column.
  private(set) var places: [Role: Int] = [:]
  /// The columns that were found by their names, in words.
  private(set) var guesses: [String] = []
  /// The columns of options that this report has.
  private(set) var used: Set<String> = []

  /// Names by which columns are found, the surest first: letters and digits in lower case.
  private static let names: [Role: [String]] = [
    .person: [
      "userid", "login", "userlogin", "username", "userprincipalname", "upn", "email", "useremail", "emailaddress", "user",
      "mail", "samaccountname", "employeenumber", "id",
    ],
    .groups: ["groups", "group", "groupname", "groupnames", "groupmembership", "groupmemberships", "memberof"],
    .factors: [
      "factors", "factor", "authenticators", "authenticator", "mfafactors", "mfafactor", "enrolledfactors", "enrolledauthenticators",
    ],
  ]

  /// - Parameters:
  ///   - isJoined: whether the person has to be known, as there are several reports.
  init(_ lines: CountedLines, _ settings: PeopleReportSettings, isJoined: Bool) throws(CountedLines.Mistake) {
    let header = lines.header.map { CSVText.trimmed($0.text) }
    let options: [(Role, [String], String)] = [
      (.person, settings.person, "--person"), (.groups, settings.groups, "--groups"), (.factors, settings.factors, "--factors"),
    ]
    for (role, columns, option) in options {
      if columns.isEmpty { try guess(role, header, option, lines) } else { try find(role, columns, header, lines) }
    }
    for fact in settings.facts { try find(.fact(fact.name), [fact.column], header, lines) }
    try check(header, lines)
    if isJoined, places[.person] == nil {
      throw CountedLines.Mistake(
        .missingKey, "no column of '\(lines.path)' is known to identify a person, by which reports are joined: name it with --person",
        at: nil)
    }
  }

  /// What identifies a person is neither counted nor written.
  private func check(_ header: [String], _ lines: CountedLines) throws(CountedLines.Mistake) {
    for (role, place) in places.sorted(by: { ($0.value, $0.key.wording) < ($1.value, $1.key.wording) }) {
      let twin = header.indices.first { $0 != place && header[$0].equalsIgnoringASCIICase(header[place]) }
      if let twin {
        throw CountedLines.Mistake(.duplicateKey, "two columns have the same name", at: lines.header[twin].bytes.lowerBound)
      }
      var isPersonal = role != .person && place == places[.person]
      if case .fact = role, PersonalData.isHeader(header[place]) { isPersonal = true }
      guard isPersonal else { continue }
      throw CountedLines.Mistake(
        .clashingKeys, "this column identifies people, so it is not counted as \(role.wording): name another column",
        at: lines.header[place].bytes.lowerBound)
    }
    guard places[.person] == nil, places[.groups] != nil || places[.factors] != nil,
      let count = header.firstIndex(where: { $0.equalsIgnoringASCIICase("count") })
    else { return }
    throw CountedLines.Mistake(
      .clashingKeys, "'\(lines.path)' has numbers of people already, in its column 'count': give it to --people as it is",
      at: lines.header[count].bytes.lowerBound)
  }

  private mutating func find(_ role: Role, _ columns: [String], _ header: [String], _ lines: CountedLines) throws(CountedLines.Mistake) {
    let found = header.indices.filter { place in columns.contains { $0.equalsIgnoringASCIICase(header[place]) } }
    guard found.count < 2 else {
      throw CountedLines.Mistake(
        .duplicateKey, "two columns are called so: '\(header[found[0]])' and '\(header[found[1]])'",
        at: lines.header[found[1]].bytes.lowerBound)
    }
    guard let place = found.first else { return }
    places[role] = place
    used.formUnion(columns.filter { $0.equalsIgnoringASCIICase(header[place]) })
  }

  private mutating func guess(_ role: Role, _ header: [String], _ option: String, _ lines: CountedLines) throws(CountedLines.Mistake) {
    let folded = header.map(PersonalData.folded)
    let names = Self.names[role] ?? []
    guard let name = names.first(where: folded.contains), let place = folded.firstIndex(of: name) else { return }
    let others = folded.indices.filter { $0 != place && names.contains(folded[$0]) }
    // Of several columns that identify a person, each does.
    guard role == .person || others.isEmpty else {
      throw CountedLines.Mistake(
        .clashingKeys, "'\(header[place])' and '\(header[others[0]])' may both be meant: choose one with \(option)",
        at: lines.header[others[0]].bytes.lowerBound)
    }
    places[role] = place
    guesses.append("\(lines.path): \(option) '\(header[place])'")
  }
}

extension ReportColumns.Role {
  fileprivate var wording: String {
    switch self {
    case .person: "a person"
    case .groups: "groups"
    case .factors: "authenticators"
    case .fact(let name): "'\(HarmlessText.line(name))'"
    }
  }
}
