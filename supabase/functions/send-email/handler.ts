import type { SupabaseClient } from '@supabase/supabase-js';
import { parseJson } from '#app/lib/parse-json.ts';
import { type DeliveryDependencies, deliver, findOwner } from './deliver.ts';
import { enquiryCall, findStored } from './enquiry.ts';
import { claimMailFor } from './outbox.ts';

/** Dependencies of the handler. */
export type SendEmailDependencies = DeliveryDependencies & {
  /** For the rate limit; calls without an IP are not counted. */
  getClientIp: (request: Request) => string | undefined;
  /** False if emails are written to files or wait. */
  isMailConfigured: () => Promise<boolean>;
  /** Logs an error whose details the caller does not get. */
  report: (error: unknown) => void;
};

const maxCallsPerHour = 30;
const hourSeconds = 3600;
/** Fits both long texts at their limits, escaped. */
const maxBodyBytes = 256 * 1024;

const unavailableRetryAfterSeconds = '10';

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
};

/**
 * Creates the handler of POST /functions/v1/send-email. It accepts `{formData, emailType}`, sends the
 * email about the stored enquiry with the same fields, once and unless it is spam, and responds with
 * `{success: true}` or `{success: false, error}`: 400 invalid body, 404 no such enquiry, 405, 409 sent
 * already, 413, 429, 502 error of the mail server, 503 no recipient or no mail server, or with
 * Retry-After no database. After a 502 or 503 the email stays in the outbox and is retried.
 *
 * GET /functions/v1/send-email/status responds with `{isMailConfigured}`.
 */
export function createSendEmail(
  dependencies: SendEmailDependencies,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: corsHeaders });
    try {
      return await handle(dependencies, request);
    } catch (error) {
      dependencies.report(error);
      if (isUnavailable(error)) {
        return refuse(503, 'The database is unavailable, please try again later', {
          'Retry-After': unavailableRetryAfterSeconds,
        });
      }
      return refuse(500, 'Failed to send the email');
    }
  };
}

async function handle(dependencies: SendEmailDependencies, request: Request): Promise<Response> {
  const { supabase, getClientIp } = dependencies;
  if (request.method === 'GET' && new URL(request.url).pathname.endsWith('/status')) {
    const headers = { ...corsHeaders, 'Cache-Control': 'no-store' };
    const isMailConfigured = await dependencies.isMailConfigured();
    return Response.json({ isMailConfigured }, { headers });
  }
  if (request.method !== 'POST') return refuse(405, 'Use POST', { Allow: 'POST, OPTIONS' });
  const ip = getClientIp(request);
  if (ip && !(await takeRateLimit(supabase, `send-email:${ip}`, maxCallsPerHour, hourSeconds))) {
    return refuse(429, 'Too many requests, please try again later', {
      'Retry-After': String(hourSeconds),
    });
  }

  const text = await readText(request, maxBodyBytes);
  if (text === undefined) return refuse(413, 'The request is too large');
  const call = enquiryCall.safeParse(parseJson(text));
  if (!call.success) return refuse(400, 'Send formData and the emailType contact or quote');

  const enquiries = await findStored(supabase, call.data);
  if (enquiries.length === 0) return refuse(404, 'Submission not found');
  // The response does not reveal what was classified as spam.
  const legitimate = enquiries.filter(({ row }) => !row.is_spam);
  if (legitimate.length === 0) return Response.json({ success: true }, { headers: corsHeaders });
  const owner = await findOwner(dependencies);
  if (!owner.recipients.enquiries)
    return refuse(503, "The owner's email address is not configured");
  if (!dependencies.send) return refuse(503, 'No mail server is configured');
  // The newest first; two equal ones are two enquiries.
  const mail = await claimMailFor(
    supabase,
    legitimate.map(({ row }) => row.id),
  );
  const enquiry = legitimate.find(({ row }) => row.id === mail?.enquiry_id);
  if (!mail || !enquiry) return refuse(409, 'The email about this submission was already sent');
  if (!(await deliver(dependencies, mail, enquiry, owner))) {
    return refuse(502, 'The mail server refused the email');
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
 * Whether the database is unavailable: PostgREST's codes for connections
 * (https://docs.postgrest.org/en/stable/references/errors.html), PostgreSQL's classes 08, 53 and 57P, a
 * deadlock, or no response.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(PGRST00[0-3]|08|53|57P|40P01)/.test(code) ||
    /fetch failed|sending request/.test(error.message)
  );
}

/** Counts a hit; false if the key has had `max` of them within the window. */
async function takeRateLimit(
  supabase: SupabaseClient,
  key: string,
  max: number,
  windowSeconds: number,
) {
  const { data } = await supabase
    .rpc('take_rate_limit', { key, max_hits: max, window_seconds: windowSeconds })
    .throwOnError();
  return data === true;
}

/**
 * Reads a body as text.
 *
 * @returns undefined beyond `maxBytes`; empty if the client disconnected
 */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  try {
    for await (const chunk of request.body.values({ preventCancel: true })) {
      size += chunk.byteLength;
      if (size > maxBytes) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return '';
  }
  return text + decoder.decode();
}
