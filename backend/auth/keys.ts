import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#backend/database/database.ts';
import { writeOnce } from '#backend/durable-file.ts';
import { StartError, toFileStartError } from '#backend/start-error.ts';

/** The keys that identify the API's callers and sign their sessions. */
export type Keys = {
  /** `sb_publishable_…`: in every visitor's browser, the role `anon`. */
  publishableKey: string;
  /** `sb_secret_…`: never leaves the server, the role `service_role`. */
  secretKey: string;
  /** Signs access tokens (ES256, RFC 7518); `publicJwk` is published at /.well-known/jwks.json. */
  signing: { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; publicJwk: JWK };
  /** 32 bytes: encrypts commands to the running site, such as `npm run backup` sends (`server/local-command.ts`). */
  commandKey: Uint8Array;
};

const storedKeys = z.object({
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
type StoredKeys = z.infer<typeof storedKeys>;

/**
 * Reads the installation's keys from `{directory}/keys.json`, and creates them on the first call.
 * Processes that start at the same time in one folder agree on the same keys.
 *
 * @throws StartError if the file can't be read as keys
 */
export async function loadKeys(directory: string): Promise<Keys> {
  const path = getKeysPath(directory);
  if ((await readText(path)) === undefined) {
    await writeOnce(path, Buffer.from(`${JSON.stringify(await generateKeys(), null, 2)}\n`));
  }
  const keys = await readKeyFile(directory);
  if (!keys) throw new StartError(`The keys in ${path} were removed while they were being read.`);
  return importKeys(keys, path, 'file');
}

/**
 * Reads the keys that all processes on one PostgreSQL server share, from a schema that the API does
 * not expose. The first process writes them. It takes those of `{directory}/keys.json` if an
 * earlier version left that file, so that sessions survive, and generates new ones otherwise.
 *
 * @throws StartError if that file is needed and can't be read, or if the row is damaged
 */
export async function loadSharedKeys(database: Database, directory: string): Promise<Keys> {
  const shared = await readSharedKeys(database);
  if (shared) return shared;
  const created = JSON.stringify((await readKeyFile(directory)) ?? (await generateKeys()));
  await sql`insert into ridgeline.keys (keys) values (${created}::jsonb)
    on conflict (only_row) do nothing`.execute(database.owner);
  const stored = await readSharedKeys(database);
  if (!stored)
    throw new Error('The keys were removed from the database while they were being read.');
  return stored;
}

/** The keys in the database; undefined if no process has written any yet. */
export async function readSharedKeys({ owner }: Database): Promise<Keys | undefined> {
  const { rows } = await sql<{ keys: unknown }>`select keys from ridgeline.keys`.execute(owner);
  return rows[0] && importKeys(rows[0].keys, 'the table ridgeline.keys', 'row');
}

/** Generates new keys at random. */
async function generateKeys(): Promise<StoredKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return storedKeys.parse({
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    signingKey: { ...jwk, kid: await calculateJwkThumbprint(jwk) },
  });
}

const getKeysPath = (directory: string) => join(directory, 'keys.json');

async function readKeyFile(directory: string): Promise<StoredKeys | undefined> {
  const path = getKeysPath(directory);
  const text = await readText(path);
  if (text === undefined) return undefined;
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
  try {
    return storedKeys.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(path, 'file', error);
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw toFileStartError(error, path);
  });
}

/** @throws StartError if they are damaged, or the two halves of the signing key do not match */
async function importKeys(stored: unknown, name: string, type: 'file' | 'row'): Promise<Keys> {
  try {
    const { publishableKey, secretKey, signingKey } = storedKeys.parse(stored);
    const { d: _private, ...publicPart } = signingKey;
    const publicJwk = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true };
    const [privateKey, publicKey] = await Promise.all([
      importSigningKey(signingKey),
      importSigningKey(publicPart),
    ]);
    await requireMatchingHalves(privateKey, publicKey);
    const signing = { kid: signingKey.kid, privateKey, publicKey, publicJwk };
    const commandKey = new Uint8Array(hkdfSync('sha256', signingKey.d, '', 'local commands', 32));
    return { publishableKey, secretKey, signing, commandKey };
  } catch (error) {
    throw damaged(name, type, error);
  }
}

async function importSigningKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('An ES256 key is a key pair, not a secret');
  return key;
}

/** The import checks each half alone, not that they belong together. */
async function requireMatchingHalves(privateKey: CryptoKey, publicKey: CryptoKey) {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const probe = randomBytes(32);
  const signature = await crypto.subtle.sign(algorithm, privateKey, probe);
  if (!(await crypto.subtle.verify(algorithm, publicKey, signature, probe))) {
    throw new TypeError('The private key does not belong to the public one');
  }
}

function damaged(name: string, type: 'file' | 'row', cause: unknown): StartError {
  return new StartError(
    `The keys in ${name} are damaged. Restore the ${type} from a backup, or remove it: ` +
      'new keys are then created, and everyone has to sign in again.',
    { cause },
  );
}
