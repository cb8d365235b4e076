import type { Migration } from '#backend/database/migrate.ts';

/** The migrator's own table, which no migration makes. */
const memory = 'ridgeline.migrations';

/**
 * Tells which tables the given migrations have made, by their `create table`, so that what somebody
 * else keeps in the same database is not taken for the program's.
 *
 * @returns a function of `schema.name`
 */
export function madeBy(migrations: Migration[]): (table: string) => boolean {
  const made = new Set([memory]);
  for (const { script } of migrations) {
    for (const [, name = ''] of script.matchAll(
      /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+\.[a-z0-9_]+)/gim,
    )) {
      made.add(name.toLowerCase());
    }
  }
  return (table) => made.has(table);
}
