/** What every error of the table interface looks like on the wire. */
export type ErrorBody = {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
};

/**
 * A fault that the client is told about, with PostgREST's code and HTTP status
 * (https://docs.postgrest.org/en/stable/references/errors.html).
 */
export class TablesError extends Error {
  override readonly name = 'TablesError';
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds until it may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: string | null; hint?: string | null; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfter = more.retryAfter;
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null };
  }
}

/** A name that the schema cache does not know; a reload of the cache may find it. */
export class UnknownName extends TablesError {}

/** 404: no such table or view in the exposed schema. */
export function unknownTable(table: string) {
  return new UnknownName(
    404,
    'PGRST205',
    `Could not find the table 'public.${shorten(table)}' in the schema cache`,
  );
}

/** 400: a column in select, a filter, order or on_conflict that the table has not; PostgreSQL's own code. */
export function unknownColumn(table: string, column: string) {
  return new UnknownName(400, '42703', `column ${table}.${shorten(column)} does not exist`);
}

/** 400: a column named by the payload or by `columns` that the table has not. */
export function unknownPayloadColumn(table: string, column: string) {
  return new UnknownName(
    400,
    'PGRST204',
    `Could not find the '${shorten(column)}' column of '${table}' in the schema cache`,
  );
}

/** 404: no function of this name that takes these arguments. */
export function unknownFunction(name: string, argumentNames: string[]) {
  const listed = shorten(argumentNames.join(', '));
  const signature = argumentNames.length ? `(${listed})` : ' without parameters';
  const searched = argumentNames.length
    ? ` with parameter${argumentNames.length > 1 ? 's' : ''} ${listed}`
    : ' without parameters';
  const routine = `public.${shorten(name)}`;
  return new UnknownName(
    404,
    'PGRST202',
    `Could not find the function ${routine}${signature} in the schema cache`,
    {
      details: `Searched for the function ${routine}${searched}, but no matches were found in the schema cache.`,
    },
  );
}

/** 400: a resource embedded in select; the exposed tables have no relationships to embed by. */
export function unknownRelationship(parent: string, child: string) {
  return new UnknownName(
    400,
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${shorten(child)}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${parent}' and '${shorten(child)}' in the schema 'public', but no matches were found.`,
    },
  );
}

/** 400: a filter, order or limit for an embedded resource that select does not name. */
export function notEmbedded(resource: string) {
  return new TablesError(
    400,
    'PGRST108',
    `'${shorten(resource)}' is not an embedded resource in this request`,
    { hint: `Verify that '${shorten(resource)}' is included in the 'select' query parameter.` },
  );
}

/** 400: a query parameter that does not parse. */
export function unparsable(message: string, details: string) {
  return new TablesError(400, 'PGRST100', message, { details });
}

/** 400: a body that is no JSON, or JSON of the wrong shape. */
export function invalidBody(message = 'Empty or invalid json') {
  return new TablesError(400, 'PGRST102', message);
}

/** 416: limit, offset or Range describe no range of the rows. */
export function invalidRange(details: string) {
  return new TablesError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

/** 406: a single object was asked for where there is not exactly one row. */
export function notSingular(rows: number) {
  return new TablesError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** 429: a limit is used up for so many more seconds. */
export function tooManyRequests(retryAfter: number, message: string) {
  return new TablesError(429, 'over_request_rate_limit', message, { retryAfter });
}

/** 499: the client has left, and its statement was cancelled. */
export function clientClosed() {
  return new TablesError(499, '57014', 'canceling statement due to user request');
}

/** A client's text as it may stand in a message: never longer than a line or two. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
