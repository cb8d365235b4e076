import { maxSearchLength } from '#app/domain/limits.ts';

const maxWords = 10;

/**
 * One pattern of `like` per word of a search, in PostgREST's syntax; typed wildcards are escaped.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
export function toLikePatterns(search: string): string[] {
  const words = normalizeSearch(search).slice(0, maxSearchLength).split(/\s+/u).filter(Boolean);
  // PostgREST reads every * as %, so that a typed one can only stand for any one character.
  return words
    .slice(0, maxWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
}

function normalizeSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\0]/gu, '')
    .toLowerCase();
}
