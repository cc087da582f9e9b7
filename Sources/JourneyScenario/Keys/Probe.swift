/// Extra attempts that a server must refuse.
package enum Probe: String, DocumentedKey {
  case codeReplay = "code_replay"
  case wrongVerifier = "wrong_verifier"
  case redirectURI = "redirect_uri"
  case refreshReuse = "refresh_reuse"

  package var summary: String {
    switch self {
    case .codeReplay: "the code is exchanged a second time"
    case .wrongVerifier: "the code is exchanged with another PKCE verifier"
    case .redirectURI: "the code is exchanged with another redirect URI"
    case .refreshReuse: "a refresh token that was used is used again"
    }
  }
}
