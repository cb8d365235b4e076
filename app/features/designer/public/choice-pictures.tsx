import { memo, useContext } from 'react';
import { getCardColor, getDesignColors } from '#drawing/design/colors.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  type ColorKind,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
} from '#drawing/design/shed-design.ts';
import { darken, type Rgb, toHex } from '#drawing/geometry/color.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import { drawSketch } from '#drawing/views/lines/sketch.ts';
import { ColorCardContext } from './use-designer.ts';

export type PictureKind = 'style' | 'size' | 'siding' | 'roofing' | 'opening';

type PictureProps = { kind: PictureKind; value: string; design: ShedDesign };

/** What a choice looks like in the size and the colors of a design. */
export const ChoicePicture = memo(({ kind, value, design }: PictureProps) => {
  const card = useContext(ColorCardContext);
  switch (kind) {
    case 'style':
      return <Style style={value as ShedDesign['style']} design={design} />;
    case 'size':
      return <Footprint size={value} />;
    case 'siding':
      return (
        <Texture
          pattern={value as ShedDesign['material']}
          color={getDesignColors(design, card).wall}
        />
      );
    case 'roofing':
      return (
        <Texture
          pattern={value as ShedDesign['roofing']}
          color={getDesignColors({ ...design, roofing: value as ShedDesign['roofing'] }, card).roof}
        />
      );
    case 'opening':
      return <Opening type={value as OpeningType} design={design} />;
  }
});

const picture = 'mx-auto h-full w-full';

type SwatchProps = { kind: ColorKind; color: string };

/** A colour as the shop sells it for walls, trim or a roofing. */
export const Swatch = memo(({ kind, color }: SwatchProps) => {
  const value = getCardColor(kind, color as ShedDesign['wallColor'], useContext(ColorCardContext));
  return (
    <svg aria-hidden="true" className="size-full rounded-xs">
      <rect width="100%" height="100%" fill={toHex(value)} stroke="#857a66" />
    </svg>
  );
});

function Style({ style, design }: { style: ShedDesign['style']; design: ShedDesign }) {
  const { width, length, material, wallColor: color, trimColor, roofColor, roofing } = design;
  const preset = createPresetDesign({ style, width, length, material, color });
  const shown = style === design.style ? design : { ...preset, trimColor, roofColor, roofing };
  const {
    left,
    top,
    width: across,
    height,
    areas,
  } = drawSketch(shown, useContext(ColorCardContext));
  return (
    <svg
      aria-hidden="true"
      viewBox={[left - 2, top - 2, across + 4, height + 4].map(Math.round).join(' ')}
      className={picture}
      stroke="#1d2420"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      {areas.map(({ points, fill }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: areas have no identity
        <path key={index} d={toPath(points)} fill={fill} />
      ))}
    </svg>
  );
}

const toPath = (points: readonly Point[]) =>
  `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`;

/** The longest usual size, in feet: all are drawn to one scale. */
const LONGEST = 20;

/** A footprint with a 4 by 6 ft garden tractor in it. */
function Footprint({ size }: { size: string }) {
  const [width = 0, length = 0] = size.split('x').map(Number);
  return (
    <svg
      aria-hidden="true"
      viewBox={`-8 -0.5 16 ${LONGEST + 1}`}
      className={picture}
      stroke="#1d2420"
      strokeWidth="0.4"
    >
      <rect x={-width / 2} y={LONGEST - length} width={width} height={length} fill="#efe9dc" />
      <g transform={`translate(0 ${LONGEST - 7})`} strokeWidth="0.25">
        <path
          d="M-1.7 .6h.7v1.5h-.7zM1 .6h.7v1.5H1zM-2 3.7h.9v2h-.9zM1.1 3.7H2v2h-.9z"
          fill="#1d2420"
        />
        <path d="M-1 0h2v3.2l.7.6v1.7h-3.4V3.8l.7-.6z" fill="#a32a1c" />
        <rect x="-.7" y="3.8" width="1.4" height="1.3" rx=".3" fill="#1d2420" />
      </g>
    </svg>
  );
}

const RIBS =
  'M2 0v12M2.7 0v12M7 0v12M7.7 0v12M12 0v12M12.7 0v12M17 0v12M17.7 0v12M22 0v12M22.7 0v12';

/** Lines in a rectangle of 24 by 12. */
const TEXTURES: Record<ShedDesign['material' | 'roofing'], string> = {
  Wood: 'M3 0v12M4 0v12M11 0v12M12 0v12M19 0v12M20 0v12',
  Duratemp: 'M4 0v12M8 0v12M12 0v12M16 0v12M20 0v12',
  Metal: RIBS,
  Vinyl: 'M0 2.5h24M0 5h24M0 7.5h24M0 10h24',
  shingles:
    'M0 3h24M0 6h24M0 9h24M4 0v3m6-3v3m6-3v3m6-3v3M1 3v3m6-3v3m6-3v3m6-3v3M4 6v3m6-3v3m6-3v3m6-3v3M1 9v3m6-3v3m6-3v3m6-3v3',
  metal: RIBS,
};

function Texture({ pattern, color }: { pattern: keyof typeof TEXTURES; color: Rgb }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 12"
      preserveAspectRatio="xMidYMid slice"
      className={picture}
      fill="none"
    >
      <rect width="24" height="12" fill={toHex(color)} />
      <path d={TEXTURES[pattern]} stroke={toHex(darken(color, 0.4))} strokeWidth=".3" />
    </svg>
  );
}

/** The widest and highest opening, in inches: all are drawn to one scale. */
const WIDEST = 84;
const HIGHEST = 78;

function Opening({ type, design }: { type: OpeningType; design: ShedDesign }) {
  const { kind, leaves, width, height } = OPENINGS[type];
  const colors = getDesignColors(design, useContext(ColorCardContext));
  const [left, top] = [-width / 2, HIGHEST - height - (kind === 'window' ? 12 : 0)];
  const lines =
    type === 'roll-up-door-84'
      ? [1, 2, 3, 4, 5].map((row) => `M${left} ${top + (row * height) / 6}h${width}`)
      : kind === 'window'
        ? [`M${left} ${top + height / 2}h${width}M0 ${top}v${height}`]
        : Array.from({ length: leaves }, (_, leaf) => {
            const x = left + (leaf * width) / leaves;
            return `M${x + 6} ${top + 8}h${width / leaves - 12}v${height - 16}h${12 - width / leaves}z`;
          });
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-WIDEST / 2 - 4} -4 ${WIDEST + 8} ${HIGHEST + 6}`}
      className={picture}
      stroke="#1d2420"
      strokeWidth="1.5"
    >
      <rect
        x={left - 3}
        y={top - 3}
        width={width + 6}
        height={height + (kind === 'window' ? 6 : 3)}
        fill={toHex(colors.trim)}
      />
      <rect
        x={left}
        y={top}
        width={width}
        height={height}
        fill={kind === 'window' ? '#dbe7ec' : toHex(colors.door)}
      />
      {leaves === 2 && kind === 'door' && <path d={`M0 ${top}v${height}`} />}
      <path d={lines.join('')} fill="none" />
    </svg>
  );
}
