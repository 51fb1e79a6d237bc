// Sends invitations to the dashboard by mail, over the operator's SMTP server.

import { OptionsError } from '../options.ts';

export interface MailSettings {
  /** smtps://user:password@host, or smtp:// with STARTTLS. */
  readonly server: string;
  /** The sender's address. */
  readonly from: string;
}

/**
 * The settings of the environment; not options, because the address of the server may contain a password.
 *
 * @throws OptionsError that does not repeat them
 */
export function mailSettingsOf(environment: NodeJS.ProcessEnv): MailSettings {
  const server = environment['SMTP_URL'];
  const from = environment['MAIL_FROM'];
  if (!server || !/^smtps?:$/.test(URL.parse(server)?.protocol ?? '')) {
    throw new OptionsError(
      '--mail needs SMTP_URL in the environment: smtps://user:password@mail.example.org',
    );
  }
  if (!from) throw new OptionsError("--mail needs MAIL_FROM in the environment: the sender's address");
  return { server, from };
}

/** The link must not cross a network in the clear; `smtps:` has TLS anyway, and a server on this machine needs none. */
export function needsStartTls(server: string): boolean {
  const { hostname, protocol } = new URL(server);
  return protocol === 'smtp:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

interface InvitationMail {
  readonly user: string;
  readonly link: string;
  /** ISO 8601 instant at which the link ends. */
  readonly until: string;
}

/** @throws if the server does not take the mail; the message does not contain the password or the link */
export async function mailInvitation(
  { server, from, to }: MailSettings & { readonly to: string },
  invitation: InvitationMail,
): Promise<void> {
  // Only here, since most commands send no mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: server,
    requireTLS: needsStartTls(server),
    connectionTimeout: 20_000,
    socketTimeout: 20_000,
  });
  try {
    await transport.sendMail({
      from,
      to,
      subject: 'Your invitation / ご招待: Railbird dashboard',
      text: textOf(invitation),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`The mail was not sent${code}. The link is lost: correct SMTP_URL and invite again.`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
}

const textOf = ({ user, link, until }: InvitationMail): string => {
  const at = (locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Tokyo', dateStyle: 'long', timeStyle: 'short' }).format(
      new Date(until),
    );
  return `${user}, you are invited to the Railbird dashboard, where you see your plan and your use, and get your key.

Open this link and make a passkey on your device. It works once, until ${at('en-GB')} (Japan time):

${link}

If you did not expect this mail, ignore it.

----

${user} 様

Railbird ダッシュボードにご招待します。プランと利用状況の確認、キーの取得ができます。
下のリンクを開き、お使いの端末でパスキーを作成してください。リンクは ${at('ja-JP')}（日本時間）まで、一度だけ有効です。

${link}

お心当たりのない場合は、このメールを破棄してください。
`;
};
