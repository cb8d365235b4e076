import { longestSearch } from '#app/domain/limits.ts';

const mostWords = 10;

/**
 * The patterns of like, in PostgREST's syntax, for a column of plain text to hold each word of a
 * search; none for a search without words. What the person typed is never a wildcard.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
export function likePatterns(search: string): string[] {
  const words = plainText(search).slice(0, longestSearch).split(/\s+/u).filter(Boolean);
  // PostgREST reads every * as %, so that a typed one can only stand for any one character.
  return words
    .slice(0, mostWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
}

/** As the database's private.plain_text: lower case and without accents. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\0]/gu, '')
    .toLowerCase();
}
