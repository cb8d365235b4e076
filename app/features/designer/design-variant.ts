import { isUuid } from '#app/lib/validators.ts';

/** The fragment by which the designer knows for which request staff design a variant. */
export const getRequestFragment = (requestId: string): string => `#request=${requestId}`;

/** Parses the request's id from the fragment; undefined for any other fragment. */
export function parseRequestFragment(fragment: string): string | undefined {
  const id = fragment.slice('#request='.length);
  return fragment.startsWith('#request=') && isUuid(id) ? id : undefined;
}

/** The request's screen, with a variant of its design to reply with. */
export function getVariantReplyUrl(requestId: string, query: string): string {
  return `/admin/quotes?${new URLSearchParams({ open: requestId, variant: `${requestId} ${query}` })}`;
}

/** The designer's page of the variant for this request; undefined without one or for another request. */
export function getVariantUrl(params: URLSearchParams, requestId: string): string | undefined {
  const [id, query] = params.get('variant')?.split(' ', 2) ?? [];
  return id === requestId && query ? `/design?${new URLSearchParams(query)}` : undefined;
}
