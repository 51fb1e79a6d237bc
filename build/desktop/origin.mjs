// Where a package comes from: what the user who builds it says in the environment. Nothing is assumed.

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined} the app's home page: RAILBIRD_HOMEPAGE, or the repository of a GitHub workflow
 * @throws if it is no address that can be used
 */
export const homepageOf = (env) => addressIn(env, 'RAILBIRD_HOMEPAGE') ?? repositoryOf(env);

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined} where the app looks for new versions: RAILBIRD_UPDATE_FEED, or the newest published
 *   release of a GitHub workflow's repository; without either it has no feed
 * @throws if it is no address that can be used
 */
export function updateFeedOf(env) {
  const repository = repositoryOf(env);
  const releases = repository === undefined ? undefined : `${repository}/releases/latest/download`;
  return addressIn(env, 'RAILBIRD_UPDATE_FEED') ?? releases;
}

const repositoryOf = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) =>
  server && repository ? `${server}/${repository}` : undefined;

function addressIn(env, name) {
  const given = env[name]?.trim();
  if (!given) return undefined;
  if (URL.parse(given)?.protocol !== 'https:')
    throw new Error(`${name} must be an https address, not "${given}".`);
  return given;
}
