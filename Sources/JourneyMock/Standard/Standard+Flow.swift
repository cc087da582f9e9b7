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
      wrong_code:
        on: passcode
        en: The code is incorrect.
        hu: A kód helytelen.
        de: Der Code ist falsch.
      old_code:
        on: passcode
        en: The code is no longer valid. Ask for a new one.
        hu: A kód már nem érvényes. Kérjen újat.
        de: Der Code ist nicht mehr gültig. Fordern Sie einen neuen an.
      too_many_codes:
        en: Too many wrong codes. Please sign in again.
        hu: Túl sok hibás kód. Kérjük, jelentkezzen be újra.
        de: Zu viele falsche Codes. Bitte melden Sie sich neu an.
      sent_again:
        level: info
        en: We sent you a new code.
        hu: Új kódot küldtünk.
        de: Wir haben Ihnen einen neuen Code gesendet.
      mismatch:
        on: passwordConfirmation
        en: The two passwords differ.
        hu: A két jelszó nem egyezik.
        de: Die beiden Passwörter sind verschieden.
    everywhere:
      reset:
        again: {forget: session, go: start}
    """
}
