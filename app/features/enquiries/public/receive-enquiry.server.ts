import { FunctionsHttpError } from '@supabase/supabase-js';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { readOwnLists } from '#app/features/business/own-lists.ts';
import { UploadError, uploadInspirationImage } from '#app/features/images/images.ts';
import {
  getConsentWording,
  insertMarketingConsent,
  newsFieldName,
} from '#app/features/privacy/marketing-consent.ts';
import type { Client } from '#app/lib/client.ts';
import { isRateLimited, isUnavailable } from '#app/lib/crud.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { imageLimits } from '#app/lib/limits.ts';
import { isQuoteProjectType, type OwnLists } from '#app/lib/options.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { isUuid } from '#app/lib/validators.ts';
import type { z } from '#app/lib/zod-mini.ts';
import {
  type FormGuard,
  formGuardContext,
  type LinkArgs,
  type Log,
  logContext,
  readPostedForm,
  receiptParam,
  supabaseContext,
  withFallback,
} from '#app/site/request-context.ts';
import { contactForm, contactMessages } from '../contact-form.ts';
import { insertContactSubmission } from '../contact-submissions.ts';
import type { InboxTable } from '../inbox.ts';
import {
  explainRejectedUpload,
  explainTooManyImages,
  formatUploadError,
  inspirationPaths,
  parsePostedDesign,
  quoteMessages,
  quoteRequestForm,
  shedField,
  uploadTimedOut,
} from '../quote-request-form.ts';
import { insertQuoteRequest } from '../quote-requests.ts';
import { type SignedHeaders, spamCheckFields, submissionIdField } from '../spam.ts';
import type { FormResult } from './send-form.tsx';

const emailTimeoutMs = 4000;

/**
 * How long a form's images may take together, in milliseconds. The request is stored without the others, which the
 * page names. A page with scripts waits for 30 s, and has uploaded most images before: two of the slowest HEICs. A
 * form without scripts brings all of its images, and proxies wait for 60 s: five of them.
 */
export const maxImagesMs = { withScripts: 20_000, withoutScripts: 45_000 } as const;

type Enquiry<Values extends { email: string }, Row extends object> = {
  type: 'contact' | 'quote';
  table: InboxTable;
  path: string;
  schema: z.ZodMiniType<Values>;
  messages: { success: string; error: string };
  hasImages: boolean;
  /** @param fields all text fields, for those that the schema does not know */
  toRow: (values: Values, images: string[], fields: Record<string, string>) => Row;
  getText: (values: Values) => string;
  insert: (client: Client, row: Row, signed: SignedHeaders) => Promise<void>;
};

function defineEnquiry<Values extends { email: string }, Row extends object>(
  enquiry: Enquiry<Values, Row>,
) {
  return enquiry;
}

export const contactEnquiry = defineEnquiry({
  type: 'contact',
  table: 'contact_submissions',
  path: '/contact',
  schema: contactForm,
  messages: contactMessages,
  hasImages: false,
  toRow: ({ name, email, subject, message, ...optional }) => ({
    ...{ name, email, subject, message },
    ...emptyAsNull(optional),
  }),
  getText: ({ message }) => message,
  insert: insertContactSubmission,
});

export const quoteEnquiry = defineEnquiry({
  type: 'quote',
  table: 'quote_requests',
  path: '/quote-request',
  schema: quoteRequestForm,
  messages: quoteMessages,
  hasImages: true,
  toRow: ({ customer_name, email, project_type, description, ...optional }, images, fields) => ({
    ...{ customer_name, email, project_type, description },
    ...emptyAsNull(optional),
    inspiration_images: images,
    ...parsePostedDesign(fields),
    ...parsePostedShed(fields),
  }),
  getText: ({ description }) => description,
  insert: insertQuoteRequest,
});

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> };

export async function handlePost<Values extends { email: string }, Row extends object>(
  enquiry: Enquiry<Values, Row>,
  args: ActionArgs,
) {
  const result = await receivePost(enquiry, args, maxImagesMs.withoutScripts);
  // Names of visitors' files must not appear in a URL.
  if (result.sent && result.notices.length === 0) {
    const { searchParams } = new URL(args.request.url);
    const [shed, project] = ['shed', 'project'].map((name) => searchParams.get(name) ?? '');
    const type = searchParams.get('type');
    const receipt = args.context.get(formGuardContext).receipt(enquiry.path);
    const search = new URLSearchParams({ sent: 'yes', [receiptParam]: receipt });
    if (shed && isUuid(shed)) search.set('shed', shed);
    else if (project && isUuid(project)) search.set('project', project);
    else if (type) {
      const { context } = args;
      const read = readOwnLists(context.get(supabaseContext));
      const own: OwnLists = await withFallback(read, {}, context.get(logContext));
      if (isQuoteProjectType(type, own.project_type)) search.set('type', type);
    }
    return redirect(`${enquiry.path}?${search}#form`, 303);
  }
  return data(result, toResponseInit(result));
}

