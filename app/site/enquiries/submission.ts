import type { Route } from './+types/submission.ts';
import { contactEnquiry, handleJsonPost, quoteEnquiry } from './receive.server.ts';

export function action(args: Route.ActionArgs) {
  return args.url.pathname === '/contact.json'
    ? handleJsonPost(contactEnquiry, args)
    : handleJsonPost(quoteEnquiry, args);
}
