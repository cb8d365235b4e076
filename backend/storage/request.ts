import type { Context } from 'hono';
import { z } from 'zod';
import { checkName } from './object-name.ts';
import type { ObjectAddress } from './objects.ts';
import { invalidRequest } from './refusal.ts';

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
 * Reads the JSON body.
 *
 * @throws Refusal 400 that says which field is wrong
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await context.req.text();
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
