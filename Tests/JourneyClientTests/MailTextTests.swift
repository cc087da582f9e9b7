import JourneyClient
import JourneyModel
import Testing

/// Mails as they travel, and messages as HTTP inboxes and commands tell them.
struct MailTextTests {
  private static func mail(_ text: String) -> MailText { MailText(Array(text.replacing("\n", with: "\r\n").utf8)) }

  @Test func `a plain mail has recipients, a subject and a text`() {
    let mail = Self.mail(
      """
      Delivered-To: jane+ci@acme.test
      To: "Doe, Jane" <Jane@Acme.test>,
       otto@acme.test
      Subject: Your code
       is here

      482913 is your code.
      """)
    #expect(mail.recipients.sorted() == ["jane+ci@acme.test", "jane@acme.test", "otto@acme.test"])
    #expect(mail.subject == "Your code is here")
    #expect(mail.text == "482913 is your code.")
    #expect(mail.html == "")
  }

  @Test(
    arguments: [
      "jane@acme.test (Jane)", "friends: jane@acme.test;", "\"jane\"@acme.test", "(a (b) c) jane@acme.test",
      "\"a <b@c.test>\" <jane@acme.test>",
      "\"Doe, Jane\" <jane@acme.test>", "a: b@c.test; jane@acme.test", "b@c.test; jane@acme.test", "\"a\\\"b, c\" <jane@acme.test>",
      "jane(x)@acme.test", "Jane <JANE@acme.test>, \"", "jane@acme.test.", "<@relay.test,@b.test:jane@acme.test>",
      "<@relay.test:jane@acme.test>",
    ])
  func `a recipient is found however the header is written`(to: String) {
    #expect(Self.mail("To: \(to)\nSubject: x\n\nx").recipients.contains("jane@acme.test"), "\(Self.mail("To: \(to)\n\nx").recipients)")
  }

  @Test(
    arguments: [
      "Bcc: jane@acme.test", "Resent-To: jane@acme.test", "Resent-Cc: jane@acme.test", "Apparently-To: jane@acme.test",
      "To : jane@acme.test", "\u{FEFF}To: jane@acme.test", "X-Envelope-To: jane@acme.test",
      "Received: from a.test by b.test (Postfix)\n\tid 5; for <jane@acme.test>",
      "Received: from for.test by b.test\n for <jane@acme.test>; Sat",
      "Received: by b.test id 1 for jane@acme.test; Sat",
    ])
  func `a recipient is found in whichever header names one`(header: String) {
    let found = Self.mail("\(header)\nSubject: x\n\nx").recipients
    #expect(found == (header.contains("; for") ? [] : ["jane@acme.test"]))
  }

  @Test func `a mail to another is to nobody else`() {
    #expect(Self.mail("To: \"jane@acme.test\" <otto@acme.test> (jane@acme.test)\n\nx").recipients == ["otto@acme.test"])
  }

  @Test func `words in other letters are read`() {
    #expect(Self.mail("Subject: =?utf-8?Q?Az_=C3=96n?= =?UTF-8?B?IGvDs2RqYQ==?= (1)\n\n").subject == "Az Ön kódja (1)")
    #expect(Self.mail("Subject: =?iso-8859-1?q?caf=E9?=\n\n").subject == "café")
    #expect(Self.mail("Subject: =?x?y?z =? really =?\n\n").subject == "=?x?y?z =? really =?")
  }

  @Test func `of several parts the first of each kind is taken, however deep`() {
    let mail = Self.mail(
      """
      To: jane@acme.test
      Content-Type: multipart/mixed; boundary="outer"

      not for people
      --outer
      Content-Type: multipart/alternative; boundary=inner

      --inner
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      Open https://acme.test/welcome?t=3D=
      1 and k=C3=B3d
      --inner
      Content-Type: text/html; charset=utf-8
      Content-Transfer-Encoding: base64

      PGEgaHJlZj0iaHR0cHM6Ly9h
      Y21lLnRlc3QiPng8L2E+
      --inner--
      --outer
      Content-Type: text/plain

      an attachment
      --outer--
      """)
    #expect(mail.text == "Open https://acme.test/welcome?t=1 and kód\r\n")
    #expect(mail.html == "<a href=\"https://acme.test\">x</a>")
  }

