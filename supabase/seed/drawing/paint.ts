import type { View } from './camera.ts';
import { blend, darken, hex, rgb } from './color.ts';
import { type Light, lit, shadowTint } from './light.ts';
import { backToFront } from './order.ts';
import { type Mark, onPanel, type Panel } from './panel.ts';
import { type Caster, shadowPath } from './shadow.ts';
import { alpha, num, path, shape } from './svg.ts';
import { dot, type Point, scale, sub, type Vec3 } from './vector.ts';

type Painter = { view: View; light: Light; casters: readonly Caster[]; prefix: string };

/** Where a shadow falls on the panel for something that stands out from it by one foot. */
function shadowShift(panel: Panel, light: Light): Point | undefined {
  const facing = dot(panel.normal, light.sun);
  if (facing < 0.08) return undefined;
  const along: Vec3 = scale(sub(light.sun, scale(panel.normal, facing)), -1 / facing);
  return [dot(along, panel.u), dot(along, panel.v)];
}

function glass(panel: Panel, points: readonly Point[], warm: boolean, painter: Painter): string {
  const { view, light } = painter;
  const d = path(view.polygon(points.map((p) => onPanel(panel, p))));
  if (warm && light.lampsOn) {
    return shape(d, rgb('#ffcf7d')) + shape(d, 'url(#lamp)');
  }
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
  const at = (list: readonly Point[]) => path(view.polygon(list.map((p) => onPanel(panel, p))));
  const facesSun = Math.max(0, dot(panel.normal, light.sun));
  const base = blend(darken(light.sky[0], 0.45), light.sky[1], 0.25 + facesSun * 0.45);
  return (
    shape(d, base) +
    shape(at(hedge), darken(base, 0.4), alpha(0.55)) +
    shape(at(streak(0.08, 0.3)), light.sky[2], alpha(0.4)) +
    shape(at(streak(0.4, 0.48)), light.sky[2], alpha(0.3))
  );
}

function mark(
  panel: Panel,
  m: Mark,
  painter: Painter,
  shift: Point | undefined,
  tint: string,
): string {
  const { view, light } = painter;
  if (m.kind === 'glass') return glass(panel, m.points, m.warm ?? true, painter);
  const at = (dx: number, dy: number) =>
    view.polygon(m.points.map(([u, v]) => onPanel(panel, [u + dx, v + dy])));
  if (m.kind === 'line') {
    const middle = m.points[Math.floor(m.points.length / 2)] ?? [0, 0];
    const width = Math.max(0.5, view.scaleAt(onPanel(panel, middle)) * m.width);
    const points = at(0, 0)
      .map(([x, y]) => `${num(x)},${num(y)}`)
      .join(' ');
    return `<polyline points="${points}" fill="none" stroke="${hex(lit(m.color, light, panel.normal))}" stroke-width="${num(width)}" stroke-opacity="${m.opacity ?? 1}"/>`;
  }
  const shadow =
    m.lift !== undefined && shift !== undefined
      ? shape(
          path(at(shift[0] * m.lift, shift[1] * m.lift)),
          tint,
          ' style="mix-blend-mode:multiply"',
        )
      : '';
  const color = m.flat === true ? m.color : lit(m.color, light, panel.normal);
  return shadow + shape(path(at(0, 0)), color, m.opacity === undefined ? '' : alpha(m.opacity));
}

function paintPanel(panel: Panel, index: number, painter: Painter): string {
  const { view, light, casters, prefix } = painter;
  const outline = path(view.polygon(panel.corners));
  if (outline === '') return '';
  const color = lit(panel.color, light, panel.normal);
  const base = shape(outline, color, ` stroke="${hex(color)}" stroke-width="0.7"`);
  const facing = dot(panel.normal, light.sun);
  const shadows =
    facing > 0.02 && panel.width * panel.height > 0.6
      ? shadowPath(casters, panel, light.sun, view)
      : '';
  const grade = panel.graded
    ? shape(outline, facing > 0.02 ? 'url(#grade)' : 'url(#grade-shade)')
    : '';
  if (panel.marks.length === 0 && shadows === '') return base + grade;
  const tint = hex(shadowTint(light, panel.normal));
  const shift = shadowShift(panel, light);
  const marks = panel.marks.map((m) => mark(panel, m, painter, shift, tint)).join('');
  const id = `${prefix}${index}`;
  return (
    `<clipPath id="${id}"><path d="${outline}"/></clipPath>${base}<g clip-path="url(#${id})">${marks}${grade}` +
    `${shape(shadows, tint, ' style="mix-blend-mode:multiply"')}</g>`
  );
}

/** The definitions that panels refer to; once in each picture. */
export function paintDefinitions(light: Light): string {
  const [warm] = [light.glow];
  return (
    `<linearGradient id="grade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hex(warm)}" stop-opacity="0.10"/><stop offset="0.55" stop-color="#2a2438" stop-opacity="0"/><stop offset="1" stop-color="#2a2438" stop-opacity="0.16"/></linearGradient>` +
    `<linearGradient id="grade-shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1e2440" stop-opacity="0.14"/><stop offset="0.7" stop-color="#c9a877" stop-opacity="0.05"/><stop offset="1" stop-color="#e2c191" stop-opacity="0.13"/></linearGradient>` +
    `<linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff3c8" stop-opacity="0.85"/><stop offset="1" stop-color="#d98a3d" stop-opacity="0.6"/></linearGradient>`
  );
}

/** Paints panels from back to front with the shadows that the casters throw on them. */
export function paintPanels(
  panels: readonly Panel[],
  view: View,
  light: Light,
  casters: readonly Caster[],
  prefix = 'p',
): string {
  const painter: Painter = { view, light, casters, prefix };
  return backToFront(panels, view)
    .map((p, i) => paintPanel(p, i, painter))
    .join('');
}
