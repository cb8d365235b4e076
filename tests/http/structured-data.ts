import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import googleProperties from './google-properties.json' with { type: 'json' };

/** A node of JSON-LD as a page contains it. */
export type JsonLd = { [key: string]: unknown; '@type'?: string | string[]; '@id'?: string };

export const getTypes = (node: JsonLd) => [node['@type'] ?? []].flat();

/** Returns every node of a graph, nested ones included. */
export function everyNode(value: unknown): JsonLd[] {
  if (Array.isArray(value)) return value.flatMap(everyNode);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as JsonLd;
  return [...(node['@type'] ? [node] : []), ...Object.values(node).flatMap(everyNode)];
}

/**
 * What Google requires of a type, and what it recommends and our pages always show
 * (https://developers.google.com/search/docs/appearance/structured-data).
 */
const required: Record<string, string[]> = googleProperties;

/** Lists the properties of Google's documentation that a graph lacks. */
export function findGoogleViolations(graph: JsonLd[]): string[] {
  return everyNode(graph)
    .filter((node) => !('itemOffered' in node)) // Offers of the service catalogue have no price.
    .flatMap((node) => [
      ...getTypes(node).flatMap((type) =>
        (required[type] ?? [])
          .filter((name) => isEmpty(node[name]))
          .map((name) => `${type} has no ${name}`),
      ),
      ...findListViolations(node),
    ]);
}

/** Breadcrumbs need two items with position, name and URL, a carousel's items a page of their own. */
function findListViolations(node: JsonLd): string[] {
  const [type] = getTypes(node);
  if (type !== 'BreadcrumbList' && type !== 'ItemList') return [];
  const items = everyNode(node.itemListElement);
  const properties = ['position', 'name', type === 'BreadcrumbList' ? 'item' : 'url'];
  return [
    ...(type === 'BreadcrumbList' && items.length < 2 ? ['BreadcrumbList is too short'] : []),
    ...items.flatMap((item, index) =>
      properties
        .filter((name) => isEmpty(item[name]))
        .map((name) => `${type}: item ${index + 1} has no ${name}`),
    ),
  ];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || [value].flat().length === 0;

const prefix = 'http://schema.org/';
const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
/** Objects by predicate and subject. */
const vocabulary: Record<string, Map<string, string[]>> = {
  subClassOf: new Map(),
  domainIncludes: new Map(),
  rangeIncludes: new Map(),
  type: new Map(),
};
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [, subject = '', predicate = '', object = ''] =
    /^<([^>]*)> <[^>]*[/#]([^>/#]*)> <([^>]*)>/.exec(line) ?? [];
  const name = subject.replace(prefix, '');
  const map = vocabulary[predicate];
  map?.set(name, [...(map.get(name) ?? []), object.replace(prefix, '')]);
}
const lookUp = (predicate: string, subject: string) => vocabulary[predicate]?.get(subject) ?? [];

/** A type and its supertypes. */
function lineage(type: string): string[] {
  return [type, ...lookUp('subClassOf', type).flatMap(lineage)];
}

/**
 * Lists what a graph says and schema.org does not know: types, properties of a type, values of a
 * property, references to nodes that are not on the page.
 */
export function findVocabularyErrors(graph: JsonLd[]): string[] {
  const byId = new Map(graph.map((node) => [node['@id'], node]));

  const findErrors = (node: JsonLd): string[] => {
    const types = getTypes(node);
    if (types.length === 0) return [`no type at all: ${JSON.stringify(node)}`];
    const family = types.flatMap(lineage);
    const properties = Object.entries(node).filter(([name]) => !name.startsWith('@'));
    return [
      ...types.filter((type) => lookUp('type', type).length === 0).map((type) => `no type ${type}`),
      ...properties.flatMap(([name, value]) =>
        lookUp('domainIncludes', name).some((type) => family.includes(type))
          ? [value].flat().flatMap((item) => findValueErrors(name, item))
          : [`${types.join('+')} has no property ${name}`],
      ),
    ];
  };

  const findValueErrors = (name: string, value: unknown): string[] => {
    const allowed = lookUp('rangeIncludes', name);
    if (typeof value !== 'object' || value === null) {
      const isAllowed = allowed.some((type) => isLiteral(type, value));
      return isAllowed ? [] : [`${name} can't be ${JSON.stringify(value)}`];
    }
    const node = value as JsonLd;
    const target = node['@type'] ? node : byId.get(node['@id']);
    if (!target) return [`${name} names ${node['@id']}, which is not on the page`];
    const family = getTypes(target).flatMap(lineage);
    return [
      ...(allowed.some((type) => family.includes(type))
        ? []
        : [`${name} can't be a ${getTypes(target).join('+')}`]),
      ...(node === target ? findErrors(node) : []),
    ];
  };

  return graph.flatMap(findErrors);
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isUrl = (value: unknown) => isText(value) && URL.canParse(String(value));
const literals: Record<string, (value: unknown) => boolean> = {
  Text: isText,
  URL: isUrl,
  Number: (value) => typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value)),
  Integer: Number.isInteger,
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  DateTime: (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(String(value)),
  Time: (value) => /^\d{2}:\d{2}(:\d{2})?$/.test(String(value)),
  Distance: (value) => typeof value === 'number',
  // Anything may be referenced by its URL (https://schema.org/docs/datamodel.html).
  Thing: isUrl,
};

/** A literal of the type, or the name of a member of an enumeration. */
function isLiteral(type: string, value: unknown): boolean {
  const member = String(value).replace(/^https?:\/\/schema\.org\//, '');
  return literals[type]?.(value) ?? lookUp('type', member).includes(type);
}
