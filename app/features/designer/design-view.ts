import type { DesignChange } from '#drawing/design/design-change.ts';
import { getEntrance } from '#drawing/design/design-geometry.ts';
import { type ShedDesign, WALLS, type Wall } from '#drawing/design/shed-design.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import type { Mood } from '#drawing/geometry/light.ts';
import { formatDesignParams } from './design-params.ts';

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export const LIGHTS = ['day', 'evening', 'dusk', 'overcast', 'night'] as const;

/** The surroundings of a design and the distance of its delivery, which are not part of it. */
export type DesignView = {
  season: (typeof SEASONS)[number];
  light: (typeof LIGHTS)[number];
  /** Shows the frame instead of walls and roof. */
  framing?: boolean;
  /** The wall that the image shows; undefined for that of the entrance. */
  facing?: Wall | undefined;
  /** The units that lengths have first; undefined for feet and inches. */
  units?: Units | undefined;
  /** Keeps options that are no longer offered, for a design that was requested with them. */
  withdrawn?: boolean | undefined;
  /** Kilometres; undefined for the nearest distance of the price list. */
  deliveryKm?: number | undefined;
};

export const MAX_DELIVERY_KM = 5000;

export const DEFAULT_VIEW: DesignView = { season: 'summer', light: 'day' };

const DAYLIGHT: Record<DesignView['season'], Mood> = {
  spring: 'morning',
  summer: 'morning',
  autumn: 'autumn',
  winter: 'winter',
};

export const SEASON_LABELS: Record<DesignView['season'], string> = {
  spring: 'Spring',
  summer: 'Summer',
  autumn: 'Autumn',
  winter: 'Winter',
};

export const LIGHT_LABELS: Record<DesignView['light'], string> = {
  day: 'Day',
  evening: 'Evening',
  dusk: 'Dusk',
  overcast: 'Overcast',
  night: 'Night',
};

export const UNIT_LABELS: Record<Units, string> = {
  imperial: 'Feet (metres)',
  metric: 'Metres (feet)',
};

/** The light of a scene. */
export function getMood({ season, light }: DesignView): Mood {
  if (light === 'day') return DAYLIGHT[season];
  return light === 'evening' ? 'golden' : light;
}

/** Reads season and light; unknown values become the usual ones. */
export function parseDesignView(params: URLSearchParams): DesignView {
  const find = <T extends string>(name: string, options: readonly T[], usual: T) =>
    options.find((option) => option === params.get(name)) ?? usual;
  const delivery = params.get('delivery') ?? '';
  const facing = WALLS.find((wall) => wall === params.get('facing'));
  const hasDelivery = /^[1-9]\d{0,3}$/.test(delivery) && Number(delivery) <= MAX_DELIVERY_KM;
  return {
    season: find('season', SEASONS, DEFAULT_VIEW.season),
    light: find('light', LIGHTS, DEFAULT_VIEW.light),
    ...(params.get('framing') === 'yes' ? { framing: true } : {}),
    ...(facing ? { facing } : {}),
    ...(params.get('units') === 'metric' ? { units: 'metric' as const } : {}),
    ...(params.get('withdrawn') === 'yes' ? { withdrawn: true } : {}),
    ...(hasDelivery ? { deliveryKm: Number(delivery) } : {}),
  };
}

/** The params whose values `parseDesignView` does not know. */
export function findUnknownView(params: URLSearchParams): DesignChange[] {
  const { season, light, framing, facing, units, withdrawn, deliveryKm } = parseDesignView(params);
  const known = {
    season,
    light,
    framing: framing ? 'yes' : 'no',
    facing,
    units: units ?? 'imperial',
    withdrawn: withdrawn ? 'yes' : 'no',
    delivery: deliveryKm,
  };
  return Object.entries(known).flatMap(([param, value]): DesignChange[] =>
    (params.get(param)?.trim() || `${value}`) === `${value}`
      ? []
      : [{ type: 'unknown value', param }],
  );
}

/** The canonical query of a design in its surroundings, without a question mark. */
export function formatDesignQuery(design: ShedDesign, view: DesignView = DEFAULT_VIEW): string {
  const params = formatDesignParams(design);
  if (view.season !== DEFAULT_VIEW.season) params.set('season', view.season);
  if (view.light !== DEFAULT_VIEW.light) params.set('light', view.light);
  if (view.framing) params.set('framing', 'yes');
  if (view.facing && view.facing !== getEntrance(design)) params.set('facing', view.facing);
  if (view.units) params.set('units', view.units);
  if (view.withdrawn) params.set('withdrawn', 'yes');
  if (view.deliveryKm !== undefined) params.set('delivery', `${view.deliveryKm}`);
  return params.toString();
}

/** The designer's page with a design. */
export const getDesignUrl = (design: ShedDesign, view: DesignView = DEFAULT_VIEW): string =>
  `/design?${formatDesignQuery(design, view)}`;

/** The sizes in pixels in which the server draws designs. */
export const DESIGN_IMAGES = {
  page: { width: 960, height: 720, format: 'webp' },
  card: { width: 1200, height: 630, format: 'jpeg' },
  listing: { width: 1920, height: 1440, format: 'jpeg' },
} as const;

export type DesignImageSize = keyof typeof DESIGN_IMAGES;

/** The drawn image of a design, for pages and for link previews, which show its entrance. */
export function getDesignImageUrl(
  design: ShedDesign,
  { season, light, framing, facing }: DesignView = DEFAULT_VIEW,
  size: 'page' | 'card' = 'page',
): string {
  const scene = { season, light, ...(framing ? { framing } : {}) };
  const query = formatDesignQuery(design, size === 'page' ? { ...scene, facing } : scene);
  return `/design/image?${query}${size === 'page' ? '' : `&image=${size}`}`;
}
