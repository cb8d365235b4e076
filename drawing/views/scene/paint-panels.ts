import type { View } from '#drawing/geometry/camera.ts';
import { toHex } from '#drawing/geometry/color.ts';
import { sortBackToFront } from '#drawing/geometry/depth-order.ts';
import {
  getReflections,
  getShadowOffset,
  getShadowTint,
  illuminate,
  LAMPLIGHT,
  type Light,
} from '#drawing/geometry/light.ts';
import { type Mark, type Panel, toWorld } from '#drawing/geometry/panel.ts';
import { dot, type Point } from '#drawing/geometry/vector.ts';
import { type Caster, getShadowPath } from './shadow.ts';
import { createPath, fillOpacity, formatNumber, toPath } from './svg.ts';

type Painter = { view: View; light: Light; casters: readonly Caster[]; prefix: string };

function paintGlass(
  panel: Panel,
  points: readonly Point[],
  warm: boolean,
  painter: Painter,
): string {
  const { view, light } = painter;
  const at = (list: readonly Point[]) => toPath(view.polygon(list.map((p) => toWorld(panel, p))));
  if (warm && light.lampsOn) {
    return createPath(at(points), LAMPLIGHT) + createPath(at(points), 'url(#lamp)');
  }
  return getReflections(panel, points, light)
    .map(({ points, color, opacity }) =>
      createPath(at(points), color, opacity === undefined ? '' : fillOpacity(opacity)),
    )
    .join('');
}

function paintMark(
  panel: Panel,
  m: Mark,
  painter: Painter,
  shift: Point | undefined,
  tint: string,
): string {
  const { view, light } = painter;
  if (m.type === 'glass') return paintGlass(panel, m.points, m.warm ?? true, painter);
  const at = (dx: number, dy: number) =>
    view.polygon(m.points.map(([u, v]) => toWorld(panel, [u + dx, v + dy])));
  if (m.type === 'line') {
    const middle = m.points[Math.floor(m.points.length / 2)] ?? [0, 0];
    const width = Math.max(0.5, view.scaleAt(toWorld(panel, middle)) * m.width);
    const points = m.points
      .map((point) => view.project(toWorld(panel, point)))
      .map(([x, y]) => `${formatNumber(x)},${formatNumber(y)}`)
      .join(' ');
    return `<polyline points="${points}" fill="none" stroke="${toHex(illuminate(m.color, light, panel.normal))}" stroke-width="${formatNumber(width)}" stroke-opacity="${m.opacity ?? 1}"/>`;
  }
  const shadow =
    m.lift !== undefined && shift !== undefined
      ? createPath(
          toPath(at(shift[0] * m.lift, shift[1] * m.lift)),
          tint,
          ' style="mix-blend-mode:multiply"',
        )
      : '';
  const color = m.flat === true ? m.color : illuminate(m.color, light, panel.normal);
  return (
    shadow +
    createPath(toPath(at(0, 0)), color, m.opacity === undefined ? '' : fillOpacity(m.opacity))
  );
}

function paintPanel(panel: Panel, index: number, painter: Painter): string {
  const { view, light, casters, prefix } = painter;
  const outline = toPath(view.polygon(panel.corners));
  if (outline === '') return '';
  const color = illuminate(panel.color, light, panel.normal);
  const base = createPath(outline, color, ` stroke="${toHex(color)}" stroke-width="0.7"`);
  const facing = dot(panel.normal, light.sun);
  const shadows =
    facing > 0.02 && panel.width * panel.height > 0.6
      ? getShadowPath(casters, panel, light.sun, view)
      : '';
  const grade = panel.graded
    ? createPath(outline, facing > 0.02 ? 'url(#grade)' : 'url(#grade-shade)')
    : '';
  if (panel.marks.length === 0 && shadows === '') return base + grade;
  const tint = toHex(getShadowTint(light, panel.normal));
  const shift = getShadowOffset(panel, light);
  const marks = panel.marks.map((m) => paintMark(panel, m, painter, shift, tint)).join('');
  const id = `${prefix}${index}`;
  return (
    `<clipPath id="${id}"><path d="${outline}"/></clipPath>${base}<g clip-path="url(#${id})">${marks}${grade}` +
    `${createPath(shadows, tint, ' style="mix-blend-mode:multiply"')}</g>`
  );
}

/** The SVG definitions that panels refer to; once in each image. */
export function paintDefinitions(light: Light): string {
  const [warm] = [light.glow];
  return (
    `<linearGradient id="grade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(warm)}" stop-opacity="0.10"/><stop offset="0.55" stop-color="#2a2438" stop-opacity="0"/><stop offset="1" stop-color="#2a2438" stop-opacity="0.16"/></linearGradient>` +
    `<linearGradient id="grade-shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1e2440" stop-opacity="0.14"/><stop offset="0.7" stop-color="#c9a877" stop-opacity="0.05"/><stop offset="1" stop-color="#e2c191" stop-opacity="0.13"/></linearGradient>` +
    `<linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff3c8" stop-opacity="0.85"/><stop offset="1" stop-color="#d98a3d" stop-opacity="0.6"/></linearGradient>`
  );
}

/** Paints panels (feet) as SVG from back to front, with the shadows that the casters throw on them. */
export function paintPanels(
  panels: readonly Panel[],
  view: View,
  light: Light,
  casters: readonly Caster[],
  prefix = 'p',
): string {
  const painter: Painter = { view, light, casters, prefix };
  return sortBackToFront(panels, view, { canCut: true })
    .map((p, i) => paintPanel(p, i, painter))
    .join('');
}
