const propertyRule = /@property (--[\w-]+)\{([^}]*)\}/g;
/** What stands in for `@property` in browsers that do not know it: the same values once more. */
const propertiesLayer = /@layer properties\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/;
const themeRule = /(?<=@layer theme\{):root,:host\{[^}]*\}/;
/** A custom property and its value, of strings, brackets two deep, and what is neither. */
const declaration =
  /(?<=[{;])(--[\w-]+):((?:"[^"]*"|'[^']*'|\((?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*\)|[^;{}()"'])*)(?:;|(?=\}))/g;
/** Begins where a name does: a long line of hyphens in a text is read once. */
const setInHtml = /(?<![\w-])(--[\w-]+):/g;
const reference = /var\(\s*(--[\w-]+)/g;
/** A reference and what stands in where the property has no value; brackets three deep. */
const wholeReference =
  /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*))?\)/g;

/**
 * Spares a page the custom properties that it can do without: those with one value wherever they are
 * taken stand as this value, and those that nothing takes are left out, their `@property` rules with
 * them. One value has what only its `@property` rule sets, and what only the theme's rule does; where
 * nothing sets a property at all, it is what stands in for it.
 *
 * @param css the rules of a page
 * @param html the page, whose own styles may set and take properties, too
 */
export function settleProperties(css: string, html: string): string {
  return withoutUnused(settle(css, knownValues(css, html)), referredIn(html));
}

/** The one value of each property that has one; undefined where it has none, and what stands in is taken. */
function knownValues(css: string, html: string): Map<string, string | undefined> {
  const [theme = ''] = themeRule.exec(css) ?? [];
  const elsewhere = css.replace(propertiesLayer, '').replace(theme, '');
  const changing = new Set(
    [...elsewhere.matchAll(declaration), ...html.matchAll(setInHtml)].map(([, name]) => name),
  );
  const values = new Map<string, string | undefined>();
  for (const name of referredIn(css)) values.set(name, undefined);
  for (const [, name = '', rule = ''] of css.matchAll(propertyRule))
    values.set(name, /initial-value:([^;]*)/.exec(rule)?.[1]);
  for (const [, name = '', value = ''] of theme.matchAll(declaration)) values.set(name, value);
  return new Map([...values].filter(([name]) => !changing.has(name)));
}

/** @param depth how far values may refer to others: what refers to itself stays as it is after that */
function settle(css: string, values: Map<string, string | undefined>, depth = 8): string {
  if (depth === 0) return css;
  const settled = css.replaceAll(
    wholeReference,
    (all, name: string, standIn: string | undefined, index: number) => {
      const inner = standIn === undefined ? undefined : settle(standIn, values, depth - 1);
      if (!values.has(name)) return inner === undefined ? all : `var(${name},${inner})`;
      const value = values.get(name) ?? inner ?? all;
      return /[\w.#-]/.test(css.charAt(index + all.length)) ? `${value} ` : value;
    },
  );
  return settled === css ? css : settle(settled, values, depth - 1);
}

/** Leaves out what nothing refers to, and then what only that referred to. */
function withoutUnused(css: string, elsewhere: Set<string>): string {
  const referred = referredIn(css);
  const ifReferred = (text: string, name: string) =>
    referred.has(name) || elsewhere.has(name) ? text : '';
  const left = css.replaceAll(propertyRule, ifReferred).replaceAll(declaration, ifReferred);
  return left === css ? css : withoutUnused(left, elsewhere);
}

function referredIn(text: string): Set<string> {
  return new Set([...text.matchAll(reference)].map(([, name = '']) => name));
}
