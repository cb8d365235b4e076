import { data } from 'react-router';
import { isSignature } from '#app/features/quotes/customer-quote.ts';
import {
  customerReviewForm,
  openCustomerReview,
  saveCustomerReview,
} from '#app/features/reviews/customer-reviews.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import {
  formGuardContext,
  type LinkArgs,
  logContext,
  readCustomerLink,
  readPostedForm,
  supabaseContext,
} from '#app/site/request-context.ts';
import { inspirationPaths } from '../quote-request-form.ts';
import {
  maxImagesMs,
  redirectToOutcome,
  refuseFailed,
  storeImages,
  tooManyForms,
} from './receive-enquiry.server.ts';

const reviewForm = customerReviewForm.refine(({ customer_name }) => isSignature(customer_name), {
  path: ['customer_name'],
  message: 'Please enter a name with at least two letters',
});

const fields = ['rating', 'review_text', 'customer_name', 'town'] as const;

export type ReviewResult = {
  isSaved: boolean;
  message?: string | undefined;
  errors: Record<string, string>;
  /** About a photo that could not be stored. */
  notices: string[];
  /** What was typed and chosen. */
  values: Record<(typeof fields)[number], string>;
  image: string | null;
  /** `updatedAt` of the review that the form was opened with; null for that of the answer. */
  seen: string | null;
};

/** The action of the page. What succeeds without a notice ends with a redirect, so that a reload repeats nothing. */
export async function handleReviewPost(args: LinkArgs) {
  const { request, context } = args;
  const form = await readPostedForm(request);
  const guard = context.get(formGuardContext);
  const log = context.get(logContext);
  const client = context.get(supabaseContext);
  const link = readCustomerLink(args);
  const values = Object.fromEntries(
    fields.map((name) => [name, String(form.get(name) ?? '')]),
  ) as ReviewResult['values'];
  const seen = String(form.get('seen') ?? '');
  const result: ReviewResult = {
    ...{ isSaved: false, errors: {}, notices: [], values, image: null, seen },
  };
  const refuse = (message: string, status: number) => data({ ...result, message }, { status });
  try {
    if ((await guard.admit()) > 0) return refuse(tooManyForms, 429);
    const opened = await openCustomerReview(client, link);
    if (!opened) throw data(null, { status: 404 });
    if (opened.status !== 'open') return data(result, { status: 410 });
    // A new photo replaces the one that was sent before.
    const former = opened.review?.image ?? null;
    const paths = form.getAll('inspiration_images');
    const chosen = paths.find((path) => path !== former);
    const [path] = inspirationPaths.safeParse([chosen]).data ?? [];
    result.image = path ?? (paths.some((kept) => kept === former) ? former : null);
    const stored = await storeImages(form.getAll('inspiration_files').slice(0, 1), [], {
      ...{ client, log, max: 1, imagesTimeoutMs: maxImagesMs.withoutScripts },
    });
    result.image = stored.images[0] ?? result.image;
    result.notices = stored.notices;
    const review = reviewForm.safeParse({ ...values, rating: values.rating || null });
    if (!review.success) {
      result.errors = fieldErrors(review.error);
      return refuse('Please check the form.', 422);
    }
    const version = z.iso.datetime({ offset: true }).safeParse(seen).data ?? null;
    const status = await saveCustomerReview(client, link, review.data, result.image, version);
    if (status === 'not_found') throw data(null, { status: 404 });
    if (status === 'invalid') {
      return refuse(
        "We couldn't save this. Please check your text and choose the photo again.",
        422,
      );
    }
    if (status === 'changed') {
      result.seen = null;
      return refuse(
        'We changed your review after you opened this page. Check it and send it again.',
        409,
      );
    }
    if (status !== 'saved') return data(result, { status: 410 });
    result.seen = null;
    // Names of visitors' files must not appear in a URL.
    if (result.notices.length > 0) return data({ ...result, isSaved: true }, { status: 200 });
    return redirectToOutcome(args);
  } catch (error) {
    return refuseFailed(error, log, 'Customer review failed', refuse);
  }
}
