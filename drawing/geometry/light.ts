import { blend, darken, multiply, type Rgb, rgb } from './color.ts';
import type { Panel } from './panel.ts';
import { dot, normalize, type Point, scale, sub, type Vec3 } from './vector.ts';

/** Daylight: the direction and color of the sun, the light of the sky, and the colors of the sky. */
export type Light = {
  /** Towards the sun. */
  sun: Vec3;
  sunlight: Rgb;
  ambient: Rgb;
  /** From the zenith down to the horizon. */
  sky: readonly [Rgb, Rgb, Rgb];
  haze: Rgb;
  glow: Rgb;
  glowStrength: number;
  cloud: Rgb;
  lampsOn: boolean;
  /** The distance is as dark as the ground. */
  isNight?: boolean;
};

/** The time of day and weather of a scene. */
export type Mood =
  | 'morning'
  | 'noon'
  | 'golden'
  | 'autumn'
  | 'winter'
  | 'dusk'
  | 'overcast'
  | 'night';

type Recipe = Omit<Light, 'sun' | 'sky' | 'haze' | 'glow' | 'cloud'> & {
  elevation: number;
  sky: readonly [string, string, string];
  haze: string;
  glow: string;
  cloud: string;
};

const MOODS: Record<Mood, Recipe> = {
  morning: {
    elevation: 30,
    sunlight: [0.8, 0.72, 0.55],
    ambient: [0.54, 0.58, 0.66],
    sky: ['#6fa9d6', '#a9d0e6', '#f3ecd8'],
    haze: '#dbe6e2',
    glow: '#fff0cf',
    glowStrength: 0.5,
    cloud: '#fffaf0',
    lampsOn: false,
  },
  noon: {
    elevation: 48,
    sunlight: [0.72, 0.68, 0.57],
    ambient: [0.55, 0.59, 0.67],
    sky: ['#4f94cf', '#8dc0e6', '#e4f0f0'],
    haze: '#d3e3ea',
    glow: '#ffffff',
    glowStrength: 0.25,
    cloud: '#ffffff',
    lampsOn: false,
  },
  golden: {
    elevation: 19,
    sunlight: [0.82, 0.6, 0.32],
    ambient: [0.46, 0.47, 0.58],
    sky: ['#6d97bd', '#e3c3a0', '#ffdca0'],
    haze: '#f0d3a6',
    glow: '#ffd68a',
    glowStrength: 0.85,
    cloud: '#ffe9cc',
    lampsOn: true,
  },
  autumn: {
    elevation: 27,
    sunlight: [0.88, 0.72, 0.48],
    ambient: [0.53, 0.55, 0.63],
    sky: ['#79abd0', '#b9d3dc', '#f6e3c4'],
    haze: '#e8dcc6',
    glow: '#ffe3ad',
    glowStrength: 0.55,
    cloud: '#fff6e6',
    lampsOn: false,
  },
  winter: {
    elevation: 21,
    sunlight: [0.66, 0.56, 0.44],
    ambient: [0.55, 0.6, 0.71],
    sky: ['#8fb6d6', '#c5d9e6', '#fbe6d3'],
    haze: '#dde6ee',
    glow: '#ffe9cf',
    glowStrength: 0.55,
    cloud: '#fdf6f0',
    lampsOn: true,
  },
  dusk: {
    elevation: 12,
    sunlight: [0.5, 0.3, 0.22],
    ambient: [0.44, 0.45, 0.6],
    sky: ['#3c5680', '#98809b', '#f3b283'],
    haze: '#b99aa0',
    glow: '#ffb676',
    glowStrength: 0.7,
    cloud: '#d9a9a0',
    lampsOn: true,
  },
  overcast: {
    elevation: 44,
    sunlight: [0.26, 0.26, 0.25],
    ambient: [0.68, 0.71, 0.75],
    sky: ['#a9b8c2', '#c4cfd4', '#e2e6e4'],
    haze: '#d3dadb',
    glow: '#ffffff',
    glowStrength: 0.15,
    cloud: '#dfe5e8',
    lampsOn: false,
  },
  // The light of the moon.
  night: {
    elevation: 38,
    sunlight: [0.1, 0.12, 0.17],
    ambient: [0.16, 0.18, 0.27],
    sky: ['#0b1226', '#18233f', '#2e3a5c'],
    haze: '#222c48',
    glow: '#4f5d86',
    glowStrength: 0.3,
    cloud: '#1c2540',
    lampsOn: true,
    isNight: true,
  },
};

/** Points to the sun. Azimuth 0 is behind the viewer, positive to the viewer's right; degrees. */
function getSunDirection(azimuth: number, elevation: number): Vec3 {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  return normalize([Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)]);
}

/**
 * The light of a mood.
 * @param azimuth of the sun in degrees: 0 is behind the viewer, positive to the viewer's right
 */
