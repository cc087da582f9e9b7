import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct MailMutationTests {
  private static let mails = [
    "To: \"Doe, Jane\" <Jane@Acme.test>,\r\n otto@acme.test\r\nSubject: =?utf-8?Q?Az_=C3=96n?= =?UTF-8?B?IGvDs2RqYQ==?=\r\n\r\n482913",
    """
    To: jane@acme.test\r
    Content-Type: multipart/alternative; boundary="b"\r
    \r
    --b\r
    Content-Type: text/plain; charset=iso-8859-1\r
    Content-Transfer-Encoding: quoted-printable\r
    \r
    caf=E9 =\r
    482913\r
    --b\r
    Content-Type: text/html\r
    Content-Transfer-Encoding: base64\r
    \r
    PGEgaHJlZj0iaHR0cHM6Ly9hY21lLnRlc3QvP2E9MSI+eDwvYT4=\r
    --b--\r
    """,
  ].map { Array($0.utf8) }

  private static let pieces = [
    "\r\n", "\r\n\r\n", "--b", "--b--", "=?", "?=", "?Q?", "?B?", "=E9", "=\r\n", "=", "boundary=\"\"", "boundary=", "multipart/mixed", "<",
    ">",
    ",", ";", "charset=utf-16", "Content-Type: ", "Content-Transfer-Encoding: base64",
  ]

  @Test
  func `any mail is read, as far as it can be`() {
    let rounds = MutationRounds(usual: 3_000, of: "mails")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var texts = 0
    for round in 0..<rounds.count {
      let bytes = mutator.mutated(Self.mails[round % 2], with: Self.mails[(round + 1) % 2], using: &random)
      let mail = MailText(bytes)
      if mail.text.contains("482913") { texts += 1 }
      #expect(mail.recipients.allSatisfy { $0.contains("@") }, "seed \(rounds.seed), round \(round)")
    }
    #expect(texts > rounds.count / 5)
  }

  @Test func `any list of messages is read or refused`() {
    let list = Array(
      #"{"messages":[{"to":["jane@acme.test"],"received":"2026-01-31T09:30:00Z","text":"1","channel":"sms","id":"a"}]}"#.utf8)
    let rounds = MutationRounds(usual: 2_000, of: "lists of messages")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: ["null", "[]", "{}", "T25:61:61Z", "-00-00", "\"", ","])
    for _ in 0..<rounds.count {
      let bytes = mutator.mutated(list, with: list, using: &random)
      do throws(DriverError) {
        _ = try MessageList.messages(in: bytes, to: "jane@acme.test", channel: .sms, since: Instant(milliseconds: 0))
      } catch {
        #expect(!error.message.isEmpty, "seed \(rounds.seed)")
      }
    }
  }
}
