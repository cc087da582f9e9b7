/// What is in the list of sources of a field in addition to what the recording knows.
enum AnswerSourceKey: String {
  /// Nothing is answered.
  case keep
  /// Its content is taken out.
  case empty
  /// What is typed is not a secret, although the field hides it.
  case invented
  /// A secret of the environment, whose name is typed.
  case secret
  /// What is typed is the code of a mail, or of a text message, that only the person can read.
  case readMail = "read-mail"
  case readText = "read-text"
}
