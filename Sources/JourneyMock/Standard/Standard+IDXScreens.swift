extension Standard {
  /// What the screens of an org hold.
  static let idxScreens = #"""
    screens:
      identify:
        forms:
          identify:
            identifier: {type: text, label: Username, required: true}
            rememberMe: {type: checkbox, label: Keep me signed in}
          select-enroll-profile: {when: policy.registration}
          unlock-account: {when: policy.unlock}
          launch-authenticator: {when: policy.fastpass}
          redirect-idp/google:
            when: policy.idp
            service: {type: provider, label: Google IDP, value: GOOGLE}
      device-challenge-poll/LOOPBACK:
        challenge: {challengeMethod: LOOPBACK, domain: "http://localhost", ports: ["2000", "6511", "6512", "6513"]}
        forms:
          device-challenge-poll: {}
          authenticatorChallenge-cancel: {}
      challenge-authenticator/okta_password:
        forms:
          challenge-authenticator:
            credentials.passcode: {type: password, label: Password, required: true}
          currentAuthenticatorEnrollment-recover: {when: policy.recovery}
      reenroll-authenticator/okta_password:
        forms:
          reenroll-authenticator:
            credentials.passcode: {type: password, label: New password, required: true}
      reset-authenticator/okta_password:
        forms:
          reset-authenticator:
            credentials.passcode: {type: password, label: New password, required: true}
      select-authenticator-authenticate:
        forms:
          select-authenticator-authenticate:
            authenticator:
              type: authenticators
              options:
                - {value: okta_email, when: account.factors has email}
                - {value: phone_number, when: account.factors has phone}
                - {value: google_otp, when: account.factors has otp}
                - {value: okta_verify, when: account.factors has verify}
                - {value: security_question, when: account.factors has question}
      challenge-authenticator/okta_email:
        forms:
          challenge-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
          currentAuthenticatorEnrollment-resend: {}
      authenticator-verification-data/okta_email:
        forms:
          authenticator-verification-data:
            authenticator: {type: authenticator, methods: [email]}
      authenticator-verification-data/phone_number:
        forms:
          authenticator-verification-data:
            authenticator: {type: authenticator, methods: [sms, voice]}
      challenge-authenticator/phone_number/sms:
        forms:
          challenge-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
          select-authenticator-authenticate:
            authenticator:
              type: authenticators
              options:
                - {value: phone_number}
                - {value: okta_email, when: account.factors has email}
          currentAuthenticatorEnrollment-resend: {}
      challenge-authenticator/phone_number/voice:
        forms:
          challenge-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
      challenge-authenticator/google_otp/otp:
        forms:
          challenge-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
      challenge-authenticator/okta_verify/totp:
        forms:
          challenge-authenticator:
            credentials.totp: {type: text, label: Enter code from Okta Verify app, required: true}
      challenge-poll/okta_verify/push:
        context: {correctAnswer: "${session.number}"}
        forms:
          challenge-poll: {}
          select-authenticator-authenticate:
            authenticator:
              type: authenticators
              options:
                - {value: okta_verify, methods: [totp]}
                - {value: okta_email, when: account.factors has email}
      resend/okta_verify/push:
        forms:
          resend:
            authenticator: {type: authenticator}
          select-authenticator-authenticate:
            authenticator:
              type: authenticators
              options:
                - {value: okta_verify, methods: [totp]}
                - {value: okta_email, when: account.factors has email}
      challenge-authenticator/security_question:
        forms:
          challenge-authenticator:
            credentials.questionKey: {type: carried, label: "${account.question}", value: "${account.question_key}"}
            credentials.answer: {type: password, label: Answer, required: true}
      select-authenticator-enroll:
        forms:
          select-authenticator-enroll:
            authenticator:
              type: authenticators
              options:
                - {value: phone_number, when: not account.factors has phone, allowed_for: any}
                - {value: google_otp, when: not account.factors has otp, allowed_for: sso}
                - {value: security_question, when: not account.factors has question, allowed_for: any}
          skip: {when: not session.must_enroll}
      authenticator-enrollment-data/phone_number:
        forms:
          authenticator-enrollment-data:
            authenticator: {type: authenticator, methods: [sms, voice]}
      enroll-authenticator/phone_number/sms:
        forms:
          enroll-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
      enroll-authenticator/phone_number/voice:
        forms:
          enroll-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
      enroll-authenticator/google_otp/otp:
        context: {sharedSecret: "${session.totp}"}
        forms:
          enroll-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
      enroll-authenticator/security_question:
        forms:
          enroll-authenticator:
            credentials:
              type: questions
              options:
                - {value: disliked_food, label: What is the food you least liked as a child?}
                - {value: first_plush_toy, label: What is the name of your first stuffed animal?}
                - {value: favorite_vacation, label: Where did you go for your favorite vacation?}
      enroll-authenticator/okta_email:
        forms:
          enroll-authenticator:
            credentials.passcode: {type: text, label: Enter code, required: true}
          currentAuthenticator-resend: {}
      enroll-authenticator/okta_password:
        forms:
          enroll-authenticator:
            credentials.passcode: {type: password, label: Enter password, required: true}
      enroll-profile:
        forms:
          enroll-profile:
            userProfile.firstName: {type: text, label: First name, required: true}
            userProfile.lastName: {type: text, label: Last name, required: true}
            userProfile.email: {type: text, label: Email, required: true}
          select-identify: {}
      select-authenticator-unlock-account:
        forms:
          select-authenticator-unlock-account:
            identifier: {type: text, label: Username, required: true}
            authenticator:
              type: authenticators
              options:
                - {value: okta_email}
                - {value: phone_number, methods: [sms]}
      consent:
        forms:
          consent:
            scopes:
              type: scopes
              options:
                - {value: profile, label: View your profile., desc: This allows the app to view your profile information.}
                - {value: email, label: View your email address., desc: This allows the app to view your email address.}
            consent:
              type: decision
              required: true
              options:
                - {value: "true", label: Allow Access}
                - {value: "false", label: "Don't Allow"}
      terminal/tooManyRequests: {}
      terminal/security.access_denied: {}
      terminal/core.system.transaction_resource_not_found: {}
      terminal/idx.operation.cancelled.by.user: {}
      terminal/oie.selfservice.reset.password.not.allowed: {}
      terminal/idx.recovery.completed: {}
      terminal/oie.selfservice.unlock_user.success.message: {}
    """#
}
