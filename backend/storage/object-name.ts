import { invalidKey } from './refusal.ts';

const longestName = 1024;

/** The characters that Supabase Storage takes, all of them ASCII, so that no name has two spellings. */
const allowed = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/**
 * Checks an object's name, the path inside its bucket.
 *
 * @throws Refusal 400 where it is empty, longer than 1024 bytes, has a character that is not
 *   allowed, or a segment that is empty, `.` or `..`
 */
export function checkName(name: string): string {
  const fits = name.length <= longestName && allowed.test(name);
  if (!fits || name.split('/').some((segment) => ['', '.', '..'].includes(segment))) {
    throw invalidKey(name.slice(0, longestName));
  }
  return name;
}
