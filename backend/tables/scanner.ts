import { shorten, type TablesError, unparsable } from './errors.ts';
import type { Field, JsonStep } from './query.ts';

const name = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;
const quoted = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/uy;
const jsonIndex = /[+-]?\d+(?=->|::|[.,)]|$)/uy;
const jsonKey = /[^(:.,>)"-]+(?:-(?!>)[^(:.,>)-]+)*/uy;
const longestJsonPath = 32;

/** Reads one query parameter from left to right, in PostgREST's grammar. */
export class Scanner {
  position = 0;
  readonly text: string;
  readonly #label: string;

  /** @param label what the text is, for the error message: "select parameter" */
  constructor(text: string, label: string) {
    this.text = text;
    this.#label = label;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  startsWith(literal: string): boolean {
    return this.text.startsWith(literal, this.position);
  }

  take(literal: string): boolean {
    if (!this.startsWith(literal)) return false;
    this.position += literal.length;
    return true;
  }

  /** @param pattern a sticky expression */
  takeMatch(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match) this.position += match[0].length;
    return match;
  }

  takeRest(): string {
    const rest = this.text.slice(this.position);
    this.position = this.text.length;
    return rest;
  }

  skipSpace() {
    this.takeMatch(/[ \t]*/y);
  }

  expect(literal: string) {
    if (!this.take(literal)) throw this.failure(`"${literal}"`);
  }

  expectEnd() {
    if (!this.atEnd) throw this.failure('end of input');
  }

  /** A quoted value with its escapes undone, or undefined where none starts here. */
  takeQuoted(): string | undefined {
    return this.takeMatch(quoted)?.[1]?.replace(/\\([\s\S])/gu, '$1');
  }

  /** The name of a column, table or alias, bare or in quotes. */
  takeName(): string {
    const text = this.startsWith('"') ? this.takeQuoted() : this.takeMatch(name)?.[0].trim();
    if (!text) throw this.failure('field name (* or [a..z0..9_$])');
    return text;
  }

  /** A column with the JSON path that follows it. */
  takeField(): Field {
    this.skipSpace();
    const column = this.takeName();
    const path: JsonStep[] = [];
    for (;;) {
      const arrow = this.take('->>') ? '->>' : this.take('->') ? '->' : undefined;
      if (!arrow) break;
      if (path.length === longestJsonPath) throw this.failure('a shorter JSON path');
      path.push(this.#takeStep(arrow));
    }
    this.skipSpace();
    return { column, path };
  }

  #takeStep(arrow: JsonStep['arrow']): JsonStep {
    const index = this.takeMatch(jsonIndex)?.[0];
    if (index) return { arrow, index };
    const key = this.takeQuoted() ?? this.takeMatch(jsonKey)?.[0].trim();
    if (key === undefined) throw this.failure('a key or index of a JSON path');
    return { arrow, key };
  }

  /** The error for what stands at this place. */
  failure(expected: string): TablesError {
    const found = this.atEnd
      ? 'end of input'
      : `"${String.fromCodePoint(this.text.codePointAt(this.position) ?? 0)}"`;
    return unparsable(
      `"failed to parse ${this.#label} (${shorten(this.text)})" (line 1, column ${this.position + 1})`,
      `unexpected ${found} expecting ${expected}`,
    );
  }
}
