import type { QuoteLink } from '#app/features/quotes/customer-quote.ts';
import { type Client, clientHeader } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';

/** What customers add to a quote request at the link of its confirmation; `at` in ISO 8601. */
const additions = z.array(
  z.object({ id: z.uuid(), at: z.string(), text: z.string(), images: z.array(z.string()) }),
);

export type Addition = z.output<typeof additions>[number];

/** Parses the column `additions` of a request, oldest first. */
export function parseAdditions(column: unknown): Addition[] {
  return additions.parse(column);
}

const text = z.string().nullable();

/** The result of the database function open_quote_request. */
const openedRequest = z.discriminatedUnion('status', [
  z.object({ status: z.literal('not_found') }),
  z.object({ status: z.literal('expired'), reference: z.string() }),
  z.object({
    status: z.literal('open'),
    reference: z.string(),
    sentAt: z.string(),
    lastDay: z.iso.date(),
    /** What was asked for, without personal data: emails with the link are forwarded. Null for a message. */
    request: z
      .object({
        projectType: z.string(),
        ...{ size: text, style: text, material: text, color: text },
        images: z.int(),
      })
      .nullable(),
    additions: z.array(z.object({ at: z.string(), hasText: z.boolean(), images: z.int() })),
    additionsLeft: z.int(),
    imagesLeft: z.int(),
  }),
]);

export type OpenedRequest = Exclude<z.output<typeof openedRequest>, { status: 'not_found' }>;

/** Reads the request or message of a link; null for an unknown token, and once it is deleted or spam. */
export async function openQuoteRequest(
  client: Client,
  link: QuoteLink,
): Promise<OpenedRequest | null> {
  const { data } = await client
    .rpc('open_quote_request', { token: link.token })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  const opened = openedRequest.parse(data);
  return opened.status === 'not_found' ? null : opened;
}

const additionStatus = z.enum([
  'added',
  'already_added',
  'too_many_additions',
  'too_many_images',
  'invalid',
  'expired',
  'not_found',
]);

export type AdditionStatus = z.output<typeof additionStatus>;

/**
 * Adds details and photos to the request of a link, or to the one that the first addition creates from a message.
 *
 * @param addition with the id of its form: a repeated one is stored once
 * @returns `already_added` if the id was used for something else
 */
export async function addToQuoteRequest(
  client: Client,
  link: QuoteLink,
  addition: { id: string; text: string; images: string[] },
): Promise<AdditionStatus> {
  const { data } = await client
    .rpc('add_to_quote_request', {
      token: link.token,
      addition_id: addition.id,
      details: addition.text,
      images: addition.images,
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return z.object({ status: additionStatus }).parse(data).status;
}

/** @param seenAt the request's `unread_at` as it was read: what was added since stays unread */
export async function markRequestRead(client: Client, id: string, seenAt: string): Promise<void> {
  await client.rpc('mark_request_read', { request_id: id, seen_at: seenAt }).throwOnError();
}
