/** Why a file can't be imported at all, in a sentence for staff. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

const notText = "This file isn't text. Please choose another.";
const notReadable =
  "We can't tell how this file stores letters such as é. Save it as UTF-8 and choose it again.";

/**
 * Decodes a text file as spreadsheets and WordPress write it: UTF-8 or UTF-16, with or without a byte order mark, or else
 * Windows-1252. What an XML declaration says counts only where it names another encoding and the bytes are not Unicode.
 * @throws ImportFileError if the bytes are no text, or are in none of these encodings
 */
export function decodeText(bytes: Uint8Array): string {
  const unicode = detectUnicode(bytes);
  const text = unicode ? decode(bytes, unicode) : decode(bytes, 'windows-1252');
  // ISO-2022-JP looks like ASCII but for its escapes.
  if (text === undefined || text.includes('\0') || text.includes('\u001b'))
    throw new ImportFileError(notText);
  if (!unicode) requireWindows1252(bytes, text);
  return text;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function detectUnicode(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Most of a table is ASCII, half of whose bytes are zero in UTF-16.
  const start = bytes.subarray(0, 1000);
  const zeros = (parity: number) =>
    start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  if (zeros(0) > start.length / 4) return 'utf-16be';
  return decode(bytes, 'utf-8') === undefined ? undefined : 'utf-8';
}

const latin = /^(utf-?8|us-ascii|iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252)$/i;

/**
 * Refuses what Windows-1252 would turn into wrong letters without an error: it decodes anything. Text in English or
 * French passes; that of Mac Roman, of other code pages and of damaged UTF-8 does not.
 */
function requireWindows1252(bytes: Uint8Array, text: string): void {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(text.slice(0, 200))?.[1];
  const isForeign =
    // Letters and signs that neither language has, and the five bytes without a character.
    /[^\P{Cc}\s]|[ƒˆ‰†‡˜‹›ŠšŽžŸÐðÞþ¤¬¯¸]/u.test(text) ||
    /[À-ÖØ-öø-ÿ]{3}/.test(text) ||
    /\p{Ll}[^\p{ASCII}\p{Ll}’–—…\u00a0\u00ad]\p{Ll}/u.test(text);
  if ((declared && !latin.test(declared)) || isForeign || hasUtf8(bytes))
    throw new ImportFileError(notReadable);
}

/** Whether a letter is stored as in UTF-8, so that the file is UTF-8 with some damage. */
function hasUtf8(bytes: Uint8Array): boolean {
  const isNext = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf;
  return bytes.some(
    (byte, at) =>
      byte >= 0xc2 &&
      byte <= 0xf4 &&
      isNext(bytes[at + 1]) &&
      (byte < 0xe0 || isNext(bytes[at + 2])) &&
      (byte < 0xf0 || isNext(bytes[at + 3])),
  );
}

/**
 * Reads a chosen file.
 * @throws ImportFileError if it is larger than `maxBytes`, or no text
 */
export async function readTextFile(file: File, maxBytes: number): Promise<string> {
  if (file.size > maxBytes) {
    throw new ImportFileError(
      `This file is larger than ${maxBytes / 1024 / 1024} MB. Please split it and import the parts.`,
    );
  }
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
