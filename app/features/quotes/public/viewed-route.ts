import { isRateLimited, isUnavailable } from '#app/lib/crud.ts';
import { readCustomerLink, readPostedForm, supabaseContext } from '#app/site/request-context.ts';
import { viewQuote } from '../customer-quote.ts';
import type { Route } from './+types/viewed-route.ts';
import { readVersion } from './receive-answer.server.ts';

export async function action(args: Route.ActionArgs) {
  const version = readVersion(await readPostedForm(args.request));
  if (version === 0) return new Response(null, { status: 400 });
  try {
    await viewQuote(args.context.get(supabaseContext), readCustomerLink(args), version);
  } catch (error) {
    if (isRateLimited(error)) return new Response(null, { status: 429 });
    if (isUnavailable(error)) return new Response(null, { status: 503 });
    throw error;
  }
  return new Response(null, { status: 204 });
}

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } });
}
