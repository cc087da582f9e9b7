import JourneyModel
import ModelCoding
import Testing

/// Where credentials are in a text, whatever it is.
struct CredentialTextTests {
  private static let token = "Kq7A1B2C3D4E5F6071829zW"

  @Test(arguments: [
    #"{"password": "TOKEN"}"#, #"{"password": TOKEN}"#, #"{"token": {"value": "TOKEN"}}"#, #"{"tokens": [ "TOKEN" ]}"#,
    #"{"tokens": ["x", "TOKEN"]}"#, #"{"body": "{\"access_token\": \"TOKEN\"}"}"#, #"{"body": "{\"tokens\": [\"TOKEN\"]}"}"#,
    #"[{"name": "access_token", "value": "TOKEN"}]"#, #"[{"key":"password","value":"TOKEN"}]"#,
    #"{"user": {"credentials": {"password": {"value": "TOKEN"}}}}"#,
    "<a><access_token>TOKEN</access_token></a>", "<s:password>TOKEN</s:password>", "<a password='TOKEN'/>",
    "<input name=access_token value=\"TOKEN\">", "API_KEY=TOKEN\nA=1", "access_token: TOKEN\n", "password=TOKEN&grant_type=password",
    "https://x.test/cb?access_token=TOKEN#x", "https://x.test/cb?a=b&code=TOKEN", "https://x.test/?sid=TOKEN",
    "Authorization: Bearer TOKEN",
    "curl -H 'authorization: DPoP TOKEN'", "GET http://jane:TOKEN@x.test/a", "see https://TOKEN@x.test.", "ftp://j:TOKEN@x.test\"",
    #"{"code": "TOKEN"}"#, #"{"keys":[{"kty":"RSA","d":"TOKEN","n":"x"}]}"#, #"{"session":"TOKEN"}"#,
    #"{"pwd":"TOKEN"}"#, #"{"pass":"TOKEN"}"#, #"{"Passwort":"TOKEN"}"#, #"{"recovery_code":"TOKEN"}"#, #"{"recoveryCodes":["TOKEN"]}"#,
    #"{"secretAccessKey":"TOKEN"}"#, #"{"connectionString":"TOKEN"}"#, #"{"resetLink":"TOKEN"}"#, #"{"X-Session-Id":"TOKEN"}"#,
    #"{"access_token":"TOKEN","#, #"{"a":1}{"access_token":"TOKEN"}"#,
    #"{"key": "-----BEGIN PRIVATE KEY-----\nTOKEN\nTOKEN\n-----END PRIVATE KEY-----"}"#, "-----BEGIN RSA PRIVATE KEY-----\nTOKEN\n-----END",
  ])
  func `a credential is found by its name`(text: String) {
    let found = CredentialText.found(in: Array(text.replacing("TOKEN", with: Self.token).utf8))
    #expect(found.contains(Self.token), "\(found)")
  }

  @Test(arguments: [
    #"{"code": "E-17"}"#, #"{"key": "color"}"#, #"{"token_type": "Bearer"}"#, "the password is wrong", #"{"passwordPolicy": {"min": 8}}"#,
    #"{"name": "jane", "value": "TOKEN"}"#, #"{"session": {"id": 5}}"#, "a bearer of news", #"{"note": "TOKEN"}"#, #"{"token": null}"#,
    "", "password", "password=", "https://x.test/a@b", "mail jane@x.test or https://x.test", #"{"password":"#, #"{"tokens": [{"id": 5}]}"#,
    #"{"password": {"value"#,
  ])
  func `what is no credential is not found`(text: String) {
    let found = CredentialText.found(in: Array(text.replacing("TOKEN", with: Self.token).utf8))
    #expect(found.filter { !["", "null"].contains($0) } == [])
  }

  @Test func `a value is found as it is spelled and as it is meant`() {
    #expect(CredentialText.found(in: Array("password=a%2Fb1".utf8)) == ["a%2Fb1", "a/b1"])
    #expect(CredentialText.found(in: Array(#"{"password":"a\"b"}"#.utf8)) == [#"a\"b"#, #"a"b"#])
  }

  @Test(arguments: [
    ("GET /echo?access_token=Winter-2027x&a=1", "GET /echo?access_token=***&a=1"), ("GET /echo?token=${tok}", "GET /echo?token=${tok}"),
    ("GET /reset?user=jane", "GET /reset?user=jane"), ("GET /echo?code=5", "GET /echo?code=5"),
  ])
  func `an address is shown without its credentials`(address: String, shown: String) {
    #expect(CredentialText.concealed(address) == shown)
  }

  @Test func `a text of nothing but names ends`() {
    let names = String(repeating: "password:", count: 20_000)
    #expect(CredentialText.found(in: Array(names.utf8)).count <= 1_000)
  }
}
