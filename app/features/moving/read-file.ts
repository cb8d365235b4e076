/** Why a file can't be imported at all, in a sentence for staff. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

/**
 * Decodes a text file as spreadsheets and WordPress write it: UTF-8 or UTF-16, with or without a byte order mark, or else
 * Windows-1252.
 * @throws ImportFileError if the bytes are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  // Windows-1252 decodes anything, even an image.
  if (text.includes('\0'))
    throw new ImportFileError("This file isn't text. Please choose another.");
  return text;
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Most of a table is ASCII, half of whose bytes are zero in UTF-16.
  const start = bytes.subarray(0, 1000);
  const zeros = (parity: number) =>
    start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  if (zeros(0) > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
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
