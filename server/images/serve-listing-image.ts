import type { Logger } from 'pino';
import { textError } from '#server/error-responses.ts';
import type { TableAccess } from '../website.ts';
import type { DesignServer } from './design-server.ts';

/** Draws for staff alone: the database decides who they are, on the hosted platform too. */
export function createListingImageHandler(
  { url: tablesUrl, publishableKey, fetchFor }: TableAccess,
  designs: Pick<DesignServer, 'serveListingImage'>,
  logger: Logger,
): (url: URL, authorization: string | undefined, ip: string) => Promise<Response> {
  const isStaff = async (authorization: string, ip: string) => {
    const response = await fetchFor(ip)(`${tablesUrl}/rest/v1/staff?select=user_id&limit=1`, {
      headers: { apikey: publishableKey, authorization },
    });
    if (response.status >= 500) throw new Error(`The database answered ${response.status}`);
    const rows: unknown = await response.json();
    return response.ok && Array.isArray(rows) && rows.length > 0;
  };
  return async (url, authorization, ip) => {
    if (!authorization) return textError(401, 'Please sign in.', { 'WWW-Authenticate': 'Bearer' });
    try {
      if (!(await isStaff(authorization, ip))) return textError(403, 'Only staff draw listings.');
    } catch (error) {
      logger.error({ error }, 'It is unknown who asks for the image of a listing');
      return textError(503, 'The database cannot be reached at the moment.');
    }
    return designs.serveListingImage(url);
  };
}
