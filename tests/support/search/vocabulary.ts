import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A node of JSON-LD as a page carries it. */
export type JsonLd = { [key: string]: unknown; '@type'?: string | string[]; '@id'?: string };

const prefix = 'http://schema.org/';
const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
const parents = new Map<string, string[]>();
const domains = new Map<string, string[]>();
const ranges = new Map<string, string[]>();
const kinds = new Map<string, string[]>();

for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [, subject, predicate, object] = /^<([^>]*)> <([^>]*)> <([^>]*)>/.exec(line) ?? [];
  if (!subject || !predicate || !object) continue;
  const name = subject.replace(prefix, '');
  if (predicate.endsWith('#subClassOf')) add(parents, name, object);
  if (predicate === `${prefix}domainIncludes`) add(domains, name, object);
  if (predicate === `${prefix}rangeIncludes`) add(ranges, name, object);
  if (predicate.endsWith('#type')) add(kinds, name, object);
}

function add(map: Map<string, string[]>, name: string, object: string) {
  map.set(name, [...(map.get(name) ?? []), object.replace(prefix, '')]);
}

/** The type and its supertypes. */
function lineage(type: string): string[] {
  return [type, ...(parents.get(type) ?? []).flatMap(lineage)];
}

export const getTypes = (node: JsonLd) => [node['@type'] ?? []].flat();

/**
 * What a graph says that schema.org's own vocabulary does not know: types, properties of a type,
 * values of a property, references to nodes that are not there.
 */
export function findVocabularyErrors(graph: JsonLd[]): string[] {
  const byId = new Map(graph.flatMap((node) => (node['@id'] ? [[node['@id'], node]] : [])));

  const findErrors = (node: JsonLd): string[] => {
    const types = getTypes(node);
    const unknown = types.filter((type) => !kinds.has(type)).map((type) => `no type ${type}`);
    if (types.length === 0) unknown.push(`no type at all: ${JSON.stringify(node)}`);
    const family = types.flatMap(lineage);
    const errors = Object.entries(node)
      .filter(([name]) => !name.startsWith('@'))
      .flatMap(([name, value]) => {
        if (!domains.get(name)?.some((type) => family.includes(type))) {
          return [`${types.join('+')} has no property ${name}`];
        }
        return [value].flat().flatMap((item) => findValueErrors(name, item));
      });
    return [...unknown, ...errors];
  };

  const findValueErrors = (name: string, value: unknown): string[] => {
    const allowed = ranges.get(name) ?? [];
    if (typeof value === 'object' && value !== null) {
      const node = value as JsonLd;
      const target = node['@type'] ? node : byId.get(node['@id'] ?? '');
      if (!target) return [`${name} names ${node['@id']}, which is not on the page`];
      const family = getTypes(target).flatMap(lineage);
      const fits = allowed.some((type) => family.includes(type));
      return [
        ...(fits ? [] : [`${name} can't be a ${getTypes(target).join('+')}`]),
        ...(node === target ? findErrors(node) : []),
      ];
    }
    return allowed.some((type) => isLiteral(type, value))
      ? []
      : [`${name} can't be ${JSON.stringify(value)}`];
  };

  return graph.flatMap(findErrors);
}

const literals: Record<string, (value: unknown) => boolean> = {
  Text: isText,
  URL: (value) => isText(value) && URL.canParse(String(value)),
  Number: (value) => typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value)),
  Integer: (value) => Number.isInteger(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  DateTime: (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(String(value)),
  Time: (value) => /^\d{2}:\d{2}(:\d{2})?$/.test(String(value)),
  Distance: (value) => typeof value === 'number',
  // Anything may be referenced by its URL (https://schema.org/docs/datamodel.html).
  Thing: (value) => isText(value) && URL.canParse(String(value)),
};

function isText(value: unknown) {
  return typeof value === 'string' && value.trim() !== '';
}

/** A literal of the type, or the name of one of an enumeration's members. */
function isLiteral(type: string, value: unknown): boolean {
  const member = String(value).replace(/^https?:\/\/schema\.org\//, '');
  return literals[type]?.(value) ?? kinds.get(member)?.includes(type) ?? false;
}
