import { expect, test } from 'vitest';
import { printableRanges } from '#app/lib/printable-ranges.ts';
import { listPrintableCharacters } from '#server/documents/typefaces.ts';
import { renderPrintableRanges } from './render-printable-ranges.ts';

test('the warning before sending knows the characters that the typefaces of documents have', () => {
  expect(renderPrintableRanges(listPrintableCharacters())).toContain(`'${printableRanges}'`);
});
