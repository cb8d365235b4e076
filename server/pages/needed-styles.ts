import { readClasses } from './class-attributes.ts';
import { settleProperties } from './custom-properties.ts';

/** One rule as it is written: what stands before its block, and the block; no block for a statement. */
type Rule = { prelude: string; body: string | undefined };

/** One selector of a list, and what a page must have where it is to apply. */
type Selector = { text: string; classes: string[]; elements: string[]; fields: RegExp[] };

/** What was read of a stylesheet: text that stays, rules in a group, or a rule for what its selectors name. */
type Style = string | { group: string; styles: Style[] } | { selectors: Selector[]; body: string };

const groups = /^@(layer|media|supports|container)\b/;
/** Escapes by number, as of names that begin with a digit: not read here. */
const numberedEscape = /\\[0-9a-f]/i;
const className = /\.((?:\\.|[\w-])+)/g;
/** Selectors that ask for a class by a part of its name. */
const partOfName = /\[class/i;
/** What has no selectors of its own; any other group may have some, which are not read here. */
const withoutSelectors =
  /^@(?:charset|font-face|import|(?:-webkit-)?keyframes|layer|page|property)\b/;
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

/** What the selectors of a page are held against, and the names that its classes go by. */
type Page = {
  html: string;
  classes: Set<string>;
  elements: Set<string>;
  names: Map<string, string>;
};

/** A stylesheet for pages that carry no more of it than they use. */
export type NeededStyles = {
  /** Whether each name of a class in it could be read, so that pages may use other names. */
  canBeRenamed: boolean;
  /** The rules that may apply to a page, for its classes under the names given. */
  of(html: string, names?: Map<string, string>): string;
};

/**
 * Prepares a stylesheet for pages that carry no more of it than they use: all rules but those that ask
 * for a class which no element of the page has, or for an element that it has not, and but the custom
 * properties that it can do without. The layers keep their order, so that the whole stylesheet can
 * follow later and every rule stays where it is.
 *
 * @param css the stylesheet as the build minified it
 */
export function createNeededStyles(css: string): NeededStyles {
  const styles = stylesOf(css.replace(/^\s*\/\*[\s\S]*?\*\/\s*/, ''));
  return {
    canBeRenamed: !styles.some(hasUnreadName),
    of(html, names = new Map()) {
      const page = { html, classes: classesOf(html), elements: elementsOf(html), names };
      return settleProperties(styles.map((style) => keep(style, page)).join(''), html);
    },
  };
}

function hasUnreadName(style: Style): boolean {
  if (typeof style === 'string') return !withoutSelectors.test(style);
  if ('group' in style) return style.styles.some(hasUnreadName);
  return (
    style.body.includes('{') ||
    style.selectors.some(({ text }) => partOfName.test(text) || numberedEscape.test(text))
  );
}

function classesOf(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value = '']) => readClasses(value)),
  );
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
  if (kept.length === 0) return '';
  const named = kept.map(({ text }) => renamed(text, page.names));
  return `${named.join()}{${style.body}}`;
}

function renamed(selector: string, names: Map<string, string>): string {
  return selector.replaceAll(className, (all, name: string) => {
    const short = names.get(unescaped(name));
    return short ? `.${short}` : all;
  });
}

/** A class as HTML has it, from how a selector writes it. */
function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
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
    classes: [...bare.matchAll(className)].map(([, name = '']) => unescaped(name)),
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