export async function handleJsonPost<Values extends { email: string }, Row extends object>(
  enquiry: Enquiry<Values, Row>,
  args: ActionArgs,
) {
  const result = await receivePost(enquiry, args, maxImagesMs.withScripts);
  return Response.json(result, toResponseInit(result));
}

/** 200; 400 for invalid input, 429 for too many forms, 503 without a database, 500 for other errors. */
function toResponseInit(result: FormResult): ResponseInit {
  if (result.sent) return { status: 200 };
  if (result.unavailable) return { status: 503 };
  if (result.retryAfter === undefined) return { status: result.message ? 500 : 400 };
  return { status: 429, headers: { 'Retry-After': String(result.retryAfter) } };
}

async function receivePost<Values extends { email: string }, Row extends object>(
  enquiry: Enquiry<Values, Row>,
  { request, context }: ActionArgs,
  imagesTimeoutMs: number,
) {
  const form = await readPostedForm(request);
  return receiveEnquiry(enquiry, form, {
    imagesTimeoutMs,
    client: context.get(supabaseContext),
    guard: context.get(formGuardContext),
    log: context.get(logContext),
  });
}

type Services = { client: Client; guard: FormGuard; log: Log; imagesTimeoutMs: number };

/**
 * Validates a form, stores its images and its row with the reasons why it looks like spam, and
 * notifies the owner. An image that cannot be stored is reported and left out. Never throws.
 */
export async function receiveEnquiry<Values extends { email: string }, Row extends object>(
  enquiry: Enquiry<Values, Row>,
  form: FormData,
  { client, guard, log, imagesTimeoutMs }: Services,
): Promise<FormResult> {
  const values = readTextFields(form);
  const paths = inspirationPaths.safeParse(
    enquiry.hasImages ? form.getAll('inspiration_images') : [],
  );
  const rejected = {
    sent: false as const,
    errors: {},
    values,
    images: paths.data ?? [],
    notices: [],
  };

  const waitSeconds = await guard.admit();
  if (waitSeconds > 0) {
    const minutes = pluralize(Math.ceil(waitSeconds / 60), 'minute');
    const message = `Your network has sent too many forms. Please try again in ${minutes}, or call us directly.`;
    return { ...rejected, message, retryAfter: waitSeconds };
  }
  const files = enquiry.hasImages ? form.getAll('inspiration_files') : [];
  const stored = await storeImages(files, rejected.images, {
    ...{ client, log, imagesTimeoutMs },
    max: imageLimits.count,
  });

  const checked = enquiry.schema.safeParse(values);
  if (!checked.success || !paths.success) {
    const errors = {
      ...(checked.success ? {} : fieldErrors(checked.error)),
      ...(paths.success ? {} : { inspiration_files: paths.error.issues[0]?.message ?? '' }),
    };
    return { ...rejected, ...stored, errors };
  }

  const row = enquiry.toRow(checked.data, stored.images, values);
  const { email } = checked.data;
  try {
    const reasons = await guard.inspect(form);
    const signed = { email, text: enquiry.getText(checked.data) };
    const submission = guard.getSubmission(values[submissionIdField]);
    await enquiry.insert(client, row, {
      verdict: guard.sign(enquiry.table, signed, reasons, submission),
      client: guard.signClient(''),
    });
    // A bot that checks every box has not consented.
    if (reasons.length === 0) await storeMarketingConsent(enquiry.type, email, values, client, log);
  } catch (error) {
    log.error({ err: error, table: enquiry.table }, 'Enquiry insert failed');
    const unavailable = isUnavailable(error);
    return { ...rejected, ...stored, message: enquiry.messages.error, unavailable };
  }
  await notifyOwner(enquiry.type, row, client, log);
  return {
    sent: true,
    message: enquiry.messages.success,
    notices: stored.notices,
    token: values[spamCheckFields.token],
  };
}

function parsePostedShed({ [shedField]: id = '' }: Record<string, string>) {
  return isUuid(id) ? { shed_id: id } : undefined;
}

