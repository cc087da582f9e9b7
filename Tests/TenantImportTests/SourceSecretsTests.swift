import Encodings
import Testing

@testable import TenantImport

struct SourceSecretsTests {
  @Test(arguments: [
    (#"{"client_secret": "s3", "client_id": "a"}"#, #"{"client_secret":"***","client_id":"a"}"#),
    (
      #"{"oauthClient": {"clientSecret": "s3", "token_endpoint_auth_method": "client_secret_basic"}}"#,
      #"{"oauthClient":{"clientSecret":"***","token_endpoint_auth_method":"client_secret_basic"}}"#
    ),
    (
      #"{"password": {"value": "s3", "hash": {"algorithm": "BCRYPT", "salt": "s3", "value": "s3"}}}"#,
      #"{"password":{"value":"***","hash":{"algorithm":"BCRYPT","salt":"***","value":"***"}}}"#
    ),
    (#"{"settings": {"password": {"complexity": {"minLength": 8}}}}"#, #"{"settings":{"password":{"complexity":{"minLength":8}}}}"#),
    (
      #"{"keys": [{"kty": "RSA", "n": "n", "d": "s3", "p": "s3"}], "d": "x"}"#,
      #"{"keys":[{"kty":"RSA","n":"n","d":"***","p":"***"}],"d":"x"}"#
    ),
    (
      #"{"apiToken": "s3", "sharedSecret": "s3", "private_key": "s3", "tokenLifetimeInMinutes": 5}"#,
      #"{"apiToken":"***","sharedSecret":"***","private_key":"***","tokenLifetimeInMinutes":5}"#
    ),
    (
      #"{"url": "https://u:s3@host.test/x", "mail": "a@b.test", "at": "https://host.test/a@b"}"#,
      #"{"url":"https://***@host.test/x","mail":"a@b.test","at":"https://host.test/a@b"}"#
    ),
    (
      #"{"methods": ["password"], "type": "password", "secret": "", "token": null}"#,
      #"{"methods":["password"],"type":"password","secret":"","token":null}"#
    ),
    (
      #"{"keyPEM": "s3", "smtpPwd": "s3", "SMTP_PASS": "s3", "pin": "s3", "recoveryCode": "s3", "otpSeed": "s3", "salt": "s3", "hmac": "s3"}"#,
      #"{"keyPEM":"***","smtpPwd":"***","SMTP_PASS":"***","pin":"***","recoveryCode":"***","otpSeed":"***","salt":"***","hmac":"***"}"#
    ),
    (
      #"{"a": "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "b": ["eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"]}"#,
      #"{"a":"***","b":["***"]}"#
    ),
    (
      #"{"headers": [{"key": "Authorization", "value": "Basic s3"}], "authScheme": {"type": "HEADER", "key": "x", "value": "s3"}}"#,
      #"{"headers":[{"key":"Authorization","value":"***"}],"authScheme":{"type":"HEADER","key":"x","value":"***"}}"#
    ),
    (
      #"{"a": "Server=x;Password=s3;", "b": "https://x.test/?sig=s3&token=s3&page=2", "c": "https://hooks.slack.test/services/T0/B0/s3"}"#,
      #"{"a":"***","b":"https://x.test/?sig=***&token=***&page=2","c":"https://hooks.slack.test/services/***"}"#
    ),
    (
      #"{"mapping": "m", "key": "okta_email", "href": "https://x.test/api/v1/zones?after=1&limit=200"}"#,
      #"{"mapping":"m","key":"okta_email","href":"https://x.test/api/v1/zones?after=1&limit=200"}"#
    ),
    (
      #"{"matchType": "SUFFIX", "value": "@a.test", "condition": "user.profile.x == 'Basic'"}"#,
      #"{"matchType":"SUFFIX","value":"@a.test","condition":"user.profile.x == 'Basic'"}"#
    ),
  ])
  func `secrets are taken out of an answer, and nothing else`(_ text: String, _ expected: String) throws {
    let once = SourceAnswer(file: "a", body: try JSONReader.read(text)).body
    #expect(JSONWriter.text(of: once) == expected)
    #expect(SourceAnswer(file: "a", body: once).body == once)
  }

  @Test(arguments: [
    SourceAnswer(file: "groups.jsonl:1", url: "/api/v1/groups", page: .init(number: 2, count: 3), body: .array([.object([])])),
    SourceAnswer(file: "groups.jsonl:1", url: "/api/v1/groups", missing: "the org refused it", body: .null),
    SourceAnswer(file: "groups.jsonl:1", url: "/api/v1/groups", body: .object([.init("a", .number("1.50"))])),
  ])
  func `a line of a saved folder is read as it was written`(_ answer: SourceAnswer) throws {
    #expect(SourceAnswer.answers(in: try JSONReader.read(answer.line), file: answer.file) == [answer])
  }
}
