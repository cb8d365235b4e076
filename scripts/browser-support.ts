import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { supportedBrowsers } from './supported-browsers.ts';

export const { api, css, javascript } = bcd;

type Browser = keyof typeof supportedBrowsers;

/**
 * Returns true if every supported browser has a feature, even with limits. Features without data
 * count as supported.
 */
export function isSupported(feature: Identifier | undefined): boolean {
  const statement = feature?.__compat;
  return !statement || Object.keys(supportedBrowsers).every(isIn(statement));
}

const isIn = (statement: CompatStatement) => (browser: string) => {
  const statements = statement.support[browser as Browser];
  if (!statements) return true;
  return [statements].flat().some((each) => hasSince(each, supportedBrowsers[browser as Browser]));
};

function hasSince(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement;
  if (!version_added || flags || prefix || alternative_name) return false;
  if (version_removed && compareVersions(version_removed, version) <= 0) return false;
  return compareVersions(version_added, version) <= 0;
}

/** Compares versions such as `16.4`, `≤79` or `preview`, which is later than all others. */
function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map(parseVersion);
  return (first?.major ?? 0) - (second?.major ?? 0) || (first?.minor ?? 0) - (second?.minor ?? 0);
}

function parseVersion(version: string) {
  const [, major, minor] = /^≤?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return { major: Number(major ?? Infinity), minor: Number(minor ?? 0) };
}

// es-check knows JavaScript's own functions; these are the browser's: `URL.parse`, `new Highlight`.
const functions = Object.entries(api).flatMap(([owner, features]) =>
  Object.entries(features as Identifier).flatMap(([name, feature]) => {
    const isNewer = !isSupported(feature as Identifier);
    if (isNewer && name.endsWith('_static')) return `${owner}\\.${name.replace('_static', '')}\\(`;
    return isNewer && name === owner ? `new ${owner}\\(` : [];
  }),
);
const pattern = new RegExp(`(?<![\\w$.])(?:${functions.join('|')}|crypto\\.randomUUID\\()`, 'g');

/** Finds calls of functions that a supported browser lacks, or pages without TLS, in minified code. */
export function findNewerFunctions(code: string): string[] {
  return [...new Set([...code.matchAll(pattern)].map(([call]) => call.slice(0, -1)))];
}
