// A sign-in with screens of an app's own at an org of the Identity Engine: remediation by remediation. ?issuer=… names the
// authorization server.
const issuer = new URLSearchParams(location.search).get("issuer");
const client = "shop-web";
const state = document.querySelector("#state");
const base64url = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
// The vendor's SDK sends it with every request, so browsers ask whether it may.
const agent = { "X-Okta-User-Agent-Extended": "shop/1.0" };

async function send(url, body, type = "application/ion+json; okta-version=1.0.0") {
  const answer = await fetch(url, { method: "POST", credentials: "include", headers: { ...agent, Accept: type, "Content-Type": type }, body });
  return { body: await answer.json(), id: answer.headers.get("X-Okta-Request-Id") };
}

const form = (url, fields) => send(url, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");

async function signIn(email, password) {
  const verifier = random();
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const begun = await form(`${issuer}/v1/interact`, {
    client_id: client, redirect_uri: `${location.origin}/`, scope: "openid profile email", state: random(), nonce: random(),
    code_challenge: challenge, code_challenge_method: "S256",
  });
  if (!begun.body.interaction_handle) throw new Error(begun.body.error_description);
  let shown = await send(`${new URL(issuer).origin}/idp/idx/introspect`, JSON.stringify({ interactionHandle: begun.body.interaction_handle }));
  const answers = { identify: { identifier: email }, "challenge-authenticator": { credentials: { passcode: password } } };
  while (!shown.body.successWithInteractionCode) {
    const said = shown.body.messages?.value[0]?.message;
    const next = shown.body.remediation?.value.find(remediation => answers[remediation.name]);
    if (said || !next) throw new Error(said ?? `no answer to ${shown.body.remediation?.value.map(one => one.name)}`);
    const given = answers[next.name];
    delete answers[next.name];
    // A form that asks for both at once gets both.
    const both = next.name === "identify" && next.value.some(field => field.name === "credentials");
    const body = { stateHandle: shown.body.stateHandle, ...given, ...(both ? { credentials: { passcode: password } } : {}) };
    shown = await send(next.href, JSON.stringify(body));
  }
  const code = shown.body.successWithInteractionCode.value.find(field => field.name === "interaction_code").value;
  const tokens = await form(`${issuer}/v1/token`, {
    grant_type: "interaction_code", interaction_code: code, client_id: client, code_verifier: verifier,
  });
  if (!tokens.body.access_token) throw new Error(tokens.body.error_description ?? tokens.body.error);
  const profile = await fetch(`${issuer}/v1/userinfo`, { headers: { ...agent, Authorization: `Bearer ${tokens.body.access_token}` } });
  const { email: name } = await profile.json();
  Object.assign(state.dataset, { name: "signed-in", event: shown.id ?? "" });
  state.textContent = `Hello ${name}`;
}

document.querySelector("#api").addEventListener("submit", async event => {
  event.preventDefault();
  const fields = new FormData(event.target);
  try {
    await signIn(fields.get("email"), fields.get("password"));
  } catch (error) {
    state.dataset.name = "failed";
    state.textContent = `That did not work: ${error.message}`;
  }
});
document.documentElement.dataset.ready = "";
