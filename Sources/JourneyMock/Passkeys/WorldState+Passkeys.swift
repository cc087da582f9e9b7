package import Encodings

extension WorldState {
  /// Keeps a passkey that was made for an account.
  ///
  /// - Returns: whether it is accepted; one that anybody has already is not.
  package mutating func enrol(_ credential: JSONValue, for account: Int, by verifier: PasskeyVerifier) -> Bool {
    do throws(PasskeyVerifier.Refusal) {
      let passkey = try verifier.enrol(credential)
      guard owner(ofPasskey: passkey.id) == nil else { return false }
      accounts[account].passkeys.append(passkey)
      return true
    } catch {
      return false
    }
  }

  /// The account whose passkey signed, which has counted since; `nil` for a signature that is not accepted.
  ///
  /// - Parameter account: whose it has to be; `nil` where the passkey determines who signs in, and then it also names the person's own id.
  package mutating func prove(_ credential: JSONValue, of account: Int?, by verifier: PasskeyVerifier) -> Int? {
    guard let id = credential["id"]?.stringValue, let owner = owner(ofPasskey: id), account.map({ $0 == owner }) ?? true,
      let place = accounts[owner].passkeys.firstIndex(where: { $0.id == id })
    else { return nil }
    let handle = credential["response"]?["userHandle"]?.stringValue ?? ""
    guard handle == accounts[owner][.sub] || (handle.isEmpty && account != nil) else { return nil }
    do throws(PasskeyVerifier.Refusal) {
      accounts[owner].passkeys[place].count = try verifier.prove(credential, by: accounts[owner].passkeys[place])
      return owner
    } catch {
      return nil
    }
  }

  private func owner(ofPasskey id: String) -> Int? {
    (0..<accounts.count).first { accounts[$0].passkeys.contains { $0.id == id } }
  }
}
