import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that depends only on their lengths. */
export function equalsConstantTime(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}