  @Test(arguments: [
    "", "\n", ":", "Content-Type: multipart/mixed; boundary=\n\n--\n--", "Subject: =?", "\u{0}\u{1}",
    "Content-Type: multipart/x; boundary=a\n\n--a",
  ])
  func `what is no mail is an empty one`(text: String) {
    #expect(Self.mail(text).recipients == [])
  }

  @Test func `a mail whose parts lie in themselves comes to an end`() {
    let nested = String(repeating: "Content-Type: multipart/mixed; boundary=a\n\n--a\n", count: 5000)
    #expect(Self.mail(nested + "Content-Type: text/plain\n\nx").text.utf8.count <= 1)
  }

  // MARK: Lists

  private static func list(_ json: String, channel: InboxMessage.Channel = .mail) throws(DriverError) -> [InboxMessage] {
    try MessageList.messages(
      in: Array(json.utf8), to: "jane@acme.test", channel: channel, since: Instant(milliseconds: 1_700_000_000_000))
  }

  @Test func `spaces around an address do not count`() throws {
    #expect(try Self.list("[{\"to\": \" jane@acme.test \", \"received\": \"2023-11-14T22:13:22Z\", \"text\": \"1\"}]").count == 1)
  }

  @Test func `of a list those to the recipient and after the mark are taken, oldest first`() throws {
    let messages = try Self.list(
      """
      {"messages": [
        {"id": "b", "to": ["otto@acme.test", "Jane@acme.test"], "received": "2023-11-14T22:13:30Z", "subject": "B", "html": "<a href='https://a.test/x'>x</a>"},
        {"id": "a", "to": "jane@acme.test", "received": "2023-11-14T22:13:21Z", "text": "see https://a.test/y."},
        {"id": "old", "to": "jane@acme.test", "received": "2023-11-14T22:13:19Z", "text": "x"},
        {"id": "sms", "to": "jane@acme.test", "received": "2023-11-14T22:13:22Z", "text": "123456", "channel": "sms"},
        {"id": "other", "to": "otto@acme.test"}
      ]}
      """)
    #expect(messages.map(\.id) == ["a", "b"])
    #expect(messages.map(\.links) == [["https://a.test/y"], ["https://a.test/x"]])
    #expect(
      try Self.list(
        "[{\"to\": \"jane@acme.test\", \"received\": \"2023-11-14T22:13:22Z\", \"text\": \"1\", \"channel\": \"sms\"}]", channel: .sms
      ).count == 1)
  }

  @Test func `numbers of text messages are compared by their digits`() throws {
    let messages = try MessageList.messages(
      in: Array(#"[{"to": "+1 (555) 010-0100", "received": "2023-11-14T22:13:22Z", "text": "1", "channel": "sms"}]"#.utf8),
      to: "+15550100100", channel: .sms, since: Instant(milliseconds: 1_700_000_000_000))
    #expect(messages.count == 1)
  }

  private static let noRecipient = "message 1 of the inbox has no 'to' that is an address or a list of addresses"

  @Test(arguments: [
    ("no", "the inbox's response is not JSON: "), ("{}", "the inbox's response is not a list of messages"),
    ("[{}]", noRecipient), ("[{\"to\": []}]", noRecipient), ("[{\"to\": 5}]", noRecipient),
    ("[{\"to\": [{\"Address\": \"jane@acme.test\"}]}]", noRecipient),
    ("[{\"to\": [\"otto@acme.test\", {\"Address\": \"jane@acme.test\"}]}]", noRecipient),
    ("[{\"to\": \"otto@acme.test, jane@acme.test\"}]", noRecipient), ("[{\"to\": \"mailto:jane@acme.test\"}]", noRecipient),
    ("[{\"to\": \"\"}]", noRecipient), ("{\"error\": \"quota\", \"messages\": []}", "the inbox's response has an 'error'"),
    ("{\"messages\": [{\"to\": \"jane@acme.test\"}], \"messages\": []}", "the inbox's response is not JSON: "),
    ("[{\"to\": \"jane@acme.test\"}]", "message 1 of the inbox has no 'received', a time such as 2026-01-31T09:30:00Z"),
  ])
  func `what is no list is told`(json: String, message: String) {
    do throws(DriverError) {
      _ = try Self.list(json)
      Issue.record("'\(json)' was read")
    } catch {
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }
}
