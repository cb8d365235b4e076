import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from '#backend/durable-file.ts';

/** Encrypts what the database must not hold in plain text, with a key outside of it. */
export type SecretBox = {
  /** @param context what the text belongs to; with another one it can't be decrypted */
  encrypt(text: string, context: string): Promise<string>;
  /** Returns undefined if the text was encrypted with another key or for another context. */
  decrypt(sealed: string, context: string): Promise<string | undefined>;
};

const keyFile = 'secrets.key';
const algorithm = 'aes-256-gcm';
/** NIST SP 800-38D, 8.2.2: random, for far fewer than 2^32 texts per key. */
const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Creates the box of an installation, with AES-256-GCM.
 *
 * @param secret the setting SECRETS_KEY, from which the key is derived (HKDF, RFC 5869); undefined for a random key in
 *   `{directory}/secrets.key`, which is created when something is encrypted for the first time
 */
export function createSecretBox(secret: string | undefined, directory: string): SecretBox {
  const path = join(directory, keyFile);
  const readKey = async () => {
    if (secret) return Buffer.from(hkdfSync('sha256', secret, '', 'ridgeline secrets', keyBytes));
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const key = Buffer.from(text.trim(), 'base64url');
    return key.length === keyBytes ? key : undefined;
  };
  return {
    async encrypt(text, context) {
      if (!secret) {
        await writeOnce(path, Buffer.from(`${randomBytes(keyBytes).toString('base64url')}\n`));
      }
      const key = await readKey();
      if (!key) throw new Error(`The key in ${path} is damaged`);
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    async decrypt(sealed, context) {
      const key = await readKey();
      if (!key) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
