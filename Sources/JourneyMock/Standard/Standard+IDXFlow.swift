extension Standard {
  /// From the first screen to the tokens, by way of everything that policies may ask for.
  static let idxFlow = #"""
    start: identify
    everywhere:
      cancel:
        again: {forget: session, go: start}
    flow:
      identify:
        identify:
          find: {account.email: answer.identifier, account.username: answer.identifier}
          unknown: {when: not account or account.status == staged, forget: account, count: lookups, say: unknown}
          locked: {when: account.status == locked, forget: account, say: locked}
          known: {go: password}
        select-enroll-profile:
          chosen: {go: registration}
        unlock-account:
          chosen: {go: unlock}
        launch-authenticator:
          chosen: {start: probe, go: probing}
        redirect-idp/google:
          find: {account.email: answer.login_hint}
          known: {when: account, go: second}
          unknown: {refuse: access_denied}

      probing:
        screen: device-challenge-poll/LOOPBACK
        device-challenge-poll:
          gone: {when: timer.probe == over, go: identify}
          waiting: {}
        authenticatorChallenge-cancel:
          given_up: {go: identify}

      limited:
        screen: terminal/tooManyRequests
        say: too_many

      password:
        screen: challenge-authenticator/okta_password
        challenge-authenticator:
          wrong: {when: not answer.credentials.passcode == account.password, say: wrong_password, count: password}
          expired: {when: account.status == expired, go: expired_password}
          denied: {when: account.status == denied, go: denied}
          unassigned: {when: account.status == unassigned, refuse: access_denied}
          right: {clear: password, go: second}
        currentAuthenticatorEnrollment-recover:
          refused: {when: account.status != active, go: no_reset}
          allowed: {set: {session.purpose: recovery}, go: recovery_data}

      denied:
        screen: terminal/security.access_denied
        say: denied

      expired_password:
        screen: reenroll-authenticator/okta_password
        reenroll-authenticator:
          weak: {when: "not answer.credentials.passcode matches '.{8,}'", say: weak}
          changed: {set: {account.password: answer.credentials.passcode, account.status: active}, go: second}

      second:
        decide:
          asked: {when: policy.enrolled, go: select}
          set_up: {when: policy.mfa, set: {session.must_enroll: true}, go: enroll}
          not_asked: {go: enrolment}

      select:
        screen: select-authenticator-authenticate
        select-authenticator-authenticate:
          email: {when: answer.authenticator.key == okta_email, send: email_code, go: email}
          sms: {when: answer.authenticator.methodType == sms, send: sms_code, go: sms}
          voice: {when: answer.authenticator.methodType == voice, send: voice_code, go: voice}
          phone: {when: answer.authenticator.key == phone_number, go: phone_data}
          otp: {when: answer.authenticator.key == google_otp, go: otp}
          verify_code: {when: answer.authenticator.methodType == totp, go: verify_code}
          verify_push: {when: answer.authenticator.key == okta_verify, go: pushing}
          question: {go: question}

      email:
        screen: challenge-authenticator/okta_email
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.email_code, go: proven}
          recovering: {when: counter.code != full and answer.credentials.passcode == sent.recovery, go: proven}
          wrong: {say: wrong_code, count: code}
        currentAuthenticatorEnrollment-resend:
          limited: {when: counter.sends == full, say: too_many}
          recovery: {when: session.purpose == recovery, count: sends, send: recovery}
          again: {count: sends, send: email_code}

      proven:
        decide:
          recovering: {when: session.purpose == recovery, go: reset}
          unlocking: {when: session.purpose == unlock, set: {account.status: active}, clear: password, go: unlocked}
          signing_in: {go: enrolment}

      phone_data:
        screen: authenticator-verification-data/phone_number
        authenticator-verification-data:
          voice: {when: answer.authenticator.methodType == voice, send: voice_code, go: voice}
          sms: {send: sms_code, go: sms}

      sms:
        screen: challenge-authenticator/phone_number/sms
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.sms_code, go: proven}
          wrong: {say: wrong_code, count: code}
        select-authenticator-authenticate:
          email: {when: answer.authenticator.key == okta_email, send: email_code, go: email}
          voice: {when: answer.authenticator.methodType == voice, send: voice_code, go: voice}
          sms: {send: sms_code}
        currentAuthenticatorEnrollment-resend:
          limited: {when: counter.sends == full, say: sms_limit}
          again: {count: sends, send: sms_code}

      voice:
        screen: challenge-authenticator/phone_number/voice
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.voice_code, go: proven}
          wrong: {say: wrong_code, count: code}

      otp:
        screen: challenge-authenticator/google_otp/otp
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == totp(account.totp), go: enrolment}
          wrong: {say: wrong_code, count: code}

      verify_code:
        screen: challenge-authenticator/okta_verify/totp
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.totp == totp(account.totp), go: enrolment}
          wrong: {say: wrong_totp, count: code}

      pushing:
        decide:
          starts: {set: {session.push: waiting}, start: push, go: numbering}

      numbering:
        decide:
          number: {when: policy.number_challenge, set: {session.number: new_number}, go: push}
          plain: {go: push}

      push:
        screen: challenge-poll/okta_verify/push
        challenge-poll:
          accepted: {when: session.push == accepted, go: enrolment}
          rejected: {when: session.push == rejected, go: push_rejected}
          gone: {when: timer.push == over, go: timed_out}
          waiting: {}
        select-authenticator-authenticate:
          code: {when: answer.authenticator.key == okta_verify, go: verify_code}
          email: {send: email_code, go: email}

      push_rejected:
        screen: resend/okta_verify/push
        say: push_rejected
        resend:
          again: {go: pushing}
        select-authenticator-authenticate:
          code: {when: answer.authenticator.key == okta_verify, go: verify_code}
          email: {send: email_code, go: email}

      timed_out:
        screen: terminal/core.system.transaction_resource_not_found
        say: timed_out

      question:
        screen: challenge-authenticator/security_question
        challenge-authenticator:
          right: {when: counter.code != full and answer.credentials.answer == account.answer, go: enrolment}
          wrong: {say: wrong_answer, count: code}

      enrolment:
        decide:
          offered: {when: policy.enrolment, go: enroll}
          done: {go: consent}

      enroll:
        screen: select-authenticator-enroll
        select-authenticator-enroll:
          bad_number: {when: "answer.authenticator.phoneNumber and not answer.authenticator.phoneNumber matches '[+][0-9]{7,15}'", say: bad_number}
          sms: {when: answer.authenticator.phoneNumber and answer.authenticator.methodType == sms, set: {session.phone: answer.authenticator.phoneNumber}, send: enroll_sms, go: enroll_sms}
          voice: {when: answer.authenticator.phoneNumber and answer.authenticator.methodType == voice, set: {session.phone: answer.authenticator.phoneNumber}, send: enroll_voice, go: enroll_voice}
          phone: {when: answer.authenticator.key == phone_number, go: enroll_phone_data}
          otp: {when: answer.authenticator.key == google_otp, set: {session.totp: new_totp}, go: enroll_otp}
          question: {go: enroll_question}
        skip:
          later: {set: {account.setup: done}, go: consent}

      enroll_phone_data:
        screen: authenticator-enrollment-data/phone_number
        authenticator-enrollment-data:
          bad_number: {when: "not answer.authenticator.phoneNumber matches '[+][0-9]{7,15}'", say: bad_number}
          voice: {when: answer.authenticator.methodType == voice, set: {session.phone: answer.authenticator.phoneNumber}, send: enroll_voice, go: enroll_voice}
          sms: {set: {session.phone: answer.authenticator.phoneNumber}, send: enroll_sms, go: enroll_sms}

      enroll_sms:
        screen: enroll-authenticator/phone_number/sms
        enroll-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.enroll_sms, set: {account.phone: session.phone}, add: {account.factors: phone}, go: enrolled}
          wrong: {say: wrong_code, count: code}

      enroll_voice:
        screen: enroll-authenticator/phone_number/voice
        enroll-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.enroll_voice, set: {account.phone: session.phone}, add: {account.factors: phone}, go: enrolled}
          wrong: {say: wrong_code, count: code}

      enroll_otp:
        screen: enroll-authenticator/google_otp/otp
        enroll-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == totp(session.totp), set: {account.totp: session.totp}, add: {account.factors: otp}, go: enrolled}
          wrong: {say: wrong_code, count: code}

      enroll_question:
        screen: enroll-authenticator/security_question
        enroll-authenticator:
          done: {set: {account.question_key: answer.credentials.questionKey, account.question: answer.credentials.question, account.answer: answer.credentials.answer}, add: {account.factors: question}, go: enrolled}

      enrolled:
        decide:
          all: {when: account.factors has phone and account.factors has otp and account.factors has question, set: {account.setup: done}, go: consent}
          more: {set: {session.must_enroll: false}, go: enroll}

      consent:
        decide:
          asked: {when: policy.consent, go: approval}
          given: {go: finish}

      approval:
        screen: consent
        consent:
          allowed: {when: answer.consent, set: {account.consent: given}, go: finish}
          refused: {go: cancelled}

      cancelled:
        screen: terminal/idx.operation.cancelled.by.user
        say: cancelled

      registration:
        screen: enroll-profile
        enroll-profile:
          find: {account.email: answer.userProfile.email}
          no_address: {when: "not answer.userProfile.email matches '[^@ ]+@[^@ ]+'", say: no_address}
          taken: {when: account, forget: account, say: taken}
          new:
            create: {email: answer.userProfile.email, claims.given_name: answer.userProfile.firstName, claims.family_name: answer.userProfile.lastName}
            set: {account.status: staged, account.setup: offered}
            send: activation
            go: register_email
        select-identify:
          back: {go: identify}

      register_email:
        screen: enroll-authenticator/okta_email
        enroll-authenticator:
          right: {when: counter.code != full and answer.credentials.passcode == sent.activation, go: activated}
          wrong: {say: wrong_code, count: code}
        currentAuthenticator-resend:
          limited: {when: counter.sends == full, say: too_many}
          again: {count: sends, send: activation}

      activated:                        # where the link of the mail leads too
        decide:
          always: {add: {account.factors: email}, go: register_password}

      register_password:
        screen: enroll-authenticator/okta_password
        enroll-authenticator:
          weak: {when: "not answer.credentials.passcode matches '.{8,}'", say: weak}
          done: {set: {account.password: answer.credentials.passcode, account.status: active}, go: enrolment}

      recovery_data:
        screen: authenticator-verification-data/okta_email
        authenticator-verification-data:
          send: {send: recovery, go: email}

      no_reset:
        screen: terminal/oie.selfservice.reset.password.not.allowed
        say: no_reset

      reset:                            # where the link of the mail leads too
        screen: reset-authenticator/okta_password
        reset-authenticator:
          weak: {when: "not answer.credentials.passcode matches '.{8,}'", say: weak}
          signed_in: {when: policy.sign_in_after_reset, set: {account.password: answer.credentials.passcode}, clear: password, go: consent}
          done: {set: {account.password: answer.credentials.passcode}, clear: password, go: recovered}

      recovered:
        screen: terminal/idx.recovery.completed
        say: recovered

      unlock:
        screen: select-authenticator-unlock-account
        select-authenticator-unlock-account:
          find: {account.email: answer.identifier, account.username: answer.identifier}
          # Whether there is such a person is told to nobody: who is not there gets no code.
          sms: {when: answer.authenticator.key == phone_number, set: {session.purpose: unlock}, send: sms_code, go: sms}
          email: {set: {session.purpose: unlock}, send: email_code, go: email}

      unlocked:
        screen: terminal/oie.selfservice.unlock_user.success.message
        say: unlocked

    """#
}
