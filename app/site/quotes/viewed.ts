import { viewQuote } from '#app/data/customer-quotes.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import type { Route } from './+types/viewed.ts';
import { getQuoteLink } from './receive.server.ts';

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const version = Number(form.get('version'));
  if (!Number.isSafeInteger(version)) return new Response(null, { status: 400 });
  await viewQuote(args.context.get(supabaseContext), getQuoteLink(args), version);
  return new Response(null, { status: 204 });
}

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } });
}
