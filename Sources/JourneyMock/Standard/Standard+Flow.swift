extension Standard {
  /// `reset` on every screen, what the start asked for, and what the server says of wrong answers.
  static let flowText = """
    tenant: standard
    facts:
      session.prompt: [unset, login, create]
    messages:
      required:
        on: "*"
        en: This field is required.
        hu: Ezt a mezőt ki kell tölteni.
        de: Dieses Feld ist erforderlich.
      invalid:
        on: "*"
        en: This value is not valid.
        hu: Ez az érték nem érvényes.
        de: Dieser Wert ist ungültig.
      stray_form:
        en: This form is not available now.
        hu: Ez az űrlap most nem érhető el.
        de: Dieses Formular ist jetzt nicht verfügbar.
      bad_body:
        en: The request could not be understood.
        hu: A kérés nem értelmezhető.
        de: Die Anfrage war nicht verständlich.
    everywhere:
      reset:
        again: {forget: session, go: start}
    """
}
