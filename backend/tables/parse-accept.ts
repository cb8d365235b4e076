import { parseAccept as parseHeader } from 'hono/utils/accept';
import { shorten, TablesError } from './errors.ts';

/** How the rows go out: all in an array, or exactly one as an object; with or without null fields. */
export type ResponseFormat = { shape: 'array' | 'object'; stripNulls: boolean; type: string };

const json: ResponseFormat = { shape: 'array', stripNulls: false, type: 'application/json' };

/**
 * Chooses the format of the answer from the `Accept` header. JSON where there is none.
 *
 * @throws TablesError PGRST107 (406) where nothing that the client accepts can be had
 */
export function parseAccept(header: string | null): ResponseFormat {
  if (!header?.trim()) return json;
  const accepted = parseHeader(header).sort((one, other) => other.q - one.q);
  for (const { type, params, q } of accepted) {
    const format = q > 0 ? formatFor(type.toLowerCase(), params.nulls === 'stripped') : undefined;
    if (format) return format;
  }
  throw new TablesError(
    406,
    'PGRST107',
    `None of these media types are available: ${shorten(header)}`,
  );
}

function formatFor(type: string, stripNulls: boolean): ResponseFormat | undefined {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { shape: 'array', stripNulls, type: withNulls('array', stripNulls) };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { shape: 'object', stripNulls, type: withNulls('object', stripNulls) };
    default:
      return undefined;
  }
}

function withNulls(shape: 'array' | 'object', stripNulls: boolean) {
  return `application/vnd.pgrst.${shape}+json${stripNulls ? ';nulls=stripped' : ''}`;
}
