import type { Logger } from 'pino';
import { textError } from './error-responses.ts';
import type { TableAccess } from './website.ts';

/** Returns undefined for staff, or the answer that refuses the request. */
export type StaffCheck = (
  authorization: string | undefined,
  ip: string,
) => Promise<Response | undefined>;

/**
 * Creates the check of requests that only staff may send to the website itself. The database decides, by the caller's
 * own access token.
 *
 * @returns the check, which refuses with 401 without a token, 403 anyone else, and 503 if the database is unavailable
 */
export function createStaffCheck(
  { url, publishableKey, fetchFor }: TableAccess,
  logger: Logger,
): StaffCheck {
  return async (authorization, ip) => {
    if (!authorization) {
      return textError(401, 'Please sign in.', { 'WWW-Authenticate': 'Bearer' });
    }
    try {
      const response = await fetchFor(ip)(`${url}/rest/v1/staff?select=user_id&limit=1`, {
        headers: { apikey: publishableKey, authorization },
      });
      if (response.status >= 500)
        throw new Error(`Database request failed with ${response.status}`);
      const rows: unknown = await response.json();
      if (response.ok && Array.isArray(rows) && rows.length > 0) return undefined;
    } catch (error) {
      logger.error({ error }, 'Staff check failed');
      return textError(503, 'The database is unavailable.');
    }
    return textError(403, 'Only staff may do this.');
  };
}
