// `crypto.randomUUID` does not exist on pages without TLS, such as those of a local network.

/** 128 random bits as 32 hexadecimal digits. */
export function createRandomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID, version 4 of RFC 9562. */
export function createUuid(): string {
  const hex = createRandomHex();
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}