/** Only logs an error: the enquiry is stored, and without a consent no news is sent. */
async function storeMarketingConsent(
  source: 'contact' | 'quote',
  email: string,
  values: Record<string, string>,
  client: Client,
  log: Log,
): Promise<void> {
  const wording = getConsentWording(values[newsFieldName]);
  if (!wording) return;
  try {
    await insertMarketingConsent(client, { email, source, wording });
  } catch (error) {
    log.error({ err: error }, 'News consent insert failed');
  }
}

/** Only logs an error. */
async function notifyOwner(
  emailType: 'contact' | 'quote',
  row: object,
  client: Client,
  log: Log,
): Promise<void> {
  const sending = sendEmail(client, emailType, row).catch((error: unknown) => {
    log.error(
      { err: error, emailType },
      error instanceof Error ? error.message : 'Failed to send email',
    );
  });
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, emailTimeoutMs);
  await Promise.race([sending, timedOut]);
  clearTimeout(timer);
}

function readTextFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] ??= value;
  }
  return fields;
}

function emptyAsNull<Values extends Record<string, string>>(values: Values) {
  const entries = Object.entries(values).map(([name, value]) => [name, value || null]);
  return Object.fromEntries(entries) as { [Name in keyof Values]: string | null };
}

/**
 * Calls the function send-email about a stored enquiry. Throws an Error that says why it failed.
 */
async function sendEmail(
  client: Client,
  emailType: 'contact' | 'quote',
  formData: object,
): Promise<void> {
  const { data, error } = await client.functions.invoke<{ success: boolean; error?: string }>(
    'send-email',
    { body: { formData, emailType } },
  );
  if (error instanceof FunctionsHttpError) {
    throw new Error(`HTTP error! status: ${error.context.status}`);
  }
  if (error) throw error;
  if (!data?.success) throw new Error(data?.error || 'Failed to send email');
}

type ImageServices = {
  client: Client;
  log: Log;
  /** How many images can be attached. */
  max: number;
  imagesTimeoutMs: number;
};

/**
 * Stores the images of a form one by one, to keep few in memory.
 *
 * @param files the values of its file field
 * @param paths of the images that are stored already
 * @returns the paths of all, and messages about those that could not be stored
 */
export async function storeImages(
  files: FormDataEntryValue[],
  paths: string[],
  { client, log, max, imagesTimeoutMs }: ImageServices,
): Promise<{ images: string[]; notices: string[] }> {
  const images = [...paths];
  const notices = new Set<string>();
  const addNotices = (name: string, reason: string | undefined) => {
    for (const notice of formatUploadError(name, reason)) notices.add(notice);
  };
  const timeout = AbortSignal.timeout(imagesTimeoutMs);
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  timedOut.catch(() => undefined);
  timeout.addEventListener('abort', () => reject(new UploadError(uploadTimedOut)));
  for (const file of files) {
    // An empty file field sends a file without a name.
    if (typeof file === 'string' || file.name === '') continue;
    const rejection = images.length < max ? explainRejectedUpload(file) : explainTooManyImages(max);
    if (rejection) {
      addNotices(file.name, rejection);
      continue;
    }
    try {
      // An image that is stored after the timeout is deleted as unreferenced.
      const upload = timeout.aborted ? timedOut : uploadInspirationImage(client, file);
      images.push(await Promise.race([upload, timedOut]));
    } catch (error) {
      log.error({ err: error }, 'Inspiration image upload failed');
      const reason = error instanceof UploadError ? error.message : undefined;
      addNotices(file.name, reason);
    }
  }
  return { images, notices: [...notices] };
}

// The forms at a customer's link.

export const tooManyForms =
  'Your network has sent too many forms. Please try again in an hour, or call us.';

/**
 * Refuses a form that could not be handled.
 * @param event what the log says
 * @throws what is no error, such as a response
 */
export function refuseFailed<Refusal>(
  error: unknown,
  log: Log,
  event: string,
  refuse: (message: string, status: number) => Refusal,
): Refusal {
  if (!(error instanceof Error)) throw error;
  if (isRateLimited(error)) return refuse(tooManyForms, 429);
  log.error({ err: error }, event);
  return isUnavailable(error)
    ? refuse("We can't save this right now. Please try again in a minute.", 503)
    : refuse("We couldn't save this. Please try again, or call us.", 500);
}

/** Redirects to the page that confirms the form. */
export function redirectToOutcome({ request, context }: LinkArgs): Response {
  const { pathname } = new URL(request.url);
  const receipt = context.get(formGuardContext).receipt(pathname);
  return redirect(`${pathname}?${new URLSearchParams({ [receiptParam]: receipt })}#outcome`, 303);
}
