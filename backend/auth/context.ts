import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import type { Mailer } from '#backend/functions/mailer.ts';
import type { CallerOf } from './caller.ts';
import type { Keys } from './keys.ts';

/** What the auth service stands on. */
export type AuthContext = {
  database: Database;
  keys: Keys;
  callerOf: CallerOf;
  mailer: Pick<Mailer, 'send'>;
  /** The website's address without a slash at the end; mailed links lead there and nowhere else. */
  siteUrl: string;
  logger: Logger;
};

/** The address under which clients reach this service; the issuer of its tokens. */
export function serviceUrl(siteUrl: string): string {
  return `${siteUrl}/auth/v1`;
}
