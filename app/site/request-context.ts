import { createContext, data, type RouterContextProvider } from 'react-router';
import type { InboxTable } from '#app/features/enquiries/inbox.ts';
import type { SpamReason } from '#app/features/enquiries/spam.ts';
import type { Client, SupabaseConnection } from '#app/lib/client.ts';
import { isRateLimited, isUnavailable } from '#app/lib/crud.ts';

/** Protects the public forms against spam. */
export type FormGuard = {
  /**
   * Creates the token for the forms of a page that is rendered now.
   *
   * @param wasSent true if the page confirms a form, so that sending another one at once is not taken for a bot
   */
  token: (wasSent?: boolean) => string;
  /**
   * Creates the proof of a form that was stored now, for the page that confirms it.
   *
   * @param of the form: its path, and of several forms on a page, which one
   */
  receipt: (of: string) => string;
  /** Whether a text is the receipt of this form, sent in the last few minutes. */
  isReceipt: (of: string, text: string) => boolean;
  /** Turnstile's public key if it is switched on. */
  challengeKey: string | undefined;
  /** Counts a form against the limit of the visitor's network. Returns the seconds to wait, or 0. */
  admit: () => Promise<number>;
  /** Returns the reasons why a form looks like spam, none for a person. Never rejects. */
  inspect: (form: FormData) => Promise<SpamReason[]>;
  /** Returns the key of a submission: the id from the visitor's browser, or the visitor's network. */
  getSubmission: (id: string | undefined) => string;
  /** Signs the reasons and the submission for the row that is about to be stored; the database verifies them. */
  sign: (
    table: InboxTable,
    row: { email: string; text: string },
    reasons: readonly SpamReason[],
    submission: string,
  ) => string;
  /** Signs IP and user agent of this visitor, for evidence logs and limits; the database verifies them. */
  signClient: (userAgent: string) => string;
};

export type Log = { error(details: object, message: string): void };

/** The anonymous client of this request. */
export const supabaseContext = createContext<Client>();

/** The site's own URL, without a slash at the end, and where the browser finds the tables. */
export const siteContext = createContext<{
  publicUrl: string;
  supabase: SupabaseConnection;
  /** True for demonstration content at a public URL. */
  keptFromSearch: boolean;
}>();

export const formGuardContext = createContext<FormGuard>();

/** The search param that proves that a form without scripts was sent (`FormGuard.receipt`). */
export const receiptParam = 'receipt';

export const logContext = createContext<Log>({ error() {} });

/**
 * Logs a failed read and returns the fallback.
 * @throws 503 if the database is unavailable: an empty page would be wrong
 */
export async function withFallback<Result, Fallback>(
  reading: Promise<Result>,
  fallback: Fallback,
  log: Log,
): Promise<Result | Fallback> {
  try {
    return await reading;
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error, log);
    log.error({ err: error }, 'Page read failed, showing fallback');
    return fallback;
  }
}

/** @throws 503 if the database is unavailable, 429 beyond a limit, and any other error of the read */
export async function withUnavailableError<Result>(
  reading: Promise<Result>,
  log: Log,
): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error, log);
    throw isRateLimited(error) ? data(null, { status: 429 }) : error;
  }
}

function unavailable(error: unknown, log: Log) {
  log.error({ err: error }, 'Page failed: database unavailable');
  return data(null, { status: 503 });
}

/** The arguments of a loader or action of a customer's link. */
export type LinkArgs = {
  request: Request;
  params: { token: string };
  context: Readonly<RouterContextProvider>;
};

/** The token of a customer's link, and who opens it, signed for limits and evidence logs. */
export function readCustomerLink({ request, params, context }: LinkArgs) {
  const userAgent = request.headers.get('user-agent') ?? '';
  return {
    token: params.token,
    signedClient: context.get(formGuardContext).signClient(userAgent),
  };
}

/** Characters in all fields together: a form with errors is rendered again. */
const maxTextLength = 100_000;

/** @throws a 400 response if the body is not a form, and 413 if it has too much text */
export async function readPostedForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response("We couldn't read this form.", { status: 400 });
  });
  let length = 0;
  for (const [name, value] of form) {
    length += name.length + (typeof value === 'string' ? value : value.name).length;
  }
  if (length > maxTextLength) {
    throw new Response('The form is too long to send.', { status: 413 });
  }
  return form;
}
