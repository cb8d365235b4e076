import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import type { Client } from '#app/lib/client.ts';
import { isRateLimited, isUnavailable } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { normalizePostedText } from '#app/lib/form-fields.ts';
import { isUuid } from '#app/lib/validators.ts';
import {
  formGuardContext,
  type LinkArgs,
  logContext,
  readCustomerLink,
  readPostedForm,
  receiptParam,
  supabaseContext,
} from '#app/site/request-context.ts';
import {
  type AcceptResult,
  acceptQuote,
  chooseQuoteOptions,
  type DeclineResult,
  declineQuote,
  isSignature,
  type MessageResult,
  type QuoteLink,
  type ReviewResult,
  reviewQuote,
  sendQuoteMessage,
  stopQuoteReminders,
} from '../customer-quote.ts';
import { explainAgreement, lapsedLabels } from '../describe-quote.ts';
import { readPostedSelection } from '../quote-totals.ts';

type Review = Extract<ReviewResult, { status: 'review' }> & { attempt: string };

export type QuoteFormResult = {
  message?: string;
  review?: Review;
  /** The id of a message that may be stored although the response was lost: resending it stores it once. */
  messageId?: string | undefined;
  values: Record<string, string>;
};

const tooManyAnswers =
  'There were too many requests for this quote. Please try again in an hour, or call us.';

type Post = {
  client: Client;
  link: QuoteLink;
  form: FormData;
  url: string;
  /** Redirects to the page that confirms the answer. */
  confirm: (answer: Answer, id: string) => Response;
};

type Answer = 'accepted' | 'declined' | 'message' | 'reminders';

const toPath = (token: string) => `/quotes/${token}`;

/** The action of a quote's page. What succeeds ends with a redirect, so that a reload repeats nothing. */
export async function handleQuotePost({ request, params, context }: LinkArgs) {
  const form = await readPostedForm(request);
  const url = toPath(params.token);
  const post: Post = {
    client: context.get(supabaseContext),
    link: readCustomerLink({ request, params, context }),
    form,
    url,
    confirm: (answer, id) => {
      const receipt = context.get(formGuardContext).receipt(`${url} ${answer}`);
      const search = new URLSearchParams({ done: answer, [receiptParam]: receipt });
      return redirect(`${url}?${search}#${id}`, 303);
    },
  };
  const intent = readText(form, 'intent');
  const handle = Object.hasOwn(handlers, intent)
    ? handlers[intent as keyof typeof handlers]
    : undefined;
  if (!handle) throw data(null, { status: 400 });
  try {
    return await handle(post);
  } catch (error) {
    if (error instanceof Response || !(error instanceof Error)) throw error;
    if (isRateLimited(error)) return respond({ message: tooManyAnswers }, form, 429);
    context.get(logContext).error({ err: error }, 'Quote answer failed');
    const message = isUnavailable(error)
      ? "We can't save your answer right now. Please try again in a minute. Nothing has been lost."
      : "We couldn't save your answer. Please try again, or call us.";
    return respond({ message }, form, isUnavailable(error) ? 503 : 500);
  }
}

/** The answer that a quote's page confirms: only for a few minutes, and to nobody who makes up the URL. */
export function readConfirmedAnswer({ request, params, context }: LinkArgs): string | null {
  const { searchParams } = new URL(request.url);
  const receipt = searchParams.get(receiptParam) ?? '';
  const answer = searchParams.get('done');
  const form = `${toPath(params.token)} ${answer}`;
  return context.get(formGuardContext).isReceipt(form, receipt) ? answer : null;
}

