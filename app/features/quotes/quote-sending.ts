import { getPrintedColorNames } from '#app/features/designer/describe-colors.ts';
import type { Client } from '#app/lib/client.ts';
import type { Version } from '#app/lib/crud.ts';
import { formatCents } from '#app/lib/prices.ts';
import { describeUnprintableParts } from '#app/lib/printable.ts';
import { z } from '#app/lib/zod.ts';
import { quoteTermLabels } from './describe-quote.ts';
import type { QuoteContent } from './quote-content.ts';
import { quoteStateLabels, quoteStates } from './quote-states.ts';

type SentQuote = { customer_address: string | null; content: QuoteContent };

/** What a quote states of the business; `hstNumber` is the one of the tax settings. */
export type Seller = { name: string; address: string; phone: string; hstNumber: string };

const requiredTerms: (keyof QuoteContent)[] = ['paymentTerms', 'delivery', 'cancellation'];

const businessFacts = [
  ['Business name', 'name'],
  ['Business address', 'address'],
  ['Business phone number', 'phone'],
] as const satisfies [string, keyof Seller][];

/**
 * Lists the empty parts that a customer should read before agreeing. A quote needs the `required` ones.
 * @returns `isBusinessUnknown` if some of these are entered in the business settings
 */
export function listEmptyParts({ customer_address, content }: SentQuote, seller: Seller) {
  const unknown = businessFacts.filter(([, key]) => seller[key].trim() === '');
  const empty = quoteTermLabels.filter(([, key]) => content[key].trim() === '');
  const getLabels = (isRequired: boolean) =>
    empty.filter(([, key]) => requiredTerms.includes(key) === isRequired).map(([label]) => label);
  return {
    required: [
      ...getLabels(true),
      ...(content.hst.charged && seller.hstNumber === '' ? ['HST number'] : []),
      ...unknown.map(([label]) => label),
    ],
    isBusinessUnknown: unknown.length > 0,
    optional: [
      ...(customer_address?.trim() ? [] : ["The customer's postal address"]),
      ...getLabels(false),
    ],
  };
}

type Parts = {
  content: QuoteContent;
  customer: { name: string; address: string; phone: string; email: string };
  seller: { name: string; legalName: string; address: string; phone: string; email: string };
  /** The sentence by which a customer accepts. */
  consent: string;
};

/** Names the characters of a quote that its PDF can't print, one sentence for each part of the quote. */
export function describeUnprintable({ content, customer, seller, consent }: Parts): string[] {
  const parts: [place: string, text: string][] = [
    ["the customer's name", customer.name],
    ["the customer's address", customer.address],
    ["the customer's phone number", customer.phone],
    ["the customer's email address", customer.email],
    ['the title', content.title],
    ['the introduction', content.introduction],
    ...content.items.flatMap(({ section, description, unit }, index): [string, string][] => [
      [`the section of line ${index + 1}`, section],
      [`the description of line ${index + 1}`, description],
      [`the unit of line ${index + 1}`, unit],
    ]),
    ...content.alternatives.flatMap(({ title, description }, index): [string, string][] => [
      [`the title of alternative ${index + 1}`, title],
      [`the description of alternative ${index + 1}`, description],
    ]),
    ...quoteTermLabels.map(([label, key]): [string, string] => [`"${label}"`, content[key]]),
    ...(content.design ? [getPrintedColorNames(content.design, content.colors ?? [])] : []),
    ['your business name (Settings)', seller.name],
    ['your legal name (Quote settings)', seller.legalName],
    ['your address (Settings)', seller.address],
    ['your phone number (Settings)', seller.phone],
    ['your email address (Settings)', seller.email],
    ['the acceptance sentence (Quote settings)', consent],
  ];
  return describeUnprintableParts('The PDF', parts);
}

/** Facts that a document must show. Each may be missing, past (`valid_until`) or out of date (`hst`). */
export const missingFacts = [
  'customer_name',
  'title',
  'items',
  'payment_terms',
  'delivery',
  'cancellation',
  'valid_until',
  'business_name',
  'business_address',
  'business_phone',
  'hst_number',
  'hst',
] as const;

