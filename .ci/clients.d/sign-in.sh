#!/usr/bin/env bash
# A sign-in by API with curl and jq, and a code by mail out of the mock's inbox.
#   sign-in.sh ISSUER CLIENT REDIRECT_URI [CURL-OPTION...]
set -euo pipefail
issuer=$1 client=$2 redirect=$3
shift 3
world=curl-$$
ask() { curl --silent --show-error --fail-with-body --header "Journey-World: $world" "$@"; }
options=("$@")

discovery=$(ask "${options[@]}" "$issuer/.well-known/openid-configuration")
verifier=$(head -c 32 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d '=')
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64 -w 0 | tr '+/' '-_' | tr -d '=')
begun=$(ask "${options[@]}" --get "$(jq -r .authorization_endpoint <<<"$discovery")" \
  --data-urlencode "client_id=$client" --data-urlencode "redirect_uri=$redirect" --data response_type=code --data 'scope=openid+email' \
  --data state=from-curl --data nonce=curl --data code_challenge_method=S256 --data "code_challenge=$challenge" --data sdk=web)
session=$(sed -n 's/.*session_id=\([^&]*\).*/\1/p' <<<"$begun")
post() {
  ask "${options[@]}" --header "Authorization: Bearer $session" --json "$2" "$issuer/flow/api/v1/$1"
}

# Rita is considered a risk: after her password she is asked for a code that comes by mail.
post init '{}' | jq -e '.screen == "identification"' >/dev/null
post form/identifier '{"identifier": "rita@acme.test"}' >/dev/null
screen=$(post form/password '{"password": "Rita-zebra-33"}')
form=$(jq -r '[.forms[] | select(any(.widgets[]; .id == "passcode"))][0].id' <<<"$screen")
mail=$(ask "${options[@]}" "$issuer/api/v1/messages" | jq -r '.messages[0].ID')
code=$(ask "${options[@]}" "$issuer/api/v1/message/$mail" | jq -r '.Text | match("[0-9]{6}").string')
end=$(post "form/$form" "{\"passcode\": \"$code\"}")
callback=$(ask "${options[@]}" --header "Authorization: Bearer $session" "$(jq -er .finalizeUrl <<<"$end")")
granted=$(sed -n 's/.*[?&]code=\([^&]*\).*/\1/p' <<<"$callback")
tokens=$(ask "${options[@]}" "$(jq -r .token_endpoint <<<"$discovery")" --data grant_type=authorization_code \
  --data-urlencode "client_id=$client" --data-urlencode "code=$granted" --data-urlencode "code_verifier=$verifier" \
  --data-urlencode "redirect_uri=$redirect")
email=$(ask "${options[@]}" --header "Authorization: Bearer $(jq -r .access_token <<<"$tokens")" "$(jq -r .userinfo_endpoint <<<"$discovery")" \
  | jq -r .email)
[ "$email" = rita@acme.test ]
echo "curl and jq: $email is signed in, by a code from the inbox"