const handlers = {
  async options({ client, link, form, url }: Post) {
    const result = await chooseQuoteOptions(
      client,
      link,
      readVersion(form),
      readPostedSelection(form),
    );
    if (result.status === 'not_found') throw data(null, { status: 404 });
    if (result.status === 'chosen') return redirect(`${url}#total`, 303);
    return respond({ message: explainAnswer(result) }, form, 409);
  },

  async review({ client, link, form }: Post) {
    const result = await reviewQuote(client, link, readVersion(form), readPostedSelection(form));
    if (result.status === 'not_found') throw data(null, { status: 404 });
    if (result.status === 'review') {
      return respond({ review: { ...result, attempt: randomUUID() } }, form, 200);
    }
    return respond({ message: explainAnswer(result) }, form, 409);
  },

  async accept({ client, link, form, confirm }: Post) {
    const version = readVersion(form);
    const selection = readPostedSelection(form);
    const name = readText(form, 'name').trim();
    const consent = readText(form, 'consent');
    const attempt = readAttempt(form);
    const reviewAgain = async (message: string | undefined) => {
      const review = await reviewQuote(client, link, version, selection);
      return review.status === 'review'
        ? respond({ message, review: { ...review, attempt } }, form, 422)
        : respond({ message: explainAnswer(review) }, form, 409);
    };
    if (!isSignature(name)) return reviewAgain('Please type your full name.');
    if (!consent) return reviewAgain('Please check the box to accept.');
    const agreementSha256 = readText(form, 'agreement');
    const acceptance = { version, selection, agreementSha256, name, consent, attempt };
    const result = await acceptQuote(client, link, acceptance);
    if (result.status === 'not_found') throw data(null, { status: 404 });
    if (result.status === 'accepted') return confirm('accepted', 'outcome');
    if (result.status === 'review_needed' || result.status === 'invalid') {
      return reviewAgain(explainAnswer(result));
    }
    return respond({ message: explainAnswer(result) }, form, 409);
  },

  async decline({ client, link, form, confirm }: Post) {
    const reason = cutAfter(readText(form, 'reason').trim(), 2000);
    const result = await declineQuote(client, link, readVersion(form), reason);
    if (result.status === 'not_found') throw data(null, { status: 404 });
    if (result.status === 'declined') return confirm('declined', 'outcome');
    if (result.status === 'invalid') {
      return respond(
        { message: 'Please keep the reason to 2,000 characters or fewer.' },
        form,
        422,
      );
    }
    return respond({ message: explainAnswer(result) }, form, 409);
  },

  async message({ client, link, form, confirm }: Post) {
    const type = readText(form, 'type') === 'change' ? 'change' : 'question';
    const body = cutAfter(readText(form, 'body').trim(), 5000);
    const message = { id: readAttempt(form), type, body } as const;
    const result = await sendQuoteMessage(client, link, message);
    if (result.status === 'not_found') throw data(null, { status: 404 });
    if (result.status === 'sent') return confirm('message', 'messages');
    if (result.status === 'invalid') {
      return respond({ message: 'Please write a message of up to 5,000 characters.' }, form, 422);
    }
    const shown = createResult({ message: explainAnswer(result) }, form);
    // The earlier message is stored, so the next one gets another id.
    return data({ ...shown, messageId: undefined }, { status: 409 });
  },

  async stop({ client, link, confirm }: Post) {
    if (!(await stopQuoteReminders(client, link))) throw data(null, { status: 404 });
    return confirm('reminders', 'reminders');
  },
};

/** Explains to a customer why a version could not be answered; undefined if it could. */
function explainAnswer(result: AcceptResult | DeclineResult | MessageResult): string | undefined {
  if ('agreedVersion' in result && result.agreedVersion) {
    return `Version ${result.version} ${lapsedLabels[result.status]}. Nothing has changed: ${explainAgreement(result.agreedVersion)}`;
  }
  switch (result.status) {
    case 'already_accepted':
      return 'acceptedAt' in result
        ? `Version ${result.version} was already accepted on ${formatMoment(result.acceptedAt)}${result.channel === 'phone' ? ' by phone' : ''}. Nothing has changed.`
        : undefined;
    case 'changed':
      return 'There is a newer version of this quote. Please read it before you answer. Nothing has been accepted.';
    case 'declined':
      return 'This quote was declined. If you have changed your mind, send us a message or call us.';
    case 'expired':
      return 'This quote is no longer valid. Ask us for a new date: send us a message or call us.';
    case 'withdrawn':
      return 'We have withdrawn this quote. Please call us if you have questions.';
    case 'review_needed':
      return 'Something has changed since you looked at the summary. Please check it again. Nothing has been accepted.';
    case 'already_sent':
      return "We already received this message. If you've added something since, send it again.";
    case 'too_many_messages':
      return "You've reached the limit of messages for this quote. Please call us.";
    case 'too_many_messages_this_hour':
      return "You've sent ten messages within an hour. Please try again later, or call us.";
    case 'invalid':
      return "Something is missing, or your choices don't go together. Please check what you entered.";
    default:
      return undefined;
  }
}

type Result = Partial<Omit<QuoteFormResult, 'message'>> & { message?: string | undefined };

function respond(result: Result, form: FormData, status: number) {
  return data(createResult(result, form), { status });
}

function createResult({ message, ...rest }: Result, form: FormData): QuoteFormResult {
  const values = Object.fromEntries(
    ['name', 'reason', 'body', 'type'].map((name) => [name, readText(form, name)]),
  );
  const isMessage = readText(form, 'intent') === 'message';
  return {
    ...rest,
    ...(message ? { message } : {}),
    ...(isMessage ? { messageId: readAttempt(form) } : {}),
    values,
  };
}

/** Cuts a text one character after the limit: the database refuses it, and counts the call. */
const cutAfter = (text: string, maxLength: number) => [...text].slice(0, maxLength + 1).join('');

function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? normalizePostedText(value) : '';
}

/** The id of the form, which makes a repeated post one answer. */
function readAttempt(form: FormData): string {
  const attempt = readText(form, 'attempt');
  return isUuid(attempt) ? attempt : randomUUID();
}

/** The version that was shown; 0, which no version has, for anything else. */
export function readVersion(form: FormData): number {
  const text = readText(form, 'version');
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
