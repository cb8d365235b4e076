import { type Client, clientHeader } from '#app/lib/client.ts';
import { normalizePostedText, requiredText } from '#app/lib/form-fields.ts';
import { lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod.ts';
import { maxCustomerReviewLength } from './customer-review-limits.ts';

/** Control characters except tabs and line breaks, and invisible ones, as save_customer_review refuses them. */
const hidden = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

const clean = (text: string) => normalizePostedText(text).replace(hidden, '').trim();
const toLine = (text: string) => clean(text).replace(/\s+/g, ' ');

/** What a customer posts at the link of a quote; `image` is a key in the images bucket. */
export const customerReviewForm = z.object({
  rating: z.coerce
    .number<string | null>('Please choose one to five stars')
    .int('Please choose one to five stars')
    .min(1, 'Please choose one to five stars')
    .max(5, 'Please choose one to five stars'),
  review_text: z
    .string()
    .overwrite(clean)
    .pipe(requiredText(10, 'Please write at least 10 characters', maxCustomerReviewLength)),
  customer_name: z
    .string()
    .overwrite(toLine)
    .pipe(requiredText(1, 'Please enter the name to show', lengths.name)),
  town: z
    .string()
    .overwrite(toLine)
    .pipe(requiredText(0, '', lengths.location)),
});

export type CustomerReviewForm = z.output<typeof customerReviewForm>;

const text = z.string().nullable();

/** The result of the database function open_customer_review. */
const openedReview = z.discriminatedUnion('status', [
  z.object({ status: z.literal('not_found') }),
  z.object({
    status: z.enum(['open', 'expired', 'published', 'closed']),
    /** Of the quote. */
    number: z.string(),
    lastDay: z.iso.date(),
    /** What the customer has sent and can change. */
    review: z
      .object({
        ...{ rating: z.int(), text: z.string(), name: z.string(), town: text, image: text },
        /** As the database writes it, which `saveCustomerReview` takes. */
        updatedAt: z.string(),
      })
      .nullable(),
  }),
]);

export type OpenedReview = Exclude<z.output<typeof openedReview>, { status: 'not_found' }>;

/** The token of a quote's link, and the signature of who opens it. */
type Link = { token: string; signedClient?: string | undefined };

/** Reads what can be done at a link; null if it is unknown, or if nobody has asked for a review. */
export async function openCustomerReview(client: Client, link: Link): Promise<OpenedReview | null> {
  const { data } = await client
    .rpc('open_customer_review', { token: link.token })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  const opened = openedReview.parse(data);
  return opened.status === 'not_found' ? null : opened;
}

const savedStatus = z.enum([
  ...['saved', 'changed', 'invalid', 'expired', 'published', 'closed', 'not_found'],
] as const);

/**
 * Stores the review of a link, or changes the one that was sent, until staff have approved it.
 * @param seen `updatedAt` of the review that was opened, null if there was none; if it has changed, the result is `changed`
 */
export async function saveCustomerReview(
  client: Client,
  link: Link,
  review: CustomerReviewForm,
  image: string | null,
  seen: string | null,
): Promise<z.output<typeof savedStatus>> {
  const { data } = await client
    .rpc('save_customer_review', {
      token: link.token,
      rating: review.rating,
      review_text: review.review_text,
      customer_name: review.customer_name,
      town: (review.town || null) as string,
      image: image as string,
      seen: seen as string,
    })
    .setHeader(clientHeader, link.signedClient ?? '')
    .throwOnError();
  return z.object({ status: savedStatus }).parse(data).status;
}
