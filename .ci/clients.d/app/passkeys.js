// A sign-in by API at a journey-flow tenant whose people have passkeys: who comes with a password makes one, and from then on it signs in
// alone. ?issuer=… names the tenant.
const issuer = new URLSearchParams(location.search).get("issuer");
const client = "shop-web";
const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
const home = `${location.origin}/`;
const state = document.querySelector("#state");
const base64url = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

// A journey that has begun: its screens, one after the other, and its end.
async function begin() {
  const [verifier, wanted] = [random(), random()];
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const begun = await fetch(`${discovery.authorization_endpoint}?${new URLSearchParams({
    client_id: client, redirect_uri: home, response_type: "code", scope: "openid email", state: wanted, nonce: random(),
    code_challenge: challenge, code_challenge_method: "S256", sdk: "web", prompt: "login",
  })}`, { credentials: "include" });
  const session = { Authorization: `Bearer ${new URL(await begun.text()).searchParams.get("session_id")}` };
  const post = async (path, body) => {
    const answer = await fetch(`${issuer}/flow/api/v1/${path}`, {
      method: "POST", credentials: "include", headers: { ...session, "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const screen = await answer.json();
    const problem = Object.values(screen.messages ?? {}).flatMap(Object.values).find(message => message.text);
    if (problem) throw new Error(problem.text);
    return screen;
  };
  const finish = async screen => {
    if (!screen.finalizeUrl) throw new Error(`the screen '${screen.screen}' is not one of this app's`);
    const callback = new URL(await (await fetch(screen.finalizeUrl, { credentials: "include", headers: session })).text());
    const answer = await fetch(discovery.token_endpoint, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code", client_id: client, code: callback.searchParams.get("code"), code_verifier: verifier,
        redirect_uri: home,
      }),
    });
    const tokens = await answer.json();
    if (!answer.ok) throw new Error(tokens.error);
    const profile = await fetch(discovery.userinfo_endpoint, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
    const { email } = await profile.json();
    state.dataset.name = "signed-in";
    state.textContent = `Hello ${email}`;
  };
  return { post, finish, first: await post("init", {}) };
}

const widget = (screen, id) => screen.forms.flatMap(form => form.widgets).find(one => one.id === id);

async function byPassword(email, password) {
  const { post, finish } = await begin();
  let screen = await post("form/signIn", { email, password });
  if (screen.screen === "passkeyEnroll") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(widget(screen, "passkeyEnroll.credential").enrollOptions);
    const made = await navigator.credentials.create({ publicKey });
    screen = await post("form/passkeyEnroll", { target: "Laptop", passkeyEnroll: { credential: made.toJSON() } });
  }
  await finish(screen);
}

async function byPasskey() {
  const { post, finish, first } = await begin();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(widget(first, "passkey.credential").assertionOptions);
  const used = await navigator.credentials.get({ publicKey });
  await finish(await post("form/passkey", { passkey: { credential: used.toJSON() } }));
}

async function attempt(work) {
  state.dataset.name = "busy";
  try {
    await work();
  } catch (error) {
    state.dataset.name = "failed";
    state.textContent = `That did not work: ${error.message}`;
  }
}

document.querySelector("#api").addEventListener("submit", event => {
  event.preventDefault();
  const fields = new FormData(event.target);
  attempt(() => byPassword(fields.get("email"), fields.get("password")));
});
document.querySelector("#passkey").addEventListener("click", () => attempt(byPasskey));
document.documentElement.dataset.ready = "";
