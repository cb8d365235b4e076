import type { SupabaseClient } from '@supabase/supabase-js';
import { type DeliveryParts, deliver, findOwner } from './deliver.ts';
import { enquiryCall, findStored } from './enquiry.ts';
import { claimMailFor } from './outbox.ts';
import { readText } from './read-text.ts';

/** What the handler needs from where it runs. */
export type SendEmailParts = DeliveryParts & {
  /** Who calls, for the rate limit; undefined is not counted. */
  addressOf: (request: Request) => string | undefined;
  /** Told what went wrong inside, which the caller is not. */
  report: (error: unknown) => void;
};

const callsPerHour = 30;
const hour = 3600;
/** Bytes; both long texts at their limit, escaped, fit. */
const longestBody = 256 * 1024;

/** Seconds. */
const retryAfterAway = '10';

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
};

/**
 * Makes the function behind POST /functions/v1/send-email. It takes `{formData, emailType}`, tells
 * the owner about the stored submission that has the same fields, once and unless it is marked as
 * spam, and answers `{success: true}` or `{success: false, error}`: 400 a body it can't read, 404 no
 * such submission, 405, 409 told already, 413, 429, 502 the mail server failed, 503 nobody to write
 * to, or with Retry-After the database is away. After a 502 or 503 the mail stays in the outbox: it
 * goes later by itself, or at another call.
 */
export function createSendEmail(parts: SendEmailParts): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: corsHeaders });
    try {
      return await answer(parts, request);
    } catch (error) {
      parts.report(error);
      if (isAway(error)) {
        return refuse(503, 'The database does not answer, please try again later', {
          'Retry-After': retryAfterAway,
        });
      }
      return refuse(500, 'The mail could not be sent');
    }
  };
}

async function answer(parts: SendEmailParts, request: Request): Promise<Response> {
  const { supabase, addressOf } = parts;
  if (request.method !== 'POST') return refuse(405, 'Use POST', { Allow: 'POST, OPTIONS' });
  const address = addressOf(request);
  if (address && !(await take(supabase, `send-email:${address}`, callsPerHour, hour))) {
    return refuse(429, 'Too many requests, please try again later', {
      'Retry-After': String(hour),
    });
  }

  const text = await readText(request, longestBody);
  if (text === undefined) return refuse(413, 'The request is too large');
  const call = enquiryCall.safeParse(parseJson(text));
  if (!call.success) return refuse(400, 'Send formData and the emailType contact or quote');

  const enquiries = await findStored(supabase, call.data);
  if (enquiries.length === 0) return refuse(404, 'No such submission is stored');
  // Nobody learns from the answer what was taken for spam.
  const wanted = enquiries.filter(({ row }) => !row.is_spam);
  if (wanted.length === 0) return Response.json({ success: true }, { headers: corsHeaders });
  const owner = await findOwner(parts);
  if (!owner.email) return refuse(503, "The owner's e-mail address is not set");
  // The newest first; two alike are two submissions.
  const mail = await claimMailFor(
    supabase,
    wanted.map(({ row }) => row.id),
  );
  const enquiry = wanted.find(({ row }) => row.id === mail?.enquiry_id);
  if (!mail || !enquiry) return refuse(409, 'The mail about this submission has been sent already');
  if (!(await deliver(parts, mail, enquiry, owner))) {
    return refuse(502, 'The mail server did not take the mail');
  }
  return Response.json({ success: true }, { headers: corsHeaders });
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { success: false, error },
    { status, headers: { ...corsHeaders, ...headers } },
  );
}

/**
 * Tells that the database, or what stands before it, is away for the time being: by PostgREST's codes
 * for connections (https://docs.postgrest.org/en/stable/references/errors.html), PostgreSQL's classes
 * 08, 53 and 57P, or because nobody answered.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(PGRST00[0-3]|08|53|57P)/.test(code) || /fetch failed|sending request/.test(error.message)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts one hit; false where the key has had `max` of them within the window (seconds). */
async function take(supabase: SupabaseClient, key: string, max: number, window: number) {
  const { data } = await supabase
    .rpc('take_rate_limit', { key, max_hits: max, window_seconds: window })
    .throwOnError();
  return data === true;
}
