/** How long a reader may rely on the file, in days; RFC 9116 advises less than a year. */
const validDays = 180;

/**
 * The file that names the contact for security reports (RFC 9116).
 * @param site the website's URL without a slash at its end
 * @param contact a mailto: or https: URL
 */
export function securityTxt(site: string, contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + validDays);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}/.well-known/security.txt`,
    '',
  ].join('\n');
}
