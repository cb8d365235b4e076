import { isUnavailable } from '#app/data/errors.ts';
import type { FormGuard } from '#app/data/form-guard-context.ts';
import { UploadError, uploadInspirationImage } from '#app/data/images.ts';
import type { Log } from '#app/data/log-context.ts';
import { insertQuoteRequest } from '#app/data/quote-requests.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { inspirationPaths, quoteForm } from '#app/domain/enquiries/quote-form.ts';
import {
  pictureFault,
  plainReason,
  quoteMessages,
  tookTooLong,
  tooManyPictures,
  uploadFailure,
} from '#app/domain/enquiries/quote-request.ts';
import { fieldErrors } from '#app/domain/form-fields.ts';
import { pictureLimits } from '#app/domain/limits.ts';
import {
  emptyAsNull,
  notifyOwner,
  storeMarketingConsent,
  textFields,
  tooManyForms,
} from '#app/site/forms/received-form.server.ts';
import type { Submission } from '#app/site/forms/submission.ts';

/** For all images of a form together; the request is stored without the images that take longer. */
const maxImagesMs = 15_000;

const sent: Submission = { sent: true, message: quoteMessages.success, notices: [] };

/**
 * Checks a quote request, stores the pictures that came with it and the request with what its
 * traps have found, and tells the owner. A picture that can't be stored is told and the rest goes on. Never throws.
 */
export async function receiveQuote(
  form: FormData,
  client: Client,
  guard: FormGuard,
  log: Log,
  imagesTimeoutMs = maxImagesMs,
): Promise<Submission> {
  const values = textFields(form);

  const kept = inspirationPaths.safeParse(form.getAll('inspiration_images'));
  const paths = kept.success ? kept.data : [];
  const wait = await guard.admit();
  if (wait > 0) {
    const unsent = { sent: false as const, errors: {}, values, pictures: paths, notices: [] };
    return { ...unsent, ...tooManyForms(wait) };
  }
  const { pictures, notices } = await storePictures(form, client, log, {
    kept: paths,
    timeoutMs: imagesTimeoutMs,
  });
  const refused = { sent: false as const, errors: {}, values, pictures, notices };

  const checked = quoteForm.safeParse(values);
  const errors = {
    ...(checked.success ? {} : fieldErrors(checked.error)),
    ...(kept.success ? {} : { inspiration_files: kept.error.issues[0]?.message ?? '' }),
  };
  if (!checked.success || !kept.success) return { ...refused, errors };

  const { customer_name, email, project_type, description, ...optional } = checked.data;
  const required = { customer_name, email, project_type, description };
  const row = { ...required, ...emptyAsNull(optional), inspiration_images: pictures };
  try {
    const reasons = await guard.inspect(form);
    const verdict = guard.sign('quote_requests', { email, words: description }, reasons);
    await insertQuoteRequest(client, row, verdict);
    // A machine that ticks every box has agreed to nothing.
    if (reasons.length === 0) {
      await storeMarketingConsent(client, values, { email, source: 'quote' }, log);
    }
  } catch (error) {
    log.error({ err: error }, 'A quote request could not be stored');
    const unavailable = isUnavailable(error);
    return { ...refused, message: quoteMessages.failure, unavailable };
  }
  await notifyOwner(client, 'quote', row, log);
  return { ...sent, notices };
}

// One after the other: a visitor's server has more to do than to hold twenty pictures at once.
async function storePictures(
  form: FormData,
  client: Client,
  log: Log,
  { kept, timeoutMs }: { kept: string[]; timeoutMs: number },
) {
  const pictures = [...kept];
  const notices: string[] = [];
  const timeout = AbortSignal.timeout(timeoutMs);
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  timedOut.catch(() => undefined);
  timeout.addEventListener('abort', () =>
    reject(new UploadError('The upload took too long', tookTooLong)),
  );
  for (const file of form.getAll('inspiration_files')) {
    // A field without a choice sends a nameless file.
    if (typeof file === 'string' || file.name === '') continue;
    const fault = pictures.length < pictureLimits.count ? pictureFault(file) : tooManyPictures;
    if (fault) {
      notices.push(uploadFailure(file.name, fault));
      continue;
    }
    try {
      // An image that is stored after all is deleted with those that no request references.
      const uploaded = timeout.aborted ? timedOut : uploadInspirationImage(client, file);
      pictures.push(await Promise.race([uploaded, timedOut]));
    } catch (error) {
      log.error({ err: error }, 'An inspiration picture could not be stored');
      const reason = error instanceof UploadError ? error.reason : undefined;
      notices.push(uploadFailure(file.name, plainReason(reason)));
    }
  }
  return { pictures, notices: [...new Set(notices)] };
}
