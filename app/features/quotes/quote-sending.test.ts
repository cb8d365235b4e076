import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { describeEarlierSending, describeUnprintable, listEmptyParts } from './quote-sending.ts';

test('listEmptyParts names what is empty, and what prevents sending', () => {
  const content = newQuoteContent({ terms: 'Ours' });
  const seller = {
    ...{ name: 'Hillside Sheds', address: '1 Mill Street', phone: '705-555-0142' },
    hstNumber: '12345 6789 RT0001',
  };
  expect(listEmptyParts({ customer_address: '5 Lake Road', content }, seller)).toEqual({
    ...{ required: [], optional: [], isBusinessUnknown: false },
  });
  const unknown = { ...seller, name: ' ', phone: '' };
  expect(listEmptyParts({ customer_address: '5 Lake Road', content }, unknown)).toEqual({
    required: ['Business name', 'Business phone number'],
    ...{ optional: [], isBusinessUnknown: true },
  });
  const empty = newQuoteContent({
    ...{ paymentTerms: ' ', start: '', duration: '', delivery: '', cancellation: '\n', terms: '' },
  });
  const unnumbered = { ...seller, hstNumber: '' };
  expect(listEmptyParts({ customer_address: null, content: empty }, unnumbered)).toEqual({
    required: ['Payment', 'Delivery', 'Cancellation', 'HST number'],
    optional: ["The customer's postal address", 'Start', 'Duration', 'Terms and conditions'],
    isBusinessUnknown: false,
  });
});

const contact = { address: '', phone: '', email: '' };
const quote = {
  content: newQuoteContent(),
  customer: { name: 'Ann Fielder', ...contact },
  seller: { name: 'Hillside Sheds', legalName: '', ...contact },
  consent: 'I have read this offer and accept it.',
};

test('characters without a glyph are named with the part of the quote', () => {
  const items = [
    newQuoteItem(),
    newQuoteItem({ id: 'b', description: '⅜ in bolts' }),
    newQuoteItem({ id: 'c', description: 'Vents 𓀀' }),
  ];
  const content = newQuoteContent({ items, terms: '𓀀𓀁𓀂𓀃𓀄𓀅' });
  expect(describeUnprintable({ ...quote, content })).toEqual([
    `The PDF can't print "𓀀" in the description of line 3.`,
    `The PDF can't print "𓀀", "𓀁", "𓀂", "𓀃", "𓀄" and 1 more in "Terms and conditions".`,
  ]);
  expect(describeUnprintable(quote)).toEqual([]);
});

test('characters without a glyph are named in the contacts of both parties and the consent', () => {
  const contact = { name: '𓀀', address: '𓀀', phone: '𓀀', email: '𓀀@example.com' };
  const seller = { ...contact, legalName: '𓀀' };
  const sentences = describeUnprintable({ ...quote, customer: contact, seller, consent: '𓀀' });
  expect(sentences.map((sentence) => sentence.replace(`The PDF can't print "𓀀" in `, ''))).toEqual([
    "the customer's name.",
    "the customer's address.",
    "the customer's phone number.",
    "the customer's email address.",
    'your business name (Settings).',
    'your legal name (Quote settings).',
    'your address (Settings).',
    'your phone number (Settings).',
    'your email address (Settings).',
    'the acceptance sentence (Quote settings).',
  ]);
});

test("characters without a glyph are named in the suppliers' colours of the design that is printed", () => {
  const design = newDesign({ trimColor: 'White' });
  const colors = [
    { kind: 'trimColor', color: 'White', name: 'Arctic 𓀀', value: '' } as const,
    { kind: 'trimColor', color: 'Black', name: '𓀁', value: '' } as const,
  ];
  const content = newQuoteContent({ design, colors });
  expect(describeUnprintable({ ...quote, content })).toEqual([
    `The PDF can't print "𓀀" in the colour names (Price List).`,
  ]);
  expect(describeUnprintable({ ...quote, content: { ...content, design: null } })).toEqual([]);
});

test('describeEarlierSending tells what a lost answer has sent, and nothing of a version that was known', () => {
  const unchanged = { status: 'unchanged', number: '2026-0041', version: 2, mailed: true } as const;
  expect(describeEarlierSending(unchanged, 1, 'ann@example.com')).toBe(
    'Version 2 of quote 2026-0041 was already sent to ann@example.com.',
  );
  expect(describeEarlierSending({ ...unchanged, mailed: false }, 1, null)).toBe(
    'Version 2 of quote 2026-0041 was already sent.',
  );
  expect(describeEarlierSending(unchanged, 2, 'ann@example.com')).toBeUndefined();
  expect(describeEarlierSending({ status: 'changed' }, 1, null)).toBeUndefined();
});
