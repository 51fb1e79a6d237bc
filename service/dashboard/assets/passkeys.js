// Signs in with a passkey, makes one with the invitation in the address, or adds another one to a session. The secret of an invitation is behind the #,
// which browsers never send, so it is in no log, and a mail scanner that opens the link does not use it up.

const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

/** Its message is the name of one of the page's messages. */
class Problem extends Error {}

/** Shows one of the page's messages, or none. */
function tell(name) {
  for (const message of document.querySelectorAll('[data-message]')) {
    message.hidden = message.dataset.message !== name;
  }
}

const FAILED = { 'sign-in': 'signInFailed', invitation: 'invitationFailed', passkeys: 'addFailed' };

/** The answer of the dashboard; throws a Problem. */
async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem('unreachable');
  }
  if (answer.ok) return answer.json();
  const problem = { 429: 'tooOften', 503: 'unavailable' }[answer.status];
  throw new Problem(problem ?? FAILED[path.split('/')[1]]);
}

/** What the person's device answers; throws a Problem. */
async function device(ask) {
  try {
    return await ask();
  } catch (error) {
    const isThere = error?.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new Problem(isThere ? 'addFailed' : 'cancelled');
  }
}

const ACTIONS = {
  async 'sign-in'() {
    const optionsJSON = await post('/sign-in/options', {});
    return post('/sign-in', { response: await device(() => startAuthentication({ optionsJSON })) });
  },
  async invitation() {
    const secret = location.hash.slice(1);
    if (secret === '') throw new Problem('noInvitation');
    const optionsJSON = await post('/invitation/options', { secret });
    const response = await device(() => startRegistration({ optionsJSON }));
    return post('/invitation', { secret, response });
  },
  async add() {
    const optionsJSON = await post('/passkeys/options', {});
    return post('/passkeys', { response: await device(() => startRegistration({ optionsJSON })) });
  },
};

async function act(button) {
  button.disabled = true;
  tell('waiting');
  try {
    await ACTIONS[button.dataset.passkey]();
    location.replace(button.dataset.passkey === 'add' ? '/?passkey-added' : '/');
  } catch (error) {
    tell(error instanceof Problem ? error.message : 'unreachable');
    button.disabled = false;
  }
}

// The page in the other language needs the secret too.
document.querySelector('a.language')?.addEventListener('click', ({ currentTarget }) => {
  currentTarget.hash = location.hash;
});

for (const button of document.querySelectorAll('button[data-passkey]')) {
  button.addEventListener('click', () => void act(button));
}
