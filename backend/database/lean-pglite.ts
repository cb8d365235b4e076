import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';

/**
 * A PGlite whose SQL parser V8 never optimizes. That one function is 105 kB of WebAssembly: after some
 * dozens of statements V8 would spend two seconds of a processor and 600 MB on it, during the start, for
 * a part of each statement that takes microseconds. Its first translation, which is made when it is first
 * called, counts no calls while this flag names another function, so that no second one is ever asked
 * for. What else the empty statement is the first to call (the lexer, the loop over a message's
 * statements) stays as it is translated first, too.
 */
export class LeanPGlite extends PGlite {
  /** PGlite's own first statement follows from here: nothing has been parsed before. */
  override async _initArrayTypes(options?: { force?: boolean }) {
    if (!options?.force) {
      setFlagsFromString('--wasm-tier-up-filter=0');
      try {
        await this.exec('');
      } finally {
        setFlagsFromString('--wasm-tier-up-filter=-1');
      }
    }
    await super._initArrayTypes(options);
  }
}