export function createLight(mood: Mood, azimuth: number): Light {
  const { elevation, sky, haze, glow, cloud, ...rest } = MOODS[mood];
  return {
    ...rest,
    sun: getSunDirection(azimuth, elevation),
    sky: [rgb(sky[0]), rgb(sky[1]), rgb(sky[2])],
    haze: rgb(haze),
    glow: rgb(glow),
    cloud: rgb(cloud),
  };
}

/** The light on a surface for each channel, in the sun or in the shade. */
export function getIrradiance(light: Light, normal: Vec3, inSun = true): Rgb {
  const sky = 0.86 + 0.14 * normal[1];
  const direct = inSun ? Math.max(0, dot(normal, light.sun)) : 0;
  return [
    light.ambient[0] * sky + light.sunlight[0] * direct,
    light.ambient[1] * sky + light.sunlight[1] * direct,
    light.ambient[2] * sky + light.sunlight[2] * direct,
  ];
}

/** The color of a surface in the light. Colors brighter than white are dimmed to their hue. */
export function illuminate(color: Rgb, light: Light, normal: Vec3): Rgb {
  const [r, g, b] = getIrradiance(light, normal);
  const bright: Rgb = [color[0] * r, color[1] * g, color[2] * b];
  const over = Math.max(...bright) / 253;
  return over > 1 ? [bright[0] / over, bright[1] / over, bright[2] / over] : bright;
}

/** The factor by which a shadow darkens a sunlit surface, for each channel from 0 to 255. */
export function getShadowTint(light: Light, normal: Vec3): Rgb {
  const sun = getIrradiance(light, normal);
  const shade = getIrradiance(light, normal, false);
  return [(shade[0] / sun[0]) * 255, (shade[1] / sun[1]) * 255, (shade[2] / sun[2]) * 255];
}

/** The color of a window behind which a lamp is on. */
export const LAMPLIGHT: Rgb = rgb('#ffcf7d');

/** The light of a lamp under the ceiling for each channel, by how much a surface faces it. */
const LAMP: Rgb = [1, 0.9, 0.68];

/** A panel of a room in which a lamp is on, whatever the light outside. */
export function lightByLamp(panel: Panel): Panel {
  const [x, y, z] = panel.normal;
  const share = y > 0 ? 1 - 0.12 * (1 - y) : 0.88 + 0.3 * y;
  const k = share - 0.1 * Math.abs(x) + 0.02 * Math.abs(z);
  const lamp: Rgb = [LAMP[0] * k, LAMP[1] * k, LAMP[2] * k];
  const points = panel.corners.map((corner): Point => {
    const offset = sub(corner, panel.origin);
    return [dot(offset, panel.u), dot(offset, panel.v)];
  });
  return {
    ...panel,
    marks: [
      { type: 'area', points, color: multiply(panel.color, lamp), flat: true },
      ...panel.marks.map((mark) =>
        mark.type === 'area' && mark.opacity === undefined
          ? { ...mark, color: multiply(mark.color, lamp), flat: true }
          : mark,
      ),
    ],
  };
}

/** The offset of the shadow of a detail that protrudes one foot from the panel; feet. */
export function getShadowOffset(panel: Panel, light: Light): Point | undefined {
  const facing = dot(panel.normal, light.sun);
  if (facing < 0.08) return undefined;
  const along: Vec3 = scale(sub(light.sun, scale(panel.normal, facing)), -1 / facing);
  return [dot(along, panel.u), dot(along, panel.v)];
}

/** The reflections in a pane by day: the sky, a hedge and streaks of light; in feet on the panel. */
export function getReflections(
  panel: Panel,
  points: readonly Point[],
  light: Light,
): { points: readonly Point[]; color: Rgb; opacity?: number }[] {
  const xs = points.map(([u]) => u);
  const ys = points.map(([, v]) => v);
  const [u0, u1, v0, v1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const w = u1 - u0;
  const h = v1 - v0;
  const streak = (a: number, b: number): Point[] => [
    [u0 + w * a, v0],
    [u0 + w * b, v0],
    [Math.min(u1, u0 + w * (b + 0.35)), v1],
    [Math.min(u1, u0 + w * (a + 0.35)), v1],
  ];
  const hedge: Point[] = [
    [u0, v0],
    [u1, v0],
    [u1, v0 + h * 0.3],
    [u0 + w * 0.7, v0 + h * 0.42],
    [u0 + w * 0.45, v0 + h * 0.27],
    [u0 + w * 0.2, v0 + h * 0.38],
    [u0, v0 + h * 0.24],
  ];
  const facesSun = Math.max(0, dot(panel.normal, light.sun));
  const base = blend(darken(light.sky[0], 0.45), light.sky[1], 0.25 + facesSun * 0.45);
  return [
    { points, color: base },
    { points: hedge, color: darken(base, 0.4), opacity: 0.55 },
    { points: streak(0.08, 0.3), color: light.sky[2], opacity: 0.4 },
    { points: streak(0.4, 0.48), color: light.sky[2], opacity: 0.3 },
  ];
}
