import { constrainDesign } from '#drawing/design/constrain-design.ts';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { sortOpenings } from '#drawing/design/geometry.ts';
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

/** Longer values are cut; the longest valid one has fewer characters. */
const MAX_VALUE_LENGTH = 1200;
const NONE = 'none';

/** Of URLs without `v`, which leave out what `createPresetDesign` has: other presets are another version. */
const PARAMS_VERSION = '1';

const KNOWN_PARAMS: ReadonlySet<string> = new Set([
  ...['v', 'style', 'size', 'width', 'length', 'height', 'porch', 'material', 'color', 'trim'],
  ...['roof', 'roofing', 'foundation', ...WALLS, 'openings', 'extras'],
  ...['season', 'light', 'framing', 'delivery', 'image', 'side'],
  ...['from', 'usual', 'opening', 'wall', 'at', 'request'],
]);
/** What newsletters, search engines and social networks add to links. */
const TRACKING =
  /^(utm_\w+|_ga|_gl|\w*clid|gbraid|wbraid|igsh(id)?|mc_[ce]id|mkt_tok|ref|si|_hs\w+|hsCtaTracking)$/i;

const OPENING_TYPES = Object.keys(OPENINGS) as OpeningType[];

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
  if (lastParsed?.query !== query) lastParsed = { query, parsed: parse(params) };
  return lastParsed.parsed;
}

type ParsedDesign = { readonly design: ShedDesign; readonly changes: readonly DesignChange[] };

/** The loader, the metadata and the component of a page parse the same query. */
let lastParsed: { query: string; parsed: ParsedDesign } | undefined;

function parse(params: URLSearchParams): ParsedDesign {
  const unknown = new Set<string>();
  const reader = createReader(params, (param) => unknown.add(param));
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
  const ignored = [...unknown].map((param): DesignChange => ({ type: 'unknown value', param }));
  const openings = sortOpenings(design.openings);
  return {
    design: { ...design, openings },
    changes: [...findUnknownParams(params), ...ignored, ...changes],
  };
}

function findUnknownParams(params: URLSearchParams): DesignChange[] {
  const names = new Set(params.keys());
  const unknown = [...names].filter((name) => !KNOWN_PARAMS.has(name) && !TRACKING.test(name));
  const version = params.get('v')?.trim() || PARAMS_VERSION;
  return [
    ...(version === PARAMS_VERSION ? [] : [{ type: 'other version' } as const]),
    ...(unknown.length > 0 ? [{ type: 'unknown params', count: unknown.length } as const] : []),
  ];
}

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

function createReader(params: URLSearchParams, reportUnknown: (param: string) => void) {
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
      .filter((item) => item && item !== NONE);

  const findOption = <T extends string>(name: string, options: readonly T[]): T | undefined => {
    const [value] = getValues(name);
    if (value === undefined) return undefined;
    const option = options.find((each) => toSlug(each) === toSlug(value));
    if (option === undefined) reportUnknown(name);
    return option;
  };

  const findNumber = (name: string): number | undefined => {
    const [value] = getValues(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!Number.isNaN(number)) return number;
    reportUnknown(name);
    return undefined;
  };

  const findSize = (): { width?: number; length?: number } => {
    const [value] = getValues('size');
    const match = value?.match(/^(\d{1,6})\s*[x×]\s*(\d{1,6})$/i);
    if (value !== undefined && !match) reportUnknown('size');
    const width = findNumber('width') ?? (match ? Number(match[1]) : undefined);
    const length = findNumber('length') ?? (match ? Number(match[2]) : undefined);
    return {
      ...(width === undefined ? {} : { width }),
      ...(length === undefined ? {} : { length }),
    };
  };

  const findOpenings = (): DesignOpening[] | undefined => {
    if (!params.has('openings') && !WALLS.some((wall) => params.has(wall))) return undefined;
    return WALLS.flatMap((wall) =>
      getItems(wall).flatMap((item): DesignOpening[] => {
        const [name = '', position = ''] = item.split('.', 2);
        const type = OPENING_TYPES.find((each) => each === name.toLowerCase());
        const number = /^-?\d{1,9}$/.test(position) ? Number(position) : Number.NaN;
        if (type) return [{ type, wall, position: number }];
        reportUnknown(wall);
        return [];
      }),
    );
  };

  const findExtras = () => {
    if (!params.has('extras')) return undefined;
    const items = getItems('extras').map((item) => toSlug(toExtraSlug(item)));
    const extras = EXTRAS.filter((extra) => items.includes(toExtraSlug(extra)));
    if (items.length > new Set(extras).size) reportUnknown('extras');
    return extras;
  };

  return { findOption, findNumber, findSize, findOpenings, findExtras };
}
