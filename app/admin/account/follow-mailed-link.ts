import { parseMailedLink } from '#app/domain/accounts/password-form.ts';

/**
 * Leads a mailed link that opened another screen of the back office to the one it is for: the hosted
 * platform sends it there where its own list of addresses does not name the screen. The page is
 * loaded anew, before supabase-js changes its address.
 *
 * @returns true where the page is about to go
 */
export function followMailedLink(): boolean {
  const { href, search, hash } = window.location;
  if (parseMailedLink(href).kind === 'none') return false;
  window.location.replace(`/admin/password${search}${hash}`);
  return true;
}
