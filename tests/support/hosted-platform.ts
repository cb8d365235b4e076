import type { Services } from '#server/services.ts';

/** A backend that passes all headers of requests from outside to the database, as the hosted platform does. */
export function toHostedPlatform({
  fetchFor,
}: Services['tables']): NonNullable<Services['backend']> {
  return (request, ip) => fetchFor(ip)(request);
}
