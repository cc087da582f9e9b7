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
    (
      #"{"clientSecrets": ["s3", "s4"], "tokenSigningKey": "s3", "fcm": {"serviceAccount": "s3"}, "bearer": "s3", "credentials": "s3"}"#,
      #"{"clientSecrets":["***","***"],"tokenSigningKey":"***","fcm":{"serviceAccount":"***"},"bearer":"***","credentials":"***"}"#
    ),
    (
      #"{"tokenValue": "s3", "clientAssertion": "s3", "secret_hash": "s3", "otp": "s3", "basicAuth": {"username": "u", "value": "s3"}}"#,
      #"{"tokenValue":"***","clientAssertion":"***","secret_hash":"***","otp":"***","basicAuth":{"username":"u","value":"***"}}"#
    ),
    (
      #"{"pw": "s3", "psk": "s3", "cred": "s3", "p8": "s3", "keystore": "s3", "backupCodes": ["s3"], "integrationKey": "s3", "answer": "s3"}"#,
      #"{"pw":"***","psk":"***","cred":"***","p8":"***","keystore":"***","backupCodes":["***"],"integrationKey":"***","answer":"***"}"#
    ),
    (
      #"{"a": "{\"password\": \"s3\", \"n\": {\"token\": \"s3\"}, \"x\": 1}", "b": "<c><password>s3</password></c>", "c": "{\"x\": 1}"}"#,
      #"{"a":"{\"password\":\"***\",\"n\":{\"token\":\"***\"},\"x\":1}","b":"***","c":"{\"x\": 1}"}"#
    ),
    (
      #"{"headers": {"X-Auth": "s3", "Accept": "s3"}, "headerList": [{"name": "X-Custom", "value": "s3"}], "list": [{"name": "a", "value": "b"}]}"#,
      #"{"headers":{"X-Auth":"***","Accept":"***"},"headerList":[{"name":"X-Custom","value":"***"}],"list":[{"name":"a","value":"b"}]}"#
    ),
    (
      #"{"a": "-----BEGIN PGP PRIVATE KEY BLOCK-----\nx", "b": "ghp_a1B2c3D4e5F6", "c": "xoxb-123-456-abc", "d": "00aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9n"}"#,
      #"{"a":"***","b":"***","c":"***","d":"***"}"#
    ),
    (
      #"{"a": "https://x.webhook.office.com/webhookb2/s3", "b": "https://discord.com/api/webhooks/1/s3", "c": "https://x.test/#token=s3&a=b"}"#,
      #"{"a":"https://x.webhook.office.com/webhookb2/***","b":"https://discord.com/api/webhooks/***","c":"https://x.test/#token=***&a=b"}"#
    ),
    (
      #"{"a": "curl -H \"Authorization: SSWS s3s3s3s3\" x", "description": "token=s3s3s3", "note": "the pw: s3s3s3", "b": "password: any length"}"#,
      #"{"a":"***","description":"***","note":"***","b":"password: any length"}"#
    ),
    (
      #"{"whatever": "00gz2mX9vR4tW8pL1nB6", "other": "k7Qz2mX9vR4tW8pL1nB6yD3", "id": "k7Qz2mX9vR4tW8pL1nB6yD3", "kid": "k7Qz2mX9vR4tW8pL1nB6yD3"}"#,
      #"{"whatever":"00gz2mX9vR4tW8pL1nB6","other":"***","id":"k7Qz2mX9vR4tW8pL1nB6yD3","kid":"k7Qz2mX9vR4tW8pL1nB6yD3"}"#
    ),
    (
      #"{"aaguid": "ee882879-721c-4913-9775-3dfcce97072a", "at": "2026-03-02T08:00:00.000Z", "rule": "MFA_ENROLL_POLICY_2024", "for": "PT43800H"}"#,
      #"{"aaguid":"ee882879-721c-4913-9775-3dfcce97072a","at":"2026-03-02T08:00:00.000Z","rule":"MFA_ENROLL_POLICY_2024","for":"PT43800H"}"#
    ),
    (
      #"{"a": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", "b": "qxkzvjwmtrplgbhndfcsqwxkzv", "c": "QXKZVJWMTRPLGBHNDFCSQWXKZV", "d": "k7Qz2mX9vR4tW8pL1nB6"}"#,
      #"{"a":"***","b":"***","c":"***","d":"***"}"#
    ),
    (
      #"{"a": "k7Qz2mX9vR4tW8-pL1nB6yD3sF5", "b": "k7Qz2mX9vR4tW8.pL1nB6yD3sF5", "c": "the k7Qz2mX9vR4tW8pL1nB6yD3sF5", "d": "user:k7Qz2mX9vR4tW8pL1nB6yD3sF5"}"#,
      #"{"a":"***","b":"***","c":"***","d":"***"}"#
    ),
    (
      #"{"value": "k7Qz2mX9vR4tW8pL1nB6yD3", "x": "k7Qz2mX9vR4tW8pL1nB6yD3", "n": "k7Qz2mX9vR4tW8pL1nB6yD3", "x5c": ["k7Qz2mX9vR4tW8pL1nB6yD3"]}"#,
      #"{"value":"***","x":"***","n":"***","x5c":["***"]}"#
    ),
    (
      #"{"kty": "EC", "x": "k7Qz2mX9vR4tW8pL1nB6yD3", "y": "k7Qz2mX9vR4tW8pL1nB6yD3", "x5c": ["k7Qz2mX9vR4tW8pL1nB6yD3"]}"#,
      #"{"kty":"EC","x":"k7Qz2mX9vR4tW8pL1nB6yD3","y":"k7Qz2mX9vR4tW8pL1nB6yD3","x5c":["k7Qz2mX9vR4tW8pL1nB6yD3"]}"#
    ),
    (
      #"{"expression": {"value": "k7Qz2mX9vR4tW8pL1nB6yD3"}, "createdBy": "sprz2mX9vR4tW8pL1nB6", "a": "https://x.test/sphjielisjbtjtktdroi"}"#,
      #"{"expression":{"value":"k7Qz2mX9vR4tW8pL1nB6yD3"},"createdBy":"sprz2mX9vR4tW8pL1nB6","a":"https://x.test/sphjielisjbtjtktdroi"}"#
    ),
    (
      #"{"a": "Rechtsschutzversicherungsgesellschaften", "b": "prod-eu-west-1-cluster-xyz12345678", "c": "a1b2.c3d4.host.test", "d": "192.0.2.1-192.0.2.254"}"#,
      #"{"a":"Rechtsschutzversicherungsgesellschaften","b":"prod-eu-west-1-cluster-xyz12345678","c":"a1b2.c3d4.host.test","d":"192.0.2.1-192.0.2.254"}"#
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
