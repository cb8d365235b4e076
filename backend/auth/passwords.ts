import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AuthError } from './auth-error.ts';
import { isLeaked } from './leaked-passwords.ts';
import { runHash } from './password-limit.ts';

export const minimumPasswordLength = 6;
export const maximumPasswordLength = 1024;

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

/** Hashes a password on a thread of the pool; the result is a PHC string with salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return runHash(() => hash(password, parameters));
}

/** The hash of a password that nobody knows, made on first use. */
let stranger: Promise<string> | undefined;

/**
 * Tells whether the password is the one that was hashed. Without a hash (no such account, or one
 * without a password) it does the same work and answers false, so that the time of the answer does
 * not tell who has an account.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  return runHash(async () => {
    // Not through hashPassword, which would wait for a turn while this one holds it.
    stranger ??= hash(createPassword(), parameters);
    const substitute = await stranger;
    const matches = await verify(passwordHash ?? substitute, password);
    return passwordHash ? matches : false;
  });
}

/** A random password with 120 bits of entropy. */
export function createPassword(): string {
  return randomBytes(15).toString('base64url');
}

/** @throws AuthError where the password is too short or has leaked (GoTrue's `weak_password`), or is too long */
export async function requireAcceptablePassword(password: string): Promise<void> {
  if (password.length > maximumPasswordLength) {
    throw new AuthError(
      400,
      'validation_failed',
      `Password cannot be longer than ${maximumPasswordLength} characters`,
    );
  }
  if (password.length < minimumPasswordLength) {
    throw new AuthError(
      422,
      'weak_password',
      `Password should be at least ${minimumPasswordLength} characters.`,
      { body: { weak_password: { reasons: ['length'] } } },
    );
  }
  if (await isLeaked(password)) {
    throw new AuthError(
      422,
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      { body: { weak_password: { reasons: ['pwned'] } } },
    );
  }
}
