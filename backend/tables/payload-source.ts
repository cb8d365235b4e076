import { type RawBuilder, sql } from 'kysely';
import type { Payload } from './parse-payload.ts';
import type { Column } from './schema.ts';

/**
 * A body of JSON as a source of rows called `payload`, with the columns that it writes, each in the
 * column's type. The text is one parameter, however many rows it holds.
 *
 * @param columns the columns to take from it; what else it holds is ignored
 * @param withDefaults a key that an object leaves out takes the column's default instead of null
 */
export function payloadSource(
  { json, isArray }: Pick<Payload, 'json' | 'isArray'>,
  columns: Pick<Column, 'name' | 'type' | 'defaultExpression'>[],
  { withDefaults = false, firstOnly = false } = {},
): RawBuilder<unknown> {
  const names = columns.map(({ name }) => sql`${sql.id(name)}`);
  const defaults = columns.flatMap(({ name, defaultExpression }) =>
    defaultExpression === null ? [] : [sql`${name}::text, ${sql.raw(defaultExpression)}`],
  );
  const fills = withDefaults && defaults.length > 0;
  const prefix = sql.raw(fills ? 'jsonb' : 'json');
  const document = fills ? sql`filled.document` : sql`body.document`;
  const typed = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`);
  const rows = columns.length
    ? sql`${prefix}_to_record${sql.raw(isArray ? 'set' : '')}(${document}) as _ (${sql.join(typed)})`
    : isArray
      ? sql`${prefix}_array_elements(${document}) as _`
      : sql`(values (1)) as _`;
  return sql`(select ${json}::text::${prefix} as document) as body
    ${fills ? filledDocument(isArray, sql`jsonb_build_object(${sql.join(defaults)})`) : sql``}
    cross join lateral (
      select ${columns.length ? sql.join(names) : sql``} from ${rows}${sql.raw(firstOnly ? ' limit 1' : '')}
    ) as payload`;
}

function filledDocument(isArray: boolean, defaults: RawBuilder<unknown>) {
  return isArray
    ? sql`cross join lateral (
        select coalesce(jsonb_agg(${defaults} || element), '[]') as document
        from jsonb_array_elements(body.document) as element
      ) as filled`
    : sql`cross join lateral (select ${defaults} || body.document as document) as filled`;
}
