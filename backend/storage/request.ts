import type { Context } from 'hono';
import { z } from 'zod';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/request-body.ts';
import { storageError } from './errors.ts';
import type { ObjectKey } from './objects.ts';

/** In bytes: room for a thousand of the longest names. */
const maxJsonBytes = 2 * 1024 * 1024;
const maxNameLength = 1024;

/** The characters that Supabase Storage accepts. All are ASCII, so that no name has two spellings. */
const allowedName = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/** The part of a route that names an object. It matches any character, and checkName checks the name. */
export const objectPath = ':bucket/:name{[^]+}';

/**
 * Returns the object that the path names.
 *
 * @throws HttpError 400 if the name is not allowed
 */
export function getObjectKey(context: Context): ObjectKey {
  const { bucket = '', name = '' } = context.req.param() as Record<string, string>;
  return { bucket, name: checkName(name) };
}

/**
 * Checks an object's name, the path inside its bucket.
 *
 * @throws HttpError 400 if it is empty, longer than 1024 bytes, has a character that is not
 *   allowed, or a segment that is empty, `.` or `..`
 */
export function checkName(name: string): string {
  const isAllowed = name.length <= maxNameLength && allowedName.test(name);
  if (isAllowed && !name.split('/').some((segment) => ['', '.', '..'].includes(segment))) {
    return name;
  }
  throw storageError('InvalidKey', `Invalid key: ${name.slice(0, maxNameLength)}`);
}

/**
 * Reads the JSON body, at most 2 MiB of it.
 *
 * @throws HttpError 400 that names the invalid field, 413
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readBytes(context.req.raw, maxJsonBytes).then(String, (error) => {
    if (error instanceof BodyTooLarge) {
      throw storageError('EntityTooLarge', 'The body is larger than 2 MiB');
    }
    throw error instanceof BodyCutOff ? storageError('InvalidRequest', error.message) : error;
  });
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw storageError('InvalidRequest', 'The body is not valid JSON');
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw storageError('InvalidRequest', z.prettifyError(parsed.error));
  return parsed.data;
}
