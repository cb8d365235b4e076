import { isIP } from 'node:net';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import type { Mail } from '#backend/functions/mailer.ts';
import { explainFailure, type MailFailure } from '#backend/mail/explain-failure.ts';
import { mailPorts, PrivateHostError } from '#backend/mail/mail-host.ts';
import {
  describeSmtpUrl,
  type MailConfiguration,
  type MailSender,
  type MailSettingsChange,
  type StoredMailSettings,
  type StoredServer,
  securities,
} from '#backend/mail/mail-settings.ts';
import { checkSenderDomain, type DomainCheck } from '#backend/mail/sender-domain.ts';
import { type MailRecipients, toEveryKind } from '../../supabase/functions/send-email/deliver.ts';
import { toOneLine } from '../../supabase/functions/send-email/mail.ts';
import { isPlainEmail } from '../../supabase/functions/send-email/plain-email.ts';
import { changeConfirmed, confirmAsStaff, confirmation } from './confirmed-change.ts';
import { authError } from './errors.ts';
import { sendInBackground, sendMail } from './mails.ts';
import { takeRateLimit } from './rate-limits.ts';
import { type AuthContext, readBody } from './request.ts';
import { requireAal2, requireSignedIn, type SignedIn } from './sessions.ts';

/** On one line, because it may become part of a command or a header. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'holds a control character');
const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const host = z
  .string()
  .max(253)
  .refine(
    (name) => isIP(name) > 0 || new RegExp(`^${hostLabel}(?:\\.${hostLabel})*$`, 'i').test(name),
    'is not the name of a server',
  );
const address = z.string().refine(isPlainEmail, 'is not an email address');
const addresses = z.array(address).max(5);

const change = confirmation.extend({
  server: z
    .object({
      host,
      port: z.int().min(1).max(65535),
      security: z.enum(securities),
      user: line(254),
      password: line(500).min(1).optional(),
    })
    .nullish(),
  sender: z.object({ name: line(100), email: address }).nullish(),
  recipients: z
    .object({ enquiries: addresses, quotes: addresses, operations: addresses })
    .optional(),
  sendsWeeklySummary: z.boolean().optional(),
});

/** The settings as the screen shows them: the password never leaves the server. */
type ShownMailSettings = {
  server: (StoredServer & { hasPassword: boolean }) | null;
  /** False if the stored password can't be decrypted here, so that emails wait. */
  isPasswordReadable: boolean;
  sender: { name: string; email: string } | null;
  /** The address that emails are sent from now. */
  senderAddress: string;
  recipients: Required<MailRecipients>;
  sendsWeeklySummary: boolean;
  /** Of the DKIM key that the last check of the domain looked for. */
  selector: string | null;
  /** The parts that the environment decides, with the names of its settings. */
  environment: Partial<Record<'server' | 'sender' | 'recipients', string>>;
  allowsPrivateHosts: boolean;
};

/** GET /mail: the settings of email, for staff. */
export async function readMailSettings(
  context: AuthContext,
  request: Request,
): Promise<ShownMailSettings> {
  await requireStaff(context, request);
  return show(context);
}

async function show({ mailSettings }: AuthContext): Promise<ShownMailSettings> {
  const { smtpUrl, from, to, allowsPrivateHosts } = mailSettings.environment;
  const settings = await mailSettings.read();
  const { server, sender, recipients, sendsWeeklySummary } = settings;
  const { sealedPassword, ...shown } = server ?? { sealedPassword: null };
  return {
    server: smtpUrl
      ? { ...describeSmtpUrl(smtpUrl), hasPassword: new URL(smtpUrl).password !== '' }
      : 'host' in shown
        ? { ...shown, hasPassword: sealedPassword !== null }
        : null,
    isPasswordReadable: Boolean(smtpUrl) || (await mailSettings.canReadPassword(settings)),
    sender: from ? parseSender(from) : (sender ?? null),
    senderAddress: parseSender((await mailSettings.configure(settings)).from).email,
    recipients: to ? toEveryKind(to) : recipients,
    sendsWeeklySummary,
    selector: settings.selector ?? null,
    environment: {
      ...(smtpUrl ? { server: 'SMTP_URL' } : {}),
      ...(from ? { sender: 'MAIL_FROM' } : {}),
      ...(to ? { recipients: 'MAIL_TO' } : {}),
    },
    allowsPrivateHosts,
  };
}

