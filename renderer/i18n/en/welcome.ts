// First run, and the form that connects an account.

export const welcome = {
  language: 'Language',
  sentence:
    'Railbird browses racing data: cards, indices, training, past runs, results and payoffs, race by race and horse by horse, and takes any of it away as a file.',
  sampleTitle: 'Look around first',
  sampleText:
    'Eight weeks of invented racing and the coming cards, in all sixteen tables. No account, nothing leaves this computer, and every screen says that it is a sample.',
  trySample: 'Try it with sample data',
  samplePreparing: 'Preparing sample racing…',
  accountTitle: 'Connect your account',
  accountText: 'The address and both keys are on the dashboard of your racing data service.',
  address: 'Address of the service',
  addressHint: 'For example https://api.example.com',
  apiKey: 'Application key',
  apiKeyHint: 'The same for all users of the application.',
  userKey: 'User key',
  userKeyHint: 'Yours alone. The dashboard shows it on request.',
  blankKeeps: 'Kept from before: leave blank.',
  keyInKeychain:
    'The user key will be kept in this computer’s keychain, and in no file, log or page of Railbird.',
  keyInSession:
    'This computer has no keychain that Railbird can use: the user key will be held in memory only.',
  addressProblem: 'The address must begin with https:// or http://.',
  inClear: 'The keys would travel in clear',
  inClearAdvice:
    'An http:// address of another machine is not encrypted: whoever is on the way can read the keys. Use https:// where the service has it.',
  keysProblem: 'Both keys are needed.',
  userKeyProblem: 'The user key is needed.',
  connect: 'Connect',
  checking: 'Checking…',
  oneRequest: 'The keys are checked with one request and kept only if the service accepts them.',
};
