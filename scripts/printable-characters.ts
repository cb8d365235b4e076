import { writeFileSync } from 'node:fs';
import { listPrintableCharacters } from '../server/documents/typefaces.ts';
import { renderPrintableRanges } from './render-printable-ranges.ts';

// `npm run printable-characters`: writes the characters that the typefaces of documents have, for the warning before
// a quote is sent. To be run again when a package of typefaces changes.

writeFileSync('app/lib/printable-ranges.ts', renderPrintableRanges(listPrintableCharacters()));
