import { writeFileSync } from 'node:fs';
import { listPrintableCharacters } from '../server/documents/typefaces.ts';
import { renderPrintableRanges } from './render-printable-ranges.ts';

// `npm run printable-characters`: writes the characters that the typefaces of documents have, for the warning before
// a quote is sent. Run it again when a typeface package changes.

writeFileSync('app/lib/printable-ranges.ts', renderPrintableRanges(listPrintableCharacters()));