/** Returns the parts of `Name <a@b.example>` or `a@b.example`. */
function parseSender(from: MailSender): { name: string; email: string } {
  if (typeof from !== 'string') return { name: from.name, email: from.address };
  const [, name = '', email = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), email };
}

/**
 * POST /mail: staff change the mail server, the sender, or who gets which notice, confirmed by their password and code,
 * because whoever runs the mail server can read links that set a new password. All staff and the former recipients get an
 * email, which the former mail server sends if there was one.
 *
 * @returns the settings, without the password
 * @throws HttpError `mail_from_environment`, `mail_host_not_found`, `mail_host_private`, `mail_port_refused`,
 *   `mail_unencrypted`, `mail_password_required`, and the errors of confirmAsStaff
 */
export async function changeMailSettings(
  context: AuthContext,
  request: Request,
): Promise<ShownMailSettings> {
  const { mailSettings } = context;
  // Before the lookup, so that a stolen session learns no names of the network.
  const { signedIn, body } = await confirmAsStaff(context, request, change, 'mailChangePerAccount');
  requireOwnParts(context, body);
  if (body.server) await requireAllowedServer(context, body.server);
  const former = await mailSettings.configure();
  const { parts, notified } = await changeConfirmed(context, signedIn, async (transaction) => {
    const settings = await mailSettings.read(transaction);
    if (body.server) requireCompleteServer(body.server, settings);
    const notified = await listNotified(context, transaction, settings);
    await mailSettings.write(transaction, body);
    return { notified, parts: describeParts(body, settings) };
  });
  if (parts.length > 0) {
    const what = new Intl.ListFormat('en-CA').format(parts);
    const mailer = { send: (mail: Mail) => sendByFormer(context, former, mail) };
    const { siteUrl } = context;
    for (const to of notified) {
      sendInBackground(
        context,
        sendMail({ mailer, siteUrl }, 'mailSettingsChanged', to, signedIn.user.email, what),
      );
    }
  }
  return show(context);
}

/** Sends through the former mail server, which a stranger who changed it doesn't run, or else through the current one. */
async function sendByFormer(
  { mailer, sendBy }: AuthContext,
  former: MailConfiguration,
  mail: Mail,
): Promise<string | undefined> {
  if (!former.connect) return mailer.send(mail);
  return sendBy(former, mail).catch(() => mailer.send(mail));
}

/** @throws HttpError `mail_from_environment` for a part that the environment decides */
function requireOwnParts({ mailSettings }: AuthContext, body: MailSettingsChange): void {
  const { smtpUrl, from, to } = mailSettings.environment;
  if (
    (smtpUrl && body.server !== undefined) ||
    (from && body.sender !== undefined) ||
    (to && body.recipients !== undefined)
  ) {
    throw authError('mail_from_environment');
  }
}

/** @throws HttpError if staff may not have the site connect there */
async function requireAllowedServer(
  { mailSettings }: AuthContext,
  { host, port, security }: StoredServer,
): Promise<void> {
  if (mailSettings.environment.allowsPrivateHosts) return;
  if (!mailPorts.includes(port)) throw authError('mail_port_refused');
  if (security === 'none') throw authError('mail_unencrypted');
  try {
    await mailSettings.resolveHost(host);
  } catch (error) {
    if (error instanceof PrivateHostError) throw authError('mail_host_private');
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Other errors say nothing about the name: DNS did not answer. It is resolved again for each email.
    if (code === 'ENOTFOUND') throw authError('mail_host_not_found');
  }
}

/**
 * A stored password belongs to one server, so that nobody can have it sent to another one.
 *
 * @throws HttpError `mail_password_required`
 */
function requireCompleteServer(
  given: NonNullable<z.infer<typeof change>['server']>,
  { server }: StoredMailSettings,
): void {
  if (given.user === '' || given.password !== undefined) return;
  const isSame =
    server?.host === given.host &&
    server.port === given.port &&
    server.security === given.security &&
    server.user === given.user;
  if (!isSame || !server.sealedPassword) throw authError('mail_password_required');
}

