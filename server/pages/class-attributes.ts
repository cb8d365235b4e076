const escapes = { '"': '&quot;', "'": '&#x27;', '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** The classes in the value of a class attribute, as React writes one. */
export function readClasses(value: string): string[] {
  let names = value;
  for (const [sign, written] of Object.entries(escapes)) names = names.replaceAll(written, sign);
  return names.split(/\s+/).filter(Boolean);
}

/** The value of a class attribute with these classes. */
export function writeClasses(names: string[]): string {
  return names.join(' ').replaceAll(/["'<>&]/g, (sign) => escapes[sign as keyof typeof escapes]);
}
