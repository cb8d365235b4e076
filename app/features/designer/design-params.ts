import { constrainDesign } from '#drawing/design/constrain-design.ts';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { sortOpenings } from '#drawing/design/design-geometry.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  COLORS,
  type DesignOpening,
  EXTRAS,
  FOUNDATIONS,
  LIMITS,
  MATERIALS,
  OPENINGS,
  type OpeningType,
  ROOFINGS,
  type ShedDesign,
  STYLES,
  WALLS,
} from '#drawing/design/shed-design.ts';
import { PLACE_PARAM } from './place-param.ts';

/** Longer values are cut; the longest valid one has fewer characters. */
const MAX_VALUE_LENGTH = 1200;
const NONE = 'none';

/** The version of URLs without `v`, which leave out what `createPresetDesign` has: new presets need a new version. */
const PARAMS_VERSION = '1';

/** The params that a design has once. */
const SINGLE_PARAMS = [
  ...['v', 'style', 'size', 'width', 'length', 'height', 'porch', 'material', 'color', 'trim'],
  ...[
    'roof',
    'roofing',
    'foundation',
    'openings',
    'season',
    'light',
    'framing',
    'units',
    'delivery',
  ],
  'withdrawn',
];
const KNOWN_PARAMS: ReadonlySet<string> = new Set([
  ...SINGLE_PARAMS,
  ...[...WALLS, 'extras', 'image', 'side'],
  ...['from', 'usual', 'opening', 'wall', 'at', 'request', 'before', 'choices', PLACE_PARAM],
]);

const OPENING_TYPES = Object.keys(OPENINGS) as OpeningType[];

/** Deletes what advertisements, newsletters and social networks add to links. */
export function deleteUnknownParams(params: URLSearchParams): URLSearchParams {
  for (const name of [...params.keys()]) if (!KNOWN_PARAMS.has(name)) params.delete(name);
  return params;
}

/**
 * The canonical query of a design, such as `style=gable&size=10x12&right=double-door-60.17`. What its
 * preset has is left out.
 * @param design valid, as `constrainDesign` returns it
 */
export function formatDesignParams(design: ShedDesign): URLSearchParams {
  const query = queries.get(design) ?? createDesignParams(design).toString();
  queries.set(design, query);
  return new URLSearchParams(query);
}

/** A page writes the query of its design into a dozen URLs. */
const queries = new WeakMap<ShedDesign, string>();

function createDesignParams(design: ShedDesign): URLSearchParams {
  const { style, width, length, material, wallColor } = design;
  const preset = createPresetDesign({ style, width, length, material, color: wallColor });
  const params = new URLSearchParams({ style: toSlug(style), size: `${width}x${length}` });
  const usual = createPresetDesign({ style, width, length });
  const set = (name: string, value: string, presetValue: string) => {
    if (value !== presetValue) params.set(name, value);
  };
  set('material', toSlug(material), toSlug(usual.material));
  set('color', toSlug(wallColor), toSlug(usual.wallColor));
  set('trim', toSlug(design.trimColor), toSlug(preset.trimColor));
  set('roof', toSlug(design.roofColor), toSlug(preset.roofColor));
  set('roofing', design.roofing, preset.roofing);
  set('foundation', design.foundation, preset.foundation);
  set('height', `${design.wallHeight}`, `${preset.wallHeight}`);
  set('porch', `${design.porchDepth}`, `${preset.porchDepth}`);
  if (formatOpenings(design) !== formatOpenings(preset)) {
    for (const wall of WALLS) {
      const openings = formatWallOpenings(design, wall);
      if (openings) params.set(wall, openings);
    }
    if (!design.openings.length) params.set('openings', NONE);
  }
  set('extras', formatExtras(design), formatExtras(preset));
  return params;
}

/**
 * Reads the query of a design. Missing values are those of the preset; unknown and impossible ones
 * become the nearest valid design.
 * @param params of any content and size
 * @returns the design, and what differs from the query
 */
export function parseDesignParams(params: URLSearchParams): ParsedDesign {
  const query = params.toString();
  const parsed = recent.get(query) ?? parse(params);
  recent.delete(query);
  recent.set(query, parsed);
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  return parsed;
}

export type ParsedDesign = {
  readonly design: ShedDesign;
  readonly changes: readonly DesignChange[];
};

/**
 * The loader, the metadata and the component of a page parse the same query, and each of its choices is
 * applied to the same design.
 */
const recent = new Map<string, ParsedDesign>();
const MAX_RECENT = 4;

