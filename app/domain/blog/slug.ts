/** The most characters that the database takes for a slug. */
export const slugLength = 200;

/**
 * The part of a post's address that its title gives: lowercase, each run of anything but letters
 * and digits one hyphen, none at either end. Accents are dropped, so that the letter stays.
 */
export function slugFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-|-$/g, '');
}
