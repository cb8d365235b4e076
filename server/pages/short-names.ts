import { readClasses, writeClasses } from './class-attributes.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A start tag, and with it the text of an element in whose text a tag is none. */
const startTag =
  /(<(script|style|title|textarea)\b(?:"[^"]*"|[^">])*>)([\s\S]*?)(?=<\/\2>)|<[a-z](?:"[^"]*"|[^">])*>/g;
const classAttribute = /(?<= class=")[^"]*(?=")/;

/**
 * Short names for the classes of a page. Classes that the same elements have get the same name: their
 * rules apply to the same elements under one name as well.
 *
 * @returns the short name of each class that stands in the page's start tags
 */
export function shortNames(html: string): Map<string, string> {
  const elements = new Map<string, number[]>();
  let count = 0;
  mapClasses(html, (classes) => {
    count += 1;
    for (const name of new Set(classes)) {
      const places = elements.get(name);
      if (places) places.push(count);
      else elements.set(name, [count]);
    }
    return classes;
  });
  const shared = new Map<string, string>();
  const names = new Map<string, string>();
  const free = shortest();
  for (const [name, places] of elements) {
    const key = places.join();
    const short = shared.get(key) ?? free.next().value;
    shared.set(key, short);
    names.set(name, short);
  }
  return names;
}

/** The page with its classes under their short names, each once on an element. */
export function withShortNames(html: string, names: Map<string, string>): string {
  return mapClasses(html, (classes) => [
    ...new Set(classes.map((name) => names.get(name) ?? name)),
  ]);
}

/** The classes behind each short name, as a class attribute lists them. */
export function longNames(names: Map<string, string>): Record<string, string> {
  const long: Record<string, string> = {};
  for (const [name, short] of names) long[short] = long[short] ? `${long[short]} ${name}` : name;
  return long;
}

function mapClasses(html: string, change: (classes: string[]) => string[]): string {
  return html.replaceAll(startTag, (all, tag: string = all, _element?: string, text = '') => {
    const changed = tag.replace(classAttribute, (value) =>
      writeClasses(change(readClasses(value))),
    );
    return changed + text;
  });
}

/** Names, the shortest first, but for those that programs take for an advertisement and remove. */
function* shortest(): Generator<string, never> {
  for (let index = 0; ; index += 1) {
    const name = nameOf(index);
    if (!/^ads?$/i.test(name)) yield name;
  }
}

function nameOf(index: number): string {
  const last = letters.charAt(index % letters.length);
  return index < letters.length ? last : nameOf(Math.floor(index / letters.length) - 1) + last;
}
