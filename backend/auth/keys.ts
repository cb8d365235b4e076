import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { syncEntries } from '#backend/disk/durable-file.ts';
import { toFileStartError } from '#backend/disk/file-start-error.ts';
import { StartError } from '#backend/start-error.ts';

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
 * @throws StartError if the file can't be read as keys
 */
export async function loadKeys(directory: string): Promise<Keys> {
  const path = pathIn(directory);
  if ((await readIfThere(path)) === undefined) await create(directory, path);
  const keys = await readKeyFile(directory);
  if (!keys) throw new StartError(`The keys in ${path} were removed while they were read.`);
  return importKeys(keys, { name: path, type: 'file' });
}

/**
 * The keys in `{directory}/keys.json`; undefined where there is no such file.
 *
 * @throws StartError if the file can't be read as keys
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
    throw toFileStartError(error, path);
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
    throw damaged({ name: path, type: 'file' }, error);
  }
}

/** Where keys were read from, for the operator. */
type KeysSource = { name: string; type: 'file' | 'row' };

function damaged({ name, type }: KeysSource, cause: unknown): StartError {
  return new StartError(
    `The keys in ${name} are damaged. Put the ${type} back from a backup, or remove it: ` +
      'new keys are made then, and everyone has to sign in again.',
    { cause },
  );
}

/**
 * Makes stored keys ready for use.
 *
 * @throws StartError if they are damaged, or the two halves of the signing key do not match
 */
export async function importKeys(written: unknown, source: KeysSource): Promise<Keys> {
  try {
    return await toKeys(written);
  } catch (error) {
    throw damaged(source, error);
  }
}

async function toKeys(written: unknown): Promise<Keys> {
  const { publishableKey, secretKey, signingKey } = stored.parse(written);
  const { d: _private, ...publicPart } = signingKey;
  const publicJwk = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true };
  const [privateKey, publicKey] = await Promise.all([
    importSigningKey(signingKey),
    importSigningKey(publicPart),
  ]);
  await requireMatchingHalves(privateKey, publicKey);
  return {
    publishableKey,
    secretKey,
    signing: { kid: signingKey.kid, privateKey, publicKey, publicJwk },
  };
}

/** The import checks each half by itself. */
async function requireMatchingHalves(privateKey: CryptoKey, publicKey: CryptoKey) {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const probe = randomBytes(32);
  const signature = await crypto.subtle.sign(algorithm, privateKey, probe);
  if (!(await crypto.subtle.verify(algorithm, publicKey, signature, probe))) {
    throw new TypeError('The private key does not belong to the public one');
  }
}

async function importSigningKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('An ES256 key is a key pair, not a secret');
  return key;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
