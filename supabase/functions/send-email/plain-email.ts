const letter = String.raw`a-zA-Z0-9\u00c0-\u061b\u061d-\u167f\u1681-\u180a\u1810-\u1fff\u3005-\ud7ff\uf900-\ufdff\u{20000}-\u{3ffff}`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;

/** As `emailPattern` of the forms and `private.is_email` of the database. */
const plainEmail = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`, 'u');

/**
 * Whether a text is a single email address also in a mail header: no list, group, quoted part or
 * comment (RFC 5322, 3.4), nor an encoded word, which some mail programs decode (RFC 2047).
 */
export function isPlainEmail(text: string): boolean {
  return text.length <= 254 && plainEmail.test(text) && !/=\?.*\?=/.test(text);
}
