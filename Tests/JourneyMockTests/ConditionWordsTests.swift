import JourneyMock
import Testing

struct ConditionWordsTests {
  @Test(arguments: [
    ("account", "an account"),
    ("not account or account.status == staged", "no account or status staged"),
    ("answer.password == account.password", "right password"),
    ("not answer.credentials.passcode == account.password and account.status != active", "wrong password, status not active"),
    ("not (account.status == active and answer.password == account.password)", "status not active or wrong password"),
    ("not (account.status == active or account.status == new)", "status not active, status not new"),
    (
      "(account.factors has verify or not policy.okta_verify) and not account.factors has phone",
      "(verify in factors or not policy okta_verify), phone not in factors"
    ),
    ("counter.code != full and answer.credentials.passcode == sent.email_code", "limit of 'code' not reached, right code of 'email_code'"),
    ("answer.totp == totp(account.totp)", "right app code"),
    ("counter.sends == full", "limit of 'sends' reached"),
    ("timer.push == over", "time of 'push' over"),
    ("not answer.credentials.passcode matches '.{8,}'", "passcode of fewer than 8 characters"),
    ("answer.email matches '[^@]+@.+'", "email in the right form"),
    ("answer.authenticator.key == okta_email", "okta_email chosen"),
    ("answer.home.email == answer.work.email", "home.email the same as work.email"),
    ("answer.accept and not answer.other", "accept given, no other given"),
    ("account.status in [locked, denied]", "status locked or denied"),
    ("not session.must_enroll", "not session must enroll"),
    ("not account.password", "without password"),
    (
      "account.vip and account.known or account.role == admin and account.status == locked",
      "(with vip, with known) or (role admin, status locked)"
    ),
    ("account.vip and (account.known or account.role == admin)", "with vip, (with known or role admin)"),
    ("account.role in [admin, user] and account.vip", "(role admin or user), with vip"),
    ("not policy.no.mail", "not policy no.mail"),
    ("session.status == locked and device.known", "session status locked, device known"),
    ("account.password == answer.pass", "right password"),
    ("answer.a == 'status locked or right'", "a 'status locked or right'"),
    ("true", "always"),
    ("not true", "never"),
    ("account.status ==", "account.status =="),
    ("(account", "(account"),
    ("a and and b", "a and and b"),
    ("account.status == 'a", "account.status == 'a"),
  ])
  func `a condition is put in words, and one that cannot be read stays what it is`(condition: String, words: String) {
    #expect(ConditionWords.of(condition) == words)
  }
}
