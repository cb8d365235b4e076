import type { Route } from './+types/enquiry-route.ts';
import { contactEnquiry, handleJsonPost, quoteEnquiry } from './receive-enquiry.server.ts';

export function action(args: Route.ActionArgs) {
  return args.url.pathname === '/contact.json'
    ? handleJsonPost(contactEnquiry, args)
    : handleJsonPost(quoteEnquiry, args);
}
