/** One rule as it is written: what stands before its block, and the block; no block for a statement. */
type Rule = { prelude: string; body: string | undefined };

/** One selector of a list, and what a page must have where it is to apply. */
type Selector = { text: string; classes: string[]; elements: string[]; fields: RegExp[] };

/** What was read of a stylesheet: text that stays, rules in a group, or a rule for what its selectors name. */
type Style = string | { group: string; styles: Style[] } | { selectors: Selector[]; body: string };

const groups = /^@(layer|media|supports|container)\b/;
/** Escapes by number, as of names that begin with a digit: not read here. */
const numberedEscape = /\\[0-9a-f]/i;
const propertyRule = /@property (--[\w-]+)\{[^}]*\}/g;
/** A custom property and its value, of strings, brackets two deep, and what is neither. */
const declaration =
  /(?<=[{;])(--[\w-]+):(?:"[^"]*"|'[^']*'|\((?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*\)|[^;{}()"'])*(?:;|(?=\}))/g;
const className = /\.((?:\\.|[\w-])+)/g;
/** The name of an element in a selector, where neither a class nor a condition goes before it. */
const elementName = /(?<![\w\\:.#-])[a-z][a-z0-9]*/g;

/** Parts of form fields, and what the HTML of a page holds where it has such a field. */
const partsOfFields: [part: RegExp, field: RegExp][] = [
  [/::-webkit-(?:date|calendar)/, / type="(?:date|time|month|week)/],
  [/::-webkit-search/, / type="search"/],
  [/-spin-button/, / type="number"/],
  [/::file-selector-button/, / type="file"/],
  [/::placeholder/, / placeholder="/],
  [/:-moz-ui-invalid/, /<(?:input|select|textarea)\b/],
];

/** What the selectors of a page are held against. */
type Page = { html: string; classes: Set<string>; elements: Set<string> };

/**
 * Prepares a stylesheet for pages that carry no more of it than they use.
 *
 * @param css the stylesheet as the build minified it
 * @returns for a page's HTML, the rules that may apply to it: all but those that ask for a class which
 *   no element of it has, or for an element that it has not, and but the custom properties that none
 *   of them uses. The layers keep their order, so that the whole stylesheet can follow later and every
 *   rule stays where it is.
 */
export function createNeededStyles(css: string): (html: string) => string {
  const styles = stylesOf(css.replace(/^\s*\/\*[\s\S]*?\*\/\s*/, ''));
  return (html) => {
    const page = { html, classes: classesOf(html), elements: elementsOf(html) };
    const kept = styles.map((style) => keep(style, page)).join('');
    return withoutUnusedProperties(kept, referredIn(html));
  };
}

/**
 * Leaves out the custom properties that nothing refers to, their `@property` rules with them, and then
 * those that only these referred to.
 */
function withoutUnusedProperties(css: string, elsewhere: Set<string>): string {
  const referred = referredIn(css);
  const ifReferred = (text: string, name: string) =>
    referred.has(name) || elsewhere.has(name) ? text : '';
  const left = css.replaceAll(propertyRule, ifReferred).replaceAll(declaration, ifReferred);
  return left === css ? css : withoutUnusedProperties(left, elsewhere);
}

function referredIn(text: string): Set<string> {
  return new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name));
}

function classesOf(html: string): Set<string> {
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value = '']) =>
    value.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&amp;', '&').split(/\s+/),
  );
  return new Set(names);
}

function elementsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name));
}

function keep(style: Style, page: Page): string {
  if (typeof style === 'string') return style;
  if ('group' in style) {
    const inner = style.styles.map((one) => keep(one, page)).join('');
    return inner || style.group.startsWith('@layer') ? `${style.group}{${inner}}` : '';
  }
  const kept = style.selectors.filter((selector) => mayApply(selector, page));
  return kept.length > 0 ? `${kept.map(({ text }) => text).join()}{${style.body}}` : '';
}

function mayApply({ classes, elements, fields }: Selector, page: Page): boolean {
  return (
    classes.every((name) => page.classes.has(name)) &&
    elements.every((name) => page.elements.has(name)) &&
    fields.every((field) => field.test(page.html))
  );
}

function stylesOf(css: string): Style[] {
  return [...rulesOf(css)].map(({ prelude, body }) => {
    if (body === undefined) return prelude;
    if (groups.test(prelude)) return { group: prelude, styles: stylesOf(body) };
    if (prelude.startsWith('@')) return `${prelude}{${body}}`;
    return { selectors: selectorsOf(prelude).map(readSelector), body };
  });
}

/**
 * The selectors of a list, each also without what stands in its brackets: conditions that may hold or
 * not.
 */
function selectorsOf(list: string): { whole: string; bare: string }[] {
  const found = [{ whole: '', bare: '' }];
  let depth = 0;
  for (const sign of list.match(/\\.|[\s\S]/g) ?? []) {
    const [last] = found.slice(-1);
    if (depth === 0 && sign === ',') found.push({ whole: '', bare: '' });
    else if (last) {
      last.whole += sign;
      if (sign === '(' || sign === '[') depth += 1;
      else if (sign === ')' || sign === ']') depth -= 1;
      else if (depth === 0) last.bare += sign;
    }
  }
  return found;
}

function readSelector({ whole, bare }: { whole: string; bare: string }): Selector {
  const needs = { text: whole, classes: [], elements: [], fields: [] };
  if (numberedEscape.test(bare)) return needs;
  const named = bare.replaceAll(className, '.').replaceAll(/::?[\w-]+/g, '');
  return {
    ...needs,
    classes: [...bare.matchAll(className)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1')),
    elements: named.match(elementName) ?? [],
    fields: partsOfFields.filter(([part]) => part.test(bare)).map(([, field]) => field),
  };
}

/** The rules of a stylesheet or of a group's block, in their order. */
function* rulesOf(css: string): Generator<Rule> {
  let start = 0;
  let open = 0;
  let depth = 0;
  for (const { 0: sign, index } of css.matchAll(/\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[{};]/g)) {
    if (sign === '{') {
      if (depth === 0) open = index;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, index) };
      start = index + 1;
    } else if (sign === ';' && depth === 0) {
      yield { prelude: css.slice(start, index + 1), body: undefined };
      start = index + 1;
    }
  }
}