/** All staff, the former recipients, and the published address if that was one. */
async function listNotified(
  { mailSettings }: AuthContext,
  transaction: OwnerTransaction,
  { recipients }: StoredMailSettings,
): Promise<string[]> {
  const staff = await transaction
    .selectFrom('auth.users')
    .select('email')
    .where('id', 'in', (query) => query.selectFrom('public.staff').select('user_id'))
    .execute();
  const { to } = mailSettings.environment;
  const former = Object.values(to ? toEveryKind(to) : recipients);
  const { rows: published } = former.some((addresses) => addresses.length === 0)
    ? await sql<{
        email: string;
      }>`select email from public.business_settings where email <> ''`.execute(transaction)
    : { rows: [] };
  const all = [...staff, ...published].map(({ email }) => email).concat(...former);
  return [...new Set(all.filter((email) => isPlainEmail(email)))];
}

function describeParts(body: MailSettingsChange, former: StoredMailSettings): string[] {
  const { server, sender, recipients, sendsWeeklySummary = former.sendsWeeklySummary } = body;
  const isServerChanged =
    server !== undefined &&
    (server?.password !== undefined ||
      !isEqual(server && pickServer(server), former.server && pickServer(former.server)));
  return [
    ...(isServerChanged ? ['the mail server'] : []),
    ...(sender !== undefined && !isEqual(sender, former.sender) ? ['the sender'] : []),
    ...(recipients && !isEqual(recipients, former.recipients) ? ['who gets which emails'] : []),
    ...(sendsWeeklySummary === former.sendsWeeklySummary ? [] : ['the weekly summary']),
  ];
}

const pickServer = ({ host, port, security, user }: StoredServer) => [host, port, security, user];

const isEqual = (one: object | null | undefined, other: object | null | undefined) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * POST /mail/test: sends an email to the caller's own address, ten times an hour.
 *
 * @returns the mail server's answer on one line, or why it was not sent
 */
export async function sendTestMail(
  context: AuthContext,
  request: Request,
): Promise<{ email: string; failure: MailFailure | null; detail: string | null }> {
  const { database, mailSettings, sendBy, siteUrl, logger } = context;
  const { user } = await requireStaff(context, request);
  await takeRateLimit(database, [['mailTestPerAccount', user.id]], 'over_email_send_rate_limit');
  const { email } = user;
  const configuration = await mailSettings.configure();
  if (!configuration.connect) return { email, failure: 'no_mail_server', detail: null };
  const text = `The website at ${siteUrl} can send email. You asked for this message on the Email screen.`;
  try {
    const detail = await sendBy(configuration, { to: email, subject: 'Test message', text });
    return { email, failure: null, detail: toOneLine(detail ?? '', 500) || null };
  } catch (error) {
    const explained = explainFailure(error);
    if (explained.failure === 'unexpected') logger.error({ err: error }, 'Test email failed');
    return { email, ...explained };
  }
}

const domainQuestion = z.object({
  selector: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/i)
    .nullish(),
});

/**
 * POST /mail/domain with `selector`: looks up SPF, DKIM and DMARC of the domain that emails are sent from, and stores the
 * selector for the next time. It is no secret and decides nothing, so that a session suffices.
 *
 * @returns null if the sender has no domain of the internet
 */
export async function checkMailDomain(
  context: AuthContext,
  request: Request,
): Promise<{ check: DomainCheck | null }> {
  const { mailSettings } = context;
  const signedIn = await requireStaff(context, request);
  const { selector } = await readBody(request, domainQuestion);
  await takeRateLimit(context.database, [['domainCheckPerAccount', signedIn.user.id]]);
  const { selector: stored = null } = await mailSettings.read();
  if (selector !== undefined && selector !== stored) {
    await changeConfirmed(context, signedIn, (transaction) =>
      mailSettings.write(transaction, { selector }),
    );
  }
  const { from } = await mailSettings.configure();
  const [, domain = ''] = parseSender(from).email.split('@');
  return {
    check: domain.includes('.') ? await checkSenderDomain(domain, selector ?? undefined) : null,
  };
}

/** @throws HttpError `user_not_found` for a caller who is not staff, `insufficient_aal` */
async function requireStaff(context: AuthContext, request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(context, request);
  requireAal2(signedIn, 403, 'AAL2 required to see the settings of email');
  const row = await context.database.owner
    .selectFrom('public.staff')
    .select('user_id')
    .where('user_id', '=', signedIn.user.id)
    .executeTakeFirst();
  if (!row) throw authError('user_not_found');
  return signedIn;
}
