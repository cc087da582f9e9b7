/// What stands in the list of sources of a field besides what the recording knows.
enum AnswerSourceKey: String {
  /// Nothing is answered.
  case keep
  /// What stands in it is taken out.
  case empty
  /// What is typed is no secret, though the field hides it.
  case invented
  /// A secret of the environment, whose name is typed.
  case secret
  /// What is typed is the code of a mail, or of a text message, that only the person can read.
  case readMail = "read-mail"
  case readText = "read-text"
}
