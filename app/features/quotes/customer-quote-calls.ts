import type { Client } from '#app/lib/client.ts';
import {
  type AcceptResult,
  acceptResultSchema,
  type CustomerQuote,
  customerQuoteSchema,
  type DeclineResult,
  declineResultSchema,
  type MessageResult,
  messageResultSchema,
  type OptionsResult,
  optionsResultSchema,
  type ReviewResult,
  reviewResultSchema,
} from './customer-quote.ts';
import type { QuoteSelection } from './quote-content.ts';

// What customers do by the token of their link. `signedClient` is the header with which the website's
// server states IP and user agent of its visitor (server/spam/form-guard.ts).

export type QuoteLink = { token: string; signedClient?: string | undefined };

const clientHeader = 'x-quote-client';

/**
 * Reads a quote with its newest messages; null for an unknown or revoked token.
 *
 * @param beforeMessage the id of a message, to read those before it instead
 */
export async function openQuote(
  client: Client,
  link: QuoteLink,
  beforeMessage?: string,
): Promise<CustomerQuote | null> {
  const { data } = await client
    .rpc('open_quote', {
      token: link.token,
      ...(beforeMessage ? { before_message: beforeMessage } : {}),
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  const result = customerQuoteSchema.parse(data);
  return result.status === 'found' ? result : null;
}

export async function viewQuote(client: Client, link: QuoteLink, version: number): Promise<void> {
  await client
    .rpc('view_quote', { token: link.token, shown_version: version })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
}

export async function chooseQuoteOptions(
  client: Client,
  link: QuoteLink,
  version: number,
  selection: QuoteSelection,
): Promise<OptionsResult> {
  const { data } = await client
    .rpc('choose_quote_options', { token: link.token, shown_version: version, selection })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return optionsResultSchema.parse(data);
}

/** Stores that the review was shown, and returns exactly what is agreed. */
export async function reviewQuote(
  client: Client,
  link: QuoteLink,
  version: number,
  selection: QuoteSelection,
): Promise<ReviewResult> {
  const { data } = await client
    .rpc('review_quote', { token: link.token, shown_version: version, selection })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return reviewResultSchema.parse(data);
}

export type Acceptance = {
  version: number;
  selection: QuoteSelection;
  agreementSha256: string;
  name: string;
  consent: string;
  /** The form's id: a repeated attempt gets the same response. */
  attempt: string;
};

export async function acceptQuote(
  client: Client,
  link: QuoteLink,
  { version, selection, agreementSha256, name, consent, attempt }: Acceptance,
): Promise<AcceptResult> {
  const { data } = await client
    .rpc('accept_quote', {
      token: link.token,
      shown_version: version,
      selection,
      agreement_sha256: agreementSha256,
      customer_name: name,
      consent,
      attempt,
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return acceptResultSchema.parse(data);
}

export async function declineQuote(
  client: Client,
  link: QuoteLink,
  version: number,
  reason: string,
): Promise<DeclineResult> {
  const { data } = await client
    .rpc('decline_quote', { token: link.token, shown_version: version, reason })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return declineResultSchema.parse(data);
}

/** @param id of the form: a repeated message is stored once */
export async function sendQuoteMessage(
  client: Client,
  link: QuoteLink,
  { id, type, body }: { id: string; type: 'question' | 'change'; body: string },
): Promise<MessageResult> {
  const { data } = await client
    .rpc('send_quote_message', { token: link.token, message_id: id, type, body })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return messageResultSchema.parse(data);
}

/** @returns false for an unknown or revoked token */
export async function stopQuoteReminders(client: Client, link: QuoteLink): Promise<boolean> {
  const { data } = await client
    .rpc('stop_quote_reminders', { token: link.token })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return (data as { status: string }).status === 'stopped';
}
