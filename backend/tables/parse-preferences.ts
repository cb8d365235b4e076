import { TablesError } from './errors.ts';

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

type Choices = typeof choices;

/** What the `Prefer` header asks for (https://docs.postgrest.org/en/stable/references/api/preferences.html). */
export type Preferences = { -readonly [Name in keyof Choices]?: Choices[Name][number] } & {
  maxAffected?: number;
  /** What goes into `Preference-Applied`. */
  applied: string[];
};

/**
 * Parses the `Prefer` header. The first of several values for a preference counts. `tx` is known
 * but not followed, as on a server that does not let clients end transactions.
 *
 * @throws TablesError PGRST122 for an unknown preference together with `handling=strict`
 */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter(Boolean);
  const preferences: Preferences = { applied: [] };
  const unknown: string[] = [];
  for (const preference of given) {
    if (!isChoice(preference) && !/^max-affected=\d{1,15}$/.test(preference)) {
      unknown.push(preference);
    }
  }
  preferences.resolution = choose('resolution', given);
  preferences.missing = choose('missing', given);
  preferences.return = choose('return', given);
  preferences.count = choose('count', given);
  preferences.handling = choose('handling', given);
  for (const name of ['resolution', 'missing', 'return', 'count', 'handling'] as const) {
    if (preferences[name]) preferences.applied.push(`${name}=${preferences[name]}`);
  }
  if (preferences.handling !== 'strict') return preferences;
  if (unknown.length) {
    throw new TablesError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ').slice(0, 500)}`,
    });
  }
  const limit = given.find((preference) => preference.startsWith('max-affected='))?.slice(13);
  if (limit !== undefined) {
    preferences.maxAffected = Number(limit);
    preferences.applied.push(`max-affected=${limit}`);
  }
  return preferences;
}

function isChoice(preference: string): boolean {
  return Object.entries(choices).some(([name, values]) =>
    values.some((value) => preference === `${name}=${value}`),
  );
}

function choose<Name extends keyof Choices>(name: Name, given: string[]) {
  const values: readonly Choices[Name][number][] = choices[name];
  for (const preference of given) {
    const value = values.find((known) => preference === `${name}=${known}`);
    if (value) return value;
  }
  return undefined;
}
