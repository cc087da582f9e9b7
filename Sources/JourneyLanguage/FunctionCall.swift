internal import Diagnostics
internal import Encodings
internal import JourneyModel

/// One call of a function with the values of its arguments.
struct FunctionCall {
  let function: TemplateFunction
  /// As many as the function takes, which the parser has seen to.
  let arguments: [Value]
  /// The call as written, for messages.
  let spelling: String
  let range: SourceRange

  /// The result; of a secret, and of everything that `totp` makes, a secret.
  func result(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    guard function.argumentCount.contains(arguments.count) else {
      throw failure("'\(function.rawValue)' takes other arguments; write \(function.usage)")
    }
    switch function {
    case .uuid: return .text(bindings.drawUnique { UniqueText.uuid(from: &$0) })
    case .uniqueEmail: return try uniqueEmail(in: &bindings)
    case .digits: return try digits(from: &bindings.generator)
    case .totp: return try passcode(in: &bindings)
    case .now: return try moment(at: bindings.now)
    case .base64url: return try mapped { Base64URL.encode(Array($0.utf8)) }
    case .sha256: return try mapped { Hex.encode(Digests.sha256($0)) }
    case .lower: return try mapped { $0.lowercased() }
    case .urlEncode: return try mapped { PercentEncoding.encodeComponent($0) }
    case .loginHint: return try loginHint()
    }
  }

  private func uniqueEmail(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    let domain = try publicText(0)
    guard TemplateFunction.isDomain(domain) else { throw failure(TemplateFunction.domainMistake(domain)) }
    return .text("journey-\(bindings.drawUnique { UniqueText.letters(12, from: &$0) })@\(domain)")
  }

  private func digits(from generator: inout SeededGenerator) throws(BindingFailure) -> Value {
    let text = try publicText(0)
    guard let count = TemplateFunction.digitCount(text) else { throw failure(TemplateFunction.digitCountMistake(text)) }
    return .text(UniqueText.digits(count, from: &generator))
  }

  /// A code proves an identity, so it is a secret even if its seed is in a mock's file.
  private func passcode(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    let seed = try secretText(0)
    bindings.reveal(seed)
    guard let key = Base32.decode(seed.unsafeText), !key.isEmpty else {
      throw failure("the argument of 'totp' is not Base32 text")
    }
    let current = OneTimePassword.step(atSecondsSinceEpoch: bindings.now.seconds)
    let step = bindings.passcodeSteps == nil ? current : bindings.passcodeSteps?.take(of: seed)
    guard let step else { throw failure("no code of this authenticator app may be used yet") }
    let code = OneTimePassword(secret: key).code(counter: step)
    return .secret(Secret(code, name: spelling, origins: seed.origins, source: .walk))
  }

  private func moment(at now: Instant) throws(BindingFailure) -> Value {
    var texts: [String] = []
    for index in arguments.indices { texts.append(try publicText(index)) }
    do throws(MomentRequest.Failure) {
      return .text(try MomentRequest(texts).text(at: now))
    } catch {
      throw failure(error.message)
    }
  }

  private func loginHint() throws(BindingFailure) -> Value {
    guard let metadata = LoginHint.metadata(of: arguments[0]) else {
      throw failure("'login_hint' takes a name, an address or an account, found \(arguments[0].kindName)")
    }
    let secrets = metadata.compactMap { if case .secret(let secret) = $0.value { secret } else { nil } }
    return Secret.of(LoginHint.text(metadata: metadata), madeOf: secrets)
  }
}

extension FunctionCall {
  private func failure(_ message: String) -> BindingFailure { BindingFailure(message, at: range) }

  /// The first argument's text, changed; a secret stays one.
  private func mapped(_ transform: (String) -> String) throws(BindingFailure) -> Value {
    if case .secret(let secret) = arguments[0] { return .secret(secret.map(transform)) }
    return .text(transform(try publicText(0)))
  }

  /// An argument as text; secrets are refused if the result would reveal them.
  private func publicText(_ index: Int) throws(BindingFailure) -> String {
    switch arguments[index] {
    case .text(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .secret: throw failure("'\(function.rawValue)' takes no secret")
    case .null, .list, .map: throw failure("'\(function.rawValue)' takes a text, found \(arguments[index].kindName)")
    }
  }

  private func secretText(_ index: Int) throws(BindingFailure) -> Secret {
    if case .secret(let secret) = arguments[index] { return secret }
    return Secret(try publicText(index), name: spelling, source: .walk)
  }
}
