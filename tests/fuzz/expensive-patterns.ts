import fc from 'fast-check';

// Patterns that are small to send and slow to evaluate. None of them matches the seeded content.

const catastrophicPatterns = [
  ...['(a+)+$z', '(a*)*zz', '(.*)*zzzz', '(a|b|ab)*zzzz', '(\\w+\\s?)*zzzz', '((a?){30}){30}zzzz'],
  ...['(a{60}){60}', '(?x)(a{2 5 5}){2 5 5}', '***:(?x)(a{2 5 5}){2 5 5}', '(\\m\\w+\\M ?){40}zz'],
  ...['[[:alpha:]]{255}[[:digit:]]{255}zz', '(.)(.)(.).*\\3\\2\\1zzzz', '(?i)(?:.*?,){20}zzzz'],
];

/** `(?=.*(?=.*zzzz))` and its kin. */
const lookaround: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), { minLength: 1, maxLength: 5 })
  .map((openings) => openings.reduceRight((inner, opening) => `${opening}.*${inner})`, 'zzzz'));

export const regularExpression: fc.Arbitrary<string> = fc.oneof(
  lookaround,
  fc.constantFrom(...catastrophicPatterns),
);

/** `*a*e*…*z*z`: many wildcards, and an end that never comes. */
export const likePattern: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...'aeinorst'), { minLength: 3, maxLength: 400 }),
    fc.constantFrom('*', '_*', '**_*'),
  )
  .map(([letters, wildcard]) => `${wildcard}${letters.join(wildcard)}${wildcard}zzzz`);

/** An element of an array literal or of a list in parentheses. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

export const toArrayLiteral = (element: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .array(element, { minLength: 1, maxLength })
    .map((elements) => `{${elements.map(quoted).join(',')}}`);
