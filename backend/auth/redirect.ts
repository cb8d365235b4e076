import type { AuthError } from './auth-error.ts';
import type { SessionBody } from './session.ts';

/**
 * Where a mailed link may lead: the wanted address where it lies under the website's, the website's
 * own otherwise. A fragment is dropped, the answer's takes its place.
 */
export function safeRedirect(siteUrl: string, wanted: string | null | undefined): URL {
  const site = new URL(siteUrl);
  if (!wanted || !URL.canParse(wanted, site)) return site;
  const url = new URL(wanted, site);
  url.hash = '';
  const folder = site.pathname.endsWith('/') ? site.pathname : `${site.pathname}/`;
  const isInside = url.pathname === site.pathname || url.pathname.startsWith(folder);
  return url.origin === site.origin && isInside && !url.username && !url.password ? url : site;
}

/** The address with the session in its fragment, where supabase-js finds it (OAuth 2.0's implicit grant). */
export function redirectWithSession(target: URL, session: SessionBody, type: string): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  });
}

/** The address with an error in its fragment, where supabase-js finds it. */
export function redirectWithError(target: URL, error: AuthError): string {
  const names: Record<number, string> = { 400: 'invalid_request', 403: 'access_denied' };
  return withFragment(target, {
    error: names[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
    sb: '',
  });
}

function withFragment(target: URL, fields: Record<string, string>): string {
  return `${target.href}#${new URLSearchParams(fields)}`;
}
