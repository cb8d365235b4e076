import { quoteTermLabels } from './document-parts.ts';
import type { QuoteContent } from './quote-content.ts';

type SentQuote = { customer_address: string | null; content: QuoteContent };

const requiredTerms: (keyof QuoteContent)[] = ['paymentTerms', 'delivery', 'cancellation'];

/**
 * What a customer should read before an agreement and is empty. Without the `required` parts nothing is sent.
 * @param hstNumber the one of the tax settings
 */
export function listEmptyParts({ customer_address, content }: SentQuote, hstNumber: string) {
  const empty = quoteTermLabels.filter(([, key]) => content[key].trim() === '');
  const getLabels = (isRequired: boolean) =>
    empty.filter(([, key]) => requiredTerms.includes(key) === isRequired).map(([label]) => label);
  return {
    required: [
      ...getLabels(true),
      ...(content.hst.charged && hstNumber === '' ? ['HST number'] : []),
    ],
    optional: [
      ...(customer_address?.trim() ? [] : ["The customer's postal address"]),
      ...getLabels(false),
    ],
  };
}
