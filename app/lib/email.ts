const letter = String.raw`a-zA-Z0-9\u00c0-\u061b\u061d-\u167f\u1681-\u180a\u1810-\u1fff\u3005-\ud7ff\uf900-\ufdff\u{20000}-\u{3ffff}`;
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`;

/**
 * What the HTML standard's `type=email` accepts, and domains in other scripts. The database
 * (`private.is_email`) and send-email (`isPlainEmail`) have the same expression: it permits no
 * character that separates, quotes or comments addresses in a mail header.
 */
export const emailPattern = new RegExp(
  `^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`,
  'u',
);
