import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { getSitePrefix } from '#backend/client-network.ts';
import { HttpError } from '#backend/http-error.ts';
import { createConcurrencyLimit } from '#backend/limits.ts';

export const minPasswordLength = 6;
export const maxPasswordLength = 1024;

/**
 * Argon2id with 19 MiB, 2 passes, 1 lane: the OWASP Password Storage Cheat Sheet's setting,
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** How many of libuv's four threads argon2 may use. File I/O and DNS lookups need the others. */
const maxHashes = 2;

const hashes = createConcurrencyLimit({ maxRunning: maxHashes, maxQueued: Infinity });
const networks = createConcurrencyLimit({ maxRunning: 1, maxQueued: 3 });
const sites = createConcurrencyLimit({ maxRunning: 1, maxQueued: 15 });
/** Known and unknown networks have separate queues, so that known ones never wait for strangers. */
const requests = createConcurrencyLimit({ maxRunning: maxHashes, maxQueued: 200 });

/** Runs argon2 computations in the order of the calls, at most two at a time in this process. */
export function runHash<Result>(compute: () => Promise<Result>): Promise<Result> {
  return hashes.run('', compute);
}

/**
 * Runs the part of a request that verifies or hashes passwords. A network (an IPv4 address or an
 * IPv6 /64) has one such request running and three waiting. An IPv6 /48, which is the most that one
 * subscriber gets (RFC 6177), has one running and fifteen waiting. Of all unknown networks
 * together, two run and 200 wait; known networks have a queue of the same size, so a request from
 * one waits for two of strangers at most.
 *
 * @param network as `toNetwork` returns it
 * @param isKnown whether a session of this network is open; called when its turn comes
 * @throws TooManyRequests
 */
export function limitPasswordRequests<Result>(
  network: string,
  isKnown: (network: string) => Promise<boolean>,
  work: (isKnown: boolean) => Promise<Result>,
): Promise<Result> {
  return networks.run(network, async () => {
    if (await isKnown(network)) return requests.run('known', () => work(true));
    const admit = () => requests.run('unknown', () => work(false));
    const site = getSitePrefix(network);
    return site ? sites.run(site, admit) : admit();
  });
}

/** Hashes a password on a thread of the pool; the result is a PHC string with salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return runHash(() => hash(password, parameters));
}

/** The hash of a random password, computed on first use. */
let substituteHash: Promise<string> | undefined;

/**
 * Returns true if the password is the one that was hashed. Without a hash (no such account, or one
 * without a password) it does the same work and returns false, so that the response time does not
 * reveal who has an account.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return runHash(async () => {
    // hashPassword would wait for a free slot while this call occupies one.
    substituteHash ??= hash(createPassword(), parameters);
    const substitute = await substituteHash;
    const matches = await verify(passwordHash ?? substitute, password);
    return passwordHash ? matches : false;
  });
}

/** Returns a random password with 120 bits of entropy. */
export function createPassword(): string {
  return randomBytes(15).toString('base64url');
}

let leakedPasswords: Promise<Set<string>> | undefined;

/**
 * Returns true for one of the 49,233 most frequent leaked passwords of @zxcvbn-ts/language-common,
 * ignoring case. The list is read at the first call, and never leaves the server.
 */
export async function isLeaked(password: string): Promise<boolean> {
  leakedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await leakedPasswords).has(password.toLowerCase());
}

/** @throws HttpError if the password is too short or has leaked (GoTrue's `weak_password`), or is too long */
export async function requireAcceptablePassword(password: string): Promise<void> {
  if (password.length > maxPasswordLength) {
    throw new HttpError(
      400,
      'validation_failed',
      `Password cannot be longer than ${maxPasswordLength} characters`,
    );
  }
  if (password.length < minPasswordLength) {
    throw new HttpError(
      422,
      'weak_password',
      `Password should be at least ${minPasswordLength} characters.`,
      { details: 'length' },
    );
  }
  if (await isLeaked(password)) {
    throw new HttpError(
      422,
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      { details: 'pwned' },
    );
  }
}
