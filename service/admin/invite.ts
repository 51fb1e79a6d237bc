// `invite`: a one-time link with which a user makes the first passkey of the dashboard, printed or sent by mail.

import { OPERATOR } from '../accounts/accounts.ts';
import { DATA_DIR_OPTION, OptionsError, originOf } from '../options.ts';
import { mailInvitation, mailSettingsOf } from '../mail/invitation-mail.ts';
import { userOf, withAccounts } from './accounts.ts';
import { adminCommand, EXIT, JSON_OPTION } from './command.ts';

export const invite = adminCommand({
  name: 'invite',
  words: '[name] [more...]',
  usage: 'NAME --origin URL [options]',
  summary: 'invite a user or an operator to the dashboard',
  options: [
    {
      name: 'origin',
      value: 'URL',
      help: 'where browsers reach the dashboard: https://dashboard.example.org',
    },
    { name: 'mail', value: 'ADDRESS', help: 'send the link there instead of printing it' },
    { name: 'operator', help: 'the user sees all users and sets their plans' },
    { name: 'subscriber', help: 'the user is no operator any more' },
    { name: 'lost', help: "the user's devices are lost: end all passkeys and sessions at once" },
    JSON_OPTION,
    DATA_DIR_OPTION,
  ],
  notes: [
    `The link is good for one passkey, for a day; it replaces an earlier link of the user. A user who does not exist yet is
created, without a plan: plans set NAME --until 2027-03-31.`,
    `Mail goes out over SMTP. In the environment: SMTP_URL, such as smtps://user:password@mail.example.org, and MAIL_FROM,
the sender's address. The accounts do not keep the address.`,
    '--operator stays until: invite NAME --subscriber, which takes it away.',
  ],
  async run({ words: [name, ...more], values }, terminal) {
    if (name === undefined || more.length > 0) throw new OptionsError('invite takes the name of one user');
    const user = userOf(name);
    if (values.origin === undefined) throw new OptionsError('invite needs --origin');
    const origin = originOf(values.origin, '--origin');
    // Before the invitation is made, which replaces an earlier one.
    const mail =
      values.mail === undefined ? undefined : { ...mailSettingsOf(terminal.environment), to: values.mail };
    if (values.operator && values.subscriber) {
      throw new OptionsError('invite takes either --operator or --subscriber');
    }
    const invited = {
      role: values.operator ? OPERATOR : values.subscriber ? null : undefined,
      isLost: values.lost ?? false,
    } as const;
    const { secret, until } = await withAccounts(values['data-dir'], terminal, (book) =>
      book.invite(user, invited),
    );
    const link = `${origin}/invitation#${secret}`;
    if (mail) await mailInvitation(mail, { user, link, until });
    if (values.json) {
      terminal.out(JSON.stringify({ event: 'invited', user, until, ...(mail ? { to: mail.to } : { link }) }));
    } else if (!mail) terminal.out(link);
    terminal.say(
      mail
        ? `Sent to ${mail.to}. The link is good for one passkey, for a day.`
        : `This link is for ${user} alone. It is good for one passkey, for a day, and is not shown again.`,
    );
    return EXIT.done;
  },
});
