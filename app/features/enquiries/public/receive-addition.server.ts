import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { normalizePostedText } from '#app/lib/form-fields.ts';
import { isUuid } from '#app/lib/validators.ts';
import {
  formGuardContext,
  type LinkArgs,
  logContext,
  readCustomerLink,
  readPostedForm,
  supabaseContext,
} from '#app/site/request-context.ts';
import { additionLimits } from '../addition-limits.ts';
import { formatPhotos, inspirationPaths } from '../quote-request-form.ts';
import { type AdditionStatus, addToQuoteRequest, openQuoteRequest } from '../request-additions.ts';
import {
  maxImagesMs,
  redirectToOutcome,
  refuseFailed,
  storeImages,
  tooManyForms,
} from './receive-enquiry.server.ts';

export type AdditionResult = {
  isAdded: boolean;
  message?: string | undefined;
  /** About photos that could not be stored. */
  notices: string[];
  text: string;
  images: string[];
  /** The id of an addition that may be stored although the response was lost: resending it stores it once. */
  id?: string | undefined;
};

/** The action of the page. What succeeds without a notice ends with a redirect, so that a reload repeats nothing. */
export async function handleAdditionPost(args: LinkArgs) {
  const { request, context } = args;
  const form = await readPostedForm(request);
  const guard = context.get(formGuardContext);
  const log = context.get(logContext);
  const client = context.get(supabaseContext);
  const link = readCustomerLink(args);
  const id = readText(form, 'addition');
  const result: AdditionResult = {
    ...{ isAdded: false, notices: [], text: readText(form, 'details').trim() },
    images: inspirationPaths.safeParse(form.getAll('inspiration_images')).data ?? [],
    id: isUuid(id) ? id : undefined,
  };
  const refuse = (message: string, status: number) => data({ ...result, message }, { status });
  try {
    if ((await guard.admit()) > 0) return refuse(tooManyForms, 429);
    const opened = await openQuoteRequest(client, link);
    if (!opened) throw data(null, { status: 404 });
    if (opened.status === 'expired') return data(result, { status: 410 });
    const { text } = result;
    if ([...text].length > additionLimits.text) return refuse(explanations.invalid, 422);
    const stored = await storeImages(form.getAll('inspiration_files'), result.images, {
      ...{ client, log, max: opened.imagesLeft, imagesTimeoutMs: maxImagesMs.withoutScripts },
    });
    Object.assign(result, stored);
    if (!text && stored.images.length === 0) return refuse(emptyForm, 422);
    const status = await addToQuoteRequest(client, link, {
      id: result.id ?? randomUUID(),
      ...{ text, images: stored.images },
    });
    if (status === 'not_found') throw data(null, { status: 404 });
    if (status === 'expired') return data(result, { status: 410 });
    if (status !== 'added') {
      // The earlier addition is stored, so the next one gets another id.
      if (status === 'already_added') result.id = undefined;
      return refuse(explanations[status], 409);
    }
    // Names of visitors' files must not appear in a URL.
    if (stored.notices.length > 0) {
      return data(
        { ...result, id: undefined, isAdded: true, text: '', images: [] },
        { status: 200 },
      );
    }
    return redirectToOutcome(args);
  } catch (error) {
    return refuseFailed(error, log, 'Request addition failed', refuse);
  }
}

const emptyForm = 'Please write something or choose a photo.';

const explanations: Record<Exclude<AdditionStatus, 'added' | 'not_found' | 'expired'>, string> = {
  already_added:
    "We already received what's listed below. If you've added something since, send it again.",
  too_many_additions: "You've reached the limit of additions. Please call us.",
  too_many_images: `You can add up to ${formatPhotos(additionLimits.images)} in all. Please remove some.`,
  invalid: `Please use at most ${additionLimits.text.toLocaleString('en-CA')} characters and ${formatPhotos(additionLimits.images)}.`,
};

function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? normalizePostedText(value) : '';
}
