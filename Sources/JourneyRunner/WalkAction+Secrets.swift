internal import Encodings
internal import JourneyModel
internal import ModelCoding

extension WalkAction {
  /// The secrets it carries: answers, links, parts of requests and commands.
  var secrets: [Secret] {
    switch self {
    case .perform(let action): action.secrets
    case .request(let call): call.secrets
    case .run(let arguments): arguments.flatMap(\.secrets)
    case .visit(let url): url.tellingParts
    case .leasePasscode(let key): [key]
    case .askInbox, .wait, .awaitPasscode, .answerPush, .compareSnapshot, .pause, .end, .comeBack: []
    }
  }
}

extension DriverAction {
  fileprivate var secrets: [Secret] {
    switch self {
    case .start(let start): (start.keys + start.parameters + start.headers).flatMap(\.value.secrets)
    case .submit(let submission): submission.answers.flatMap(\.value.secrets)
    case .open(let link, _): (link.source == .project ? [] : [link]) + link.tellingParts
    case .resume(let url, _): [url] + url.tellingParts
    case .refresh, .finish, .token: []
    }
  }
}

extension AnswerValue {
  var secrets: [Secret] {
    switch self {
    case .secret(let secret): [secret]
    case .list(let elements): elements.flatMap(\.secrets)
    case .choice(let facts): facts.flatMap(\.value.secrets)
    case .text, .bool, .number, .credential, .nothing: []
    }
  }
}

extension HTTPCall {
  fileprivate var secrets: [Secret] {
    let sent: [Secret] =
      switch body {
      case .none: []
      case .json(let value), .text(let value): value.secrets
      case .form(let members): members.flatMap(\.value.secrets)
      }
    return url.secrets + headers.flatMap(\.value.secrets) + sent + written
  }

  /// The credentials that the scenario has in clear, in the address or in a text.
  private var written: [Secret] {
    let texts = [url.text, body.text].compactMap(\.self)
    return texts.flatMap { CredentialText.found(in: Array($0.utf8)) }
      .filter { $0.utf8.count >= CredentialText.shortest }.map { Secret($0, name: "a credential of a request", source: .project) }
  }
}

extension HTTPCall.Body {
  /// Everything in it that is text, as JSON where it is a tree: a text may be a document of its own.
  fileprivate var text: String? {
    switch self {
    case .none: nil
    case .text(let value): value.text
    case .json(let value): value.quoted
    case .form(let members): Value.map(members).quoted
    }
  }
}

extension WalkInput {
  /// What was learned on the way that must not be seen.
  var learned: [Secret] {
    switch self {
    case .turned(let turn): turn.learned + turn.exchanges.concealed
    case .failed(let error): error.learned + error.exchanges.concealed
    case .answered(let exchange): exchange.response?.credentials ?? []
    case .ran(let result): result.given
    case .began, .resumed, .mails, .passed, .leased, .compared, .timedOut, .interrupted: []
    }
  }
}

extension [Exchange] {
  /// What the responses have under names whose values are not shown, also those that were refused: a token is good wherever it is.
  fileprivate var concealed: [Secret] { flatMap { $0.response?.concealed ?? [] } }
}

extension Exchange.Answered {
  fileprivate var concealed: [Secret] {
    let hidden = concealedTexts.map { Secret($0, name: "a hidden value of a response", source: .server) }
    let texts = Set(hidden.map(\.unsafeText))
    return mayHaveTokens ? hidden + named.filter { !texts.contains($0.unsafeText) } : hidden
  }

  /// Whether it is of an endpoint that gives tokens, which may be anywhere in what it says of an error.
  private var mayHaveTokens: Bool { concealedMembers.contains("access_token") }

  /// What has the name of a credential anywhere in the body, also where a page shows that as text.
  private var named: [Secret] {
    let quoted = Array("&quot;".utf8)
    let plain = body.contains(quoted[0]) && !body.ranges(of: quoted).isEmpty ? body.replacing(quoted, with: [UInt8(ascii: "\"")]) : body
    return CredentialText.found(in: plain).map { Secret($0, name: "a credential of a response", source: .server) }
  }

  /// The cookies and tokens that were given.
  fileprivate var credentials: [Secret] {
    let ofHeaders = headers.flatMap { header in
      header.value.secrets.compactMap { secret -> Secret? in
        guard header.name.equalsIgnoringASCIICase("set-cookie") else { return secret }
        return SetCookieText(secret.unsafeText).map { Secret($0.value, name: "cookie '\($0.name)'", source: .server) }
      }
    }
    return ofHeaders + (concealed + named).map(\.ofResponse)
  }
}

extension Secret {
  /// The same, looked for also where it is too short for a token, unless it is a word.
  fileprivate var ofResponse: Secret {
    let short = Secret(unsafeText, name: name, origins: origins, source: .walk)
    let isWord = !Secret(unsafeText, name: name, source: .project).isSearchedFor
    return isSearchedFor || isWord || unsafeText.utf8.count < Self.shortestGiven ? self : short
  }

  private static let shortestGiven = 8

  /// The values in the query of an address that is a secret as a whole: a code from a mail's link is one as well.
  fileprivate var tellingParts: [Secret] {
    guard let query = unsafeText.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    let items = FormURLEncoding.decode(String(unsafeText[unsafeText.index(after: query)...]))
    return items.filter { !ConcealedURL.isHarmless($0.name) }.map { Secret($0.value, name: $0.name, source: .server) }
  }
}
