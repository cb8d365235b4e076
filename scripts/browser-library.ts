import type { Identifier } from '@mdn/browser-compat-data';
import { api, isSupported, javascript } from './browser-support.ts';

/**
 * Marks everything as optional that a supported browser or a page without TLS lacks, so that `tsc`
 * rejects its use without a check.
 * @param library TypeScript's declarations of the DOM, or of arrays since ES2023
 */
export function limitLibrary(library: string): string {
  let owner = '';
  let isStatic = false;
  let documented: Identifier | undefined;
  let needsTls = false;
  const seenFunctions = new Set<string>();
  const limited = library.split('\n').map((line) => {
    const path = /\/docs\/Web\/API\/([\w/]+)\)/.exec(line)?.[1];
    needsTls ||= line.includes('Available only in secure contexts.');
    if (path) {
      documented = findFeature(api, path.split('/'));
      return line;
    }
    if (/^\s*(\/?\*|$)/.test(line)) return line;
    const [, kind, name = ''] = /^(?:declare )?(interface|var|function) (\w+)/.exec(line) ?? [];
    const feature = documented;
    const isSecure = needsTls;
    documented = undefined;
    needsTls = false;
    if (kind === 'function') {
      if (isSupported(feature)) return line;
      if (seenFunctions.has(name)) return '';
      seenFunctions.add(name);
      return `declare var ${name}: Window[${JSON.stringify(name)}];`;
    }
    if (kind) {
      owner = name;
      isStatic = kind === 'var';
      return isStatic && line.endsWith(';') && !isSupported(feature)
        ? line.replace(/;$/, ' | undefined;')
        : line;
    }
    if (line === '};' && isStatic && !isSupported(findFeature(api, [owner])))
      return '} | undefined;';
    return limitMember(line, { feature, needsTls: isSecure }, { owner, isStatic });
  });
  return limited.join('\n');
}

type Owner = { owner: string; isStatic: boolean };

type Documented = { feature: Identifier | undefined; needsTls: boolean };

function limitMember(line: string, documented: Documented, owner: Owner): string {
  const [, before, name = '', after] = /^( {4}(?:readonly )?)(\w+)([(:<].*)$/.exec(line) ?? [];
  const isWhole = isSupported(findFeature(api, [owner.owner]));
  if (!isWhole || !before || !after || ['prototype', 'new'].includes(name)) return line;
  const feature = documented.feature ?? findMember(name, owner);
  const isMissing = !isSupported(feature) || (documented.needsTls && after.startsWith('('));
  return `${before}${name}${isMissing ? '?' : ''}${withoutNewParameters(after, feature)}`;
}

function findMember(name: string, { owner, isStatic }: Owner): Identifier | undefined {
  const builtIn = owner
    .replace(/^Readonly/, '')
    .replace(/^(?:Big)?(?:Ui|I)nt\d.*|^Float\d.*/, 'TypedArray');
  return (
    findFeature(api, [owner, isStatic ? `${name}_static` : name]) ??
    findFeature(javascript.builtins as Identifier, [builtIn, name])
  );
}

/** Removes optional parameters that browsers added after the function itself. */
function withoutNewParameters(signature: string, feature: Identifier | undefined): string {
  let older = signature;
  for (const [key, part] of Object.entries(feature ?? {})) {
    const [, name] = /^(\w+)_parameter$/.exec(key) ?? [];
    if (name && !isSupported(part as Identifier))
      older = older.replace(new RegExp(`, ${name}\\?: \\w+(?=[,)])`), '');
  }
  return older;
}

function findFeature(data: Identifier, path: string[]): Identifier | undefined {
  return path.reduce<Identifier | undefined>((found, key) => found?.[key], data);
}
