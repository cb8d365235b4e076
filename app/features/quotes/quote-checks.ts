import { listUnprintable } from '#app/lib/printable.ts';
import { quoteTermLabels } from './describe-quote.ts';
import type { QuoteContent } from './quote-content.ts';

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
    ['your business name (Settings)', seller.name],
    ['your legal name (Quote settings)', seller.legalName],
    ['your address (Settings)', seller.address],
    ['your phone number (Settings)', seller.phone],
    ['your email address (Settings)', seller.email],
    ['the acceptance sentence (Quote settings)', consent],
  ];
  return describeUnprintableParts('The PDF', parts);
}

/**
 * Names the characters that a document can't print, one sentence for each of its parts.
 * @param document as the subject of a sentence
 */
export function describeUnprintableParts(
  document: string,
  parts: [place: string, text: string][],
): string[] {
  return parts.flatMap(([place, text]) => {
    const characters = listUnprintable(text);
    if (characters.length === 0) return [];
    const named = characters.slice(0, 5).map((character) => `"${character}"`);
    const more = characters.length > 5 ? ` and ${characters.length - 5} more` : '';
    return [`${document} can't print ${named.join(', ')}${more} in ${place}.`];
  });
}