function parse(params: URLSearchParams): ParsedDesign {
  const unknown = new Map<string, DesignChange>();
  const reader = createReader(params, (type, param) => unknown.set(param, { type, param }));
  const style = reader.findOption('style', STYLES) ?? 'Gable';
  const size = reader.findSize();
  const material = reader.findOption('material', MATERIALS);
  const color = reader.findOption('color', COLORS);
  const preset = createPresetDesign({
    style,
    ...size,
    ...(material ? { material } : {}),
    ...(color ? { color } : {}),
  });
  const { design, changes } = constrainDesign({
    ...preset,
    width: size.width ?? preset.width,
    length: size.length ?? preset.length,
    trimColor: reader.findOption('trim', COLORS) ?? preset.trimColor,
    roofColor: reader.findOption('roof', COLORS) ?? preset.roofColor,
    roofing: reader.findOption('roofing', ROOFINGS) ?? preset.roofing,
    foundation: reader.findOption('foundation', FOUNDATIONS) ?? preset.foundation,
    wallHeight: reader.findNumber('height') ?? preset.wallHeight,
    porchDepth: reader.findNumber('porch') ?? preset.porchDepth,
    openings: reader.findOpenings() ?? preset.openings,
    extras: reader.findExtras() ?? preset.extras,
  });
  const openings = sortOpenings(design.openings);
  const version = params.get('v')?.trim() || PARAMS_VERSION;
  return {
    design: { ...design, openings },
    changes: [
      ...(version === PARAMS_VERSION ? [] : [{ type: 'other version' } as const]),
      ...findRepeatedParams(params),
      ...unknown.values(),
      ...changes,
    ],
  };
}

const findRepeatedParams = (params: URLSearchParams) =>
  SINGLE_PARAMS.filter((name) => {
    const values = params
      .getAll(name)
      .map((value) => toSlug(value.slice(0, MAX_VALUE_LENGTH).trim()));
    return new Set(values.filter(Boolean)).size > 1;
  }).map((param): DesignChange => ({ type: 'repeated param', param }));

const toSlug = (option: string) => option.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const formatWallOpenings = (design: ShedDesign, wall: DesignOpening['wall']) =>
  sortOpenings(design.openings)
    .filter((opening) => opening.wall === wall)
    .map(({ type, position }) => `${type}.${position}`)
    .join('_');

const formatOpenings = (design: ShedDesign) =>
  WALLS.map((wall) => formatWallOpenings(design, wall)).join();

const formatExtras = ({ extras }: ShedDesign) => extras.map(toExtraSlug).join('_') || NONE;

const toExtraSlug = (extra: string) =>
  extra.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function createReader(
  params: URLSearchParams,
  report: (type: 'unknown value' | 'unknown part', param: string) => void,
) {
  const getValues = (name: string) =>
    params
      .getAll(name)
      .slice(0, LIMITS.openings + 1)
      .map((value) => value.slice(0, MAX_VALUE_LENGTH).trim())
      .filter(Boolean);
  const getItems = (name: string) =>
    getValues(name)
      .flatMap((value) => value.split(/[_,\s]+/, LIMITS.openings + 1))
      .slice(0, LIMITS.openings + 1)
      .filter(Boolean);

  const findOption = <T extends string>(name: string, options: readonly T[]): T | undefined => {
    const [value] = getValues(name);
    if (value === undefined) return undefined;
    const option = options.find((each) => toSlug(each) === toSlug(value));
    if (option === undefined) report('unknown value', name);
    return option;
  };

  const findNumber = (name: string): number | undefined => {
    const [value] = getValues(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!Number.isNaN(number)) return number;
    report('unknown value', name);
    return undefined;
  };

  const findSize = (): { width?: number; length?: number } => {
    const [value] = getValues('size');
    const match = value?.match(/^(\d{1,6})\s*[x×]\s*(\d{1,6})$/i);
    if (value !== undefined && !match) report('unknown value', 'size');
    const width = findNumber('width') ?? (match ? Number(match[1]) : undefined);
    const length = findNumber('length') ?? (match ? Number(match[2]) : undefined);
    return {
      ...(width === undefined ? {} : { width }),
      ...(length === undefined ? {} : { length }),
    };
  };

  const findOpenings = (): DesignOpening[] | undefined => {
    const walls = WALLS.map((wall) => ({ wall, items: getItems(wall) }));
    const openings = walls.flatMap(({ wall, items }) =>
      items.flatMap((item): DesignOpening[] => {
        const [name = '', position = ''] = item.split('.', 2);
        const type = OPENING_TYPES.find((each) => each === name.toLowerCase());
        const number = /^-?\d{1,9}$/.test(position) ? Number(position) : Number.NaN;
        return type ? [{ type, wall, position: number }] : [];
      }),
    );
    const [value] = getValues('openings');
    const isNone = value?.toLowerCase() === NONE && openings.length === 0;
    const type = isNone || openings.length > 0 ? 'unknown part' : 'unknown value';
    for (const { wall, items } of walls) {
      const count = openings.filter((opening) => opening.wall === wall).length;
      if (items.length > count) report(type, wall);
    }
    if (value !== undefined && !isNone) report(type, 'openings');
    return isNone || openings.length > 0 ? openings : undefined;
  };

  const findExtras = () => {
    const items = getItems('extras').map((item) => toSlug(toExtraSlug(item)));
    const extras = EXTRAS.filter((extra) => items.includes(toExtraSlug(extra)));
    const isNone = items.includes(NONE) && extras.length === 0;
    const type = isNone || extras.length > 0 ? 'unknown part' : 'unknown value';
    const known = [NONE, ...extras.map(toExtraSlug)];
    if (!items.every((item) => known.includes(item))) report(type, 'extras');
    return isNone || extras.length > 0 ? extras : undefined;
  };

  return { findOption, findNumber, findSize, findOpenings, findExtras };
}
