import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { syncEntries } from '#backend/disk/durable-file.ts';

/** The key pair that signs access tokens (ES256, RFC 7518). */
export type SigningKey = {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** What /.well-known/jwks.json publishes. */
  publicJwk: JWK;
};

/** What tells the API's callers apart and signs their sessions. */
export type Keys = {
  /** `sb_publishable_…`: in every visitor's browser, the role `anon`. */
  publishableKey: string;
  /** `sb_secret_…`: never leaves the server, the role `service_role`. */
  secretKey: string;
  signing: SigningKey;
};

const stored = z.object({
  publishableKey: z.string().startsWith('sb_publishable_').min(32),
  secretKey: z.string().startsWith('sb_secret_').min(32),
  signingKey: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    kid: z.string().min(1),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
});
/** The keys as they are written down. */
export type StoredKeys = z.infer<typeof stored>;

/**
 * Reads the installation's keys from `{directory}/keys.json`, and makes them on the first call.
 * Processes that start at once on one folder agree on the same keys.
 *
 * @throws Error with a sentence for the operator where the file can't be read as keys
 */
export async function loadKeys(directory: string): Promise<Keys> {
  const path = pathIn(directory);
  if ((await readIfThere(path)) === undefined) await create(directory, path);
  const keys = await readKeyFile(directory);
  if (!keys) throw new Error(`The keys in ${path} were removed while they were read.`);
  return importKeys(keys);
}

/**
 * The keys in `{directory}/keys.json`; undefined where there is no such file.
 *
 * @throws Error with a sentence for the operator where the file can't be read as keys
 */
export async function readKeyFile(directory: string): Promise<StoredKeys | undefined> {
  const path = pathIn(directory);
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  await closeToOthers(path);
  return parse(text, path);
}

const pathIn = (directory: string) => join(directory, 'keys.json');

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written aside and synced, then linked: whoever links first has made the keys, whole and on disk. */
async function create(directory: string, path: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(await generateKeys(), null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
  await syncEntries(directory);
}

async function closeToOthers(path: string) {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
}

/** Makes new keys at random. */
export async function generateKeys(): Promise<StoredKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return stored.parse({
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    signingKey: { ...jwk, kid: await calculateJwkThumbprint(jwk) },
  });
}

function parse(text: string, path: string): StoredKeys {
  try {
    return stored.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `The keys in ${path} are damaged. Put the file back from a backup, or remove it: ` +
        'new keys are made then, and everyone has to sign in again.',
      { cause: error },
    );
  }
}

/**
 * Makes stored keys ready for use.
 *
 * @throws ZodError where they are none
 */
export async function importKeys(written: unknown): Promise<Keys> {
  const { publishableKey, secretKey, signingKey } = stored.parse(written);
  const { d: _private, ...publicPart } = signingKey;
  const publicJwk = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true };
  const [privateKey, publicKey] = await Promise.all([
    importSigningKey(signingKey),
    importSigningKey(publicPart),
  ]);
  return {
    publishableKey,
    secretKey,
    signing: { kid: signingKey.kid, privateKey, publicKey, publicJwk },
  };
}

async function importSigningKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('An ES256 key is a key pair, not a secret');
  return key;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
