import type { Batch } from './batch.ts';

/** How many a connection keeps; each takes some 50 kB of PostgreSQL's memory with its plan. */
const most = 100;

/** What has to be sent so that a statement can be bound by its name. */
export type Preparation = {
  name: string;
  /** Whether PostgreSQL does not have it yet. */
  isNew: boolean;
};

/**
 * Which statements one connection has prepared, so that PostgreSQL parses and plans each of them
 * once (PostgREST does the same). What was not asked for longest goes first.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #leaving: string[] = [];
  #last = 0;

  /** The name of a statement; one role's plan is not another's, because their policies differ. */
  prepare(role: string, sql: string): Preparation {
    const key = `${role} ${sql}`;
    const known = this.#names.get(key);
    this.#last += known ? 0 : 1;
    const name = known ?? `ridgeline_${this.#last}`;
    this.#names.delete(key);
    this.#names.set(key, name);
    const [oldest] = this.#names;
    if (oldest && this.#names.size > most) this.#forget(...oldest);
    return { name, isNew: known === undefined };
  }

  /** After an error nobody knows whether PostgreSQL has the statements: they get other names. */
  forget({ role, statements }: Batch) {
    for (const { sql } of statements) {
      const key = `${role} ${sql}`;
      const name = this.#names.get(key);
      if (name) this.#forget(key, name);
    }
  }

  /** The names to close with the next batch; PostgreSQL takes those that it does not know, too. */
  takeLeaving(): string[] {
    const leaving = this.#leaving;
    this.#leaving = [];
    return leaving;
  }

  #forget(key: string, name: string) {
    this.#names.delete(key);
    this.#leaving.push(name);
  }
}
