import JourneyModel
import JourneyRecording

extension Screen {
  /// Whether a way on may change the account for good, as far as its form and its words tell: an enrolment stays, and so does a deletion.
  func mayChangeAccount(by way: Way) -> Bool {
    guard let form = form(way.form) else { return false }
    if case .navigation = form.kind { return false }
    let words = [form.id.rawValue, way.label]
    // What is only pressed leads to another screen, unless it says that something goes or comes.
    guard !form.fields.isEmpty else { return words.contains { $0.names(["enrol"] + String.deletions) } }
    if form.asksForNewPassword || shownKey != nil || form.changesAddress(by: way) { return true }
    let headings = facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    return (words + [id.text] + headings).contains { $0.names(String.changes + String.deletions) }
  }
}

extension Form {
  /// Whether an e-mail address or a phone number is replaced: a field says that it is the new one, or the button that it is kept.
  fileprivate func changesAddress(by way: Way) -> Bool {
    fields.contains { field in
      guard case .entry(let entry) = field.kind else { return false }
      let text = "\(field.id.text) \(field.label?.visible ?? "")".lowercased()
      let isAddress =
        [.email, .phone].contains(entry.purpose)
        || ["mail", "phone", "mobile", "telefon", "téléphone", "teléfono"].contains(where: text.contains)
      return isAddress && (text.names(["new", "neu", "nouvel", "nuev", "nuov", "nov", "nieuw"]) || way.label.names(String.keepings))
    }
  }
}

extension String {
  /// Parts of words that stand where something is kept: an enrolment, a registration, a consent.
  fileprivate static let changes = [
    "enrol", "regist", "create", "terms", "consent", "accept", "agree", "authenticator", "two factor", "2fa", "activat",
    // German, French, Spanish, Italian, Portuguese and Dutch.
    "zwei faktor", "einricht", "aktivier", "erstellen", "anlegen", "zustimm", "akzept", "inscri", "créer", "activer", "crear", "activar",
    "aceptar", "crea ", "attiva", "accett", "criar", "ativar", "aceitar", "aanmaken", "activeren",
  ]
  /// Parts of words of a deletion.
  fileprivate static let deletions = [
    "delet", "remov", "close account", "close my account", "close your account", "close the account", "deactivat",
    "lösch", "konto schließen", "kündigen", "deaktivier", "supprim", "fermer mon compte", "clôturer", "désactiv", "elimin", "borrar",
    "cerrar cuenta", "cerrar mi cuenta", "desactiv", "cancella", "chiudi account", "disattiva", "excluir", "encerrar conta", "verwijder",
    "opheffen",
  ]
  /// Parts of words of buttons that keep what was filled in.
  fileprivate static let keepings = [
    "save", "update", "change", "speicher", "änder", "aktualisier", "enregistrer", "modifier", "guardar", "cambiar", "salva", "modifica",
    "salvar", "alterar", "opslaan", "wijzig",
  ]

  /// Whether one of these is in it.
  fileprivate func names(_ parts: [String]) -> Bool {
    let words = lowercased().replacing("-", with: " ").replacing("_", with: " ")
    return parts.contains { words.contains($0) }
  }
}
