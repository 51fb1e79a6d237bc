// Where a package comes from: what the person who builds it says in the environment. Nothing is assumed.

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ homepage: string | undefined, updates: string | undefined }}
 *   `homepage`: RAILBIRD_HOMEPAGE, or the repository of a GitHub workflow. `updates`: RAILBIRD_UPDATES_URL, the folder
 *   over HTTPS in which the app looks for new versions.
 * @throws if one of them is no address that can be used
 */
export function originOf(env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  const onGitHub = server && repository ? `${server}/${repository}` : undefined;
  return {
    homepage: addressOf('RAILBIRD_HOMEPAGE', env) ?? onGitHub,
    updates: addressOf('RAILBIRD_UPDATES_URL', env),
  };
}

function addressOf(name, env) {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new Error(`${name} must be an https address, not "${text}".`);
  return text.replace(/\/+$/u, '');
}
