import type { Database } from '#backend/database/database.ts';
import { UnknownName } from './errors.ts';
import { readSchema } from './read-schema.ts';
import type { Schema } from './schema.ts';

/** Runs a plan against what is known of the schema. */
export type SchemaCache = {
  /**
   * Calls `plan` with the schema, and once more with a fresh one where it meets a name that it does
   * not know. The schema is read on first use, and again at most every five seconds.
   */
  plan<Plan>(plan: (schema: Schema) => Plan): Promise<Plan>;
};

const reloadInterval = 5_000;

/** Keeps the catalogue's answer in memory, so that a request costs no look-up. */
export function createSchemaCache(database: Database, now = Date.now): SchemaCache {
  let loading: Promise<Schema> | undefined;
  let loadedAt = 0;

  const load = () => {
    loadedAt = now();
    const started = readSchema(database).catch((error: unknown) => {
      if (loading === started) loading = undefined;
      throw error;
    });
    loading = started;
    return started;
  };

  return {
    async plan(plan) {
      const known = loading ?? load();
      const schema = await known;
      try {
        return plan(schema);
      } catch (error) {
        if (!(error instanceof UnknownName)) throw error;
        const isStale = now() - loadedAt >= reloadInterval;
        const fresh = isStale ? load() : loading;
        if (!fresh || fresh === known) throw error;
        return plan(await fresh);
      }
    },
  };
}
