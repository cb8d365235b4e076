const prefixes = [
  ['/rest/v1/', 'tables'],
  ['/auth/v1/', 'accounts'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/', 'functions'],
  ['/pictures/', 'pictures'],
  ['/assets/', 'assets'],
  ['/hooks/', 'hooks'],
  ['/admin/', 'admin'],
] as const;

/** The kinds of routes that are told apart: few, so that no address of a visitor is in the figures. */
export type RouteKind = (typeof prefixes)[number][1] | 'health' | 'form' | 'page';

/** The kind of route that a request is for. */
export function routeKind(method: string | undefined, url: string | undefined): RouteKind {
  const path = (url ?? '/').split('?', 1)[0] ?? '/';
  if (path === '/healthz') return 'health';
  if (path === '/admin' || path === '/admin.data') return 'admin';
  const found = prefixes.find(([prefix]) => path.startsWith(prefix));
  if (found) return found[1];
  return method === 'POST' ? 'form' : 'page';
}
