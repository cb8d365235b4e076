// `crypto.randomUUID` does not exist on pages without TLS, such as those of a local network.

/** 128 random bits as 32 hexadecimal digits. */
export function createRandomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID, version 4 of RFC 9562, with 120 random bits. */
export function createUuid(): string {
  return createRandomHex().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}
