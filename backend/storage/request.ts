import type { Context } from 'hono';
import { z } from 'zod';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/read-bytes.ts';
import { checkName } from './object-name.ts';
import type { ObjectAddress } from './objects.ts';
import { invalidRequest, Refusal } from './refusal.ts';

/** Bytes; a thousand of the longest names fit. */
const largestJson = 2 * 1024 * 1024;

/** The end of a route that names an object; any character may stand in it, so that names are judged in one place. */
export const objectPath = ':bucket/:name{[^]+}';

/**
 * The object that the address names.
 *
 * @throws Refusal 400 where the name is not allowed
 */
export function addressOf(context: Context): ObjectAddress {
  const { bucket = '', name = '' } = context.req.param() as Record<string, string>;
  return { bucket, name: checkName(name) };
}

/**
 * Reads the JSON body, at most 2 MiB of it.
 *
 * @throws Refusal 400 that says which field is wrong, 413
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readText(context.req.raw);
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON');
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error));
  return parsed.data;
}

async function readText(request: Request): Promise<string> {
  try {
    return String(await readBytes(request, largestJson));
  } catch (error) {
    if (error instanceof BodyTooLarge) throw jsonTooLarge();
    if (error instanceof BodyCutOff) throw invalidRequest(error.message);
    throw error;
  }
}

function jsonTooLarge() {
  return new Refusal(413, 'EntityTooLarge', 'Payload too large', 'The body is larger than 2 MiB');
}