const incomplete = z.object({
  status: z.literal('incomplete'),
  missing: z.array(z.enum(missingFacts)),
});
const totalChanged = z.object({ status: z.literal('total_changed'), total: z.int() });

const sentVersion = { number: z.string(), version: z.int(), mailed: z.boolean() };
/** The working copy is the version that was sent last: perhaps by a call whose answer was lost. */
const unchanged = z.object({ status: z.literal('unchanged'), ...sentVersion });

const sendResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['not_found', 'changed', 'withdrawn']) }),
  totalChanged,
  incomplete,
  unchanged,
  z.object({
    status: z.literal('sent'),
    ...sentVersion,
    /** The request that this has marked as responded. */
    answeredRequest: z.string().nullable(),
  }),
]);

const adjustResultSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.enum([
      'not_found',
      'changed',
      ...quoteStates.filter((state) => state !== 'accepted'),
    ]),
  }),
  z.object({ status: z.literal('needs_acceptance'), max: z.int() }),
  totalChanged,
  incomplete,
  unchanged,
  z.object({ status: z.literal('adjusted'), version: z.int() }),
]);

type SendResult = z.output<typeof sendResultSchema>;
type AdjustResult = z.output<typeof adjustResultSchema>;

/**
 * Freezes the working copy as the next version and queues the customer's email.
 * @param expectedCents the total that staff saw
 */
export async function sendQuote(
  client: Client,
  read: Version,
  expectedCents: number,
): Promise<SendResult> {
  const { data } = await client
    .rpc('send_quote', {
      quote_id: read.id,
      read_version: read.updated_at,
      expected_cents: expectedCents,
    })
    .throwOnError();
  return sendResultSchema.parse(data);
}

/** Sends a version of an accepted estimate that needs no new acceptance, up to 110% of the accepted total. */
export async function adjustQuoteEstimate(
  client: Client,
  read: Version,
  expectedCents: number,
): Promise<AdjustResult> {
  const { data } = await client
    .rpc('adjust_quote_estimate', {
      quote_id: read.id,
      read_version: read.updated_at,
      expected_cents: expectedCents,
    })
    .throwOnError();
  return adjustResultSchema.parse(data);
}

const missingLabels: Record<(typeof missingFacts)[number], string> = {
  customer_name: "the customer's name",
  title: 'a title',
  items: 'at least one item',
  payment_terms: 'the payment terms',
  delivery: 'the delivery terms',
  cancellation: 'the cancellation terms',
  valid_until: 'a “Valid until” date of today or later',
  business_name: 'the business name (Business Settings)',
  business_address: 'the business address (Business Settings)',
  business_phone: 'the business phone number (Business Settings)',
  hst_number: 'the HST number',
  hst: 'the current HST (it changed in Business Settings: save the quote again)',
};

/** Explains why a quote was not sent or adjusted; undefined if it was. */
export function explainSending(result: SendResult | AdjustResult): string | undefined {
  switch (result.status) {
    case 'sent':
      return 'number' in result ? undefined : 'This quote is already waiting for an answer.';
    case 'adjusted':
      return undefined;
    case 'incomplete':
      return `Still missing: ${result.missing.map((fact) => missingLabels[fact]).join(', ')}.`;
    case 'total_changed':
      return `The total is ${formatCents(result.total)} now. Close this preview and check the quote.`;
    case 'changed':
      return 'Someone else changed this quote. Reload to see the latest version.';
    case 'unchanged':
      return 'Nothing has changed since the last version. To send it once more, use "Send the email again".';
    case 'needs_acceptance':
      return `More than ${formatCents(result.max)} needs a new agreement. Send it as a new version.`;
    case 'not_found':
      return 'This quote no longer exists.';
    default:
      return `This quote is ${quoteStateLabels[result.status].toLowerCase()}.`;
  }
}

/**
 * States that what is offered was sent already: the answer to a first try was lost, or a colleague sent it.
 * @param seen the latest version that the screen knew
 */
export function describeEarlierSending(
  result: SendResult | AdjustResult,
  seen: number,
  email: string | null,
): string | undefined {
  if (result.status !== 'unchanged' || result.version <= seen) return undefined;
  const to = result.mailed && email ? ` to ${email}` : '';
  return `Version ${result.version} of quote ${result.number} was already sent${to}.`;
}
