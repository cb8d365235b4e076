/** The background of the site, on which icons are legible whatever the browser's colours. */
const paper = '#f8f7f3';

type Size = { width: number; height: number };
type Shape = Size &
  ({ background?: string; frame?: undefined } | { background: string; frame: Size });

const createIcon = (side: number, share: number): Shape => ({
  frame: { width: side, height: side },
  width: Math.round(side * share),
  height: Math.round(side * share),
  background: paper,
});

/**
 * The images made from a logo, in pixels: `width` and `height` are the maximum of the logo itself, `frame` is the size of
 * the image around it. Without a background it stays transparent.
 */
const shapes = {
  logo: { width: 640, height: 192 },
  letterhead: { width: 640, height: 192, background: '#ffffff' },
  'logo-card': {
    frame: { width: 1200, height: 630 },
    width: 760,
    height: 380,
    background: paper,
  },
  'icon-48': createIcon(48, 0.96),
  'icon-180': createIcon(180, 0.8),
  'icon-192': createIcon(192, 0.92),
  'icon-512': createIcon(512, 0.92),
  // The important part lies within a circle of 80% of the width (https://www.w3.org/TR/appmanifest/).
  'maskable-512': createIcon(512, 0.56),
} satisfies Record<string, Shape>;

export type LogoShape = keyof typeof shapes;

export const logoShapes: Readonly<Record<LogoShape, Shape>> = shapes;

/** Returns whether images of a logo are made in a shape of this name. */
export const isLogoShape = (name: string): name is LogoShape => Object.hasOwn(shapes, name);
