const letter = String.raw`a-zA-Z0-9\u00c0-\u061b\u061d-\u167f\u1681-\u180a\u1810-\u1fff\u3005-\ud7ff\uf900-\ufdff\u{20000}-\u{3ffff}`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;
const domain = `${label}(?:\\.${label})*`;
const local = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-";

/**
 * What the HTML standard's `type=email` accepts, and domains in other scripts. The database
 * (`private.is_email`) and send-email (`isPlainEmail`) have the same expression: it permits no
 * character that separates, quotes or comments addresses in a mail header.
 */
export const emailPattern = new RegExp(`^[${local}]+@${domain}$`, 'u');

/** A run of the characters before the @ of an address, in other scripts as well. */
export const wordInText = `[${letter}${local}]+`;
/**
 * An email address in a text, which may be a URL that has encoded the @. A slash or a quote before the @ is the name of
 * a package.
 */
export const emailInText = `${wordInText}(?:(?<![/'\`])@${domain}|%40[${letter}%.-]+)`;

/** A mailto: URL without a subject (RFC 6068): everything but the @ percent-encoded. */
export function toMailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

/** Splits an email address where it may wrap: after the @ and before dots. */
export function splitEmail(email: string): string[] {
  return email.match(/\.?[^.@]+@?|[.@]/g) ?? [email];
}
