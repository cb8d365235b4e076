import { type FramingDefaults, SECTIONS, type Section } from './defaults.ts';
import { countOnLayout } from './layout.ts';
import type { Member } from './member.ts';

/** @returns skids along the length, joists across the width and two rims; inches */
export function frameFloor(
  { width, length }: { width: number; length: number },
  defaults: FramingDefaults,
): Member[] {
  const skid = getSkidSection(width, defaults);
  const skids = Math.ceil((width - SECTIONS[skid].thickness) / defaults.maxSkidSpacing) + 1;
  const joists = countOnLayout(length, defaults.spacing);
  const rim: Member = { name: 'rim', section: '2x6', length };
  const joistLength = width - 2 * SECTIONS['2x6'].thickness;
  return [
    ...Array.from({ length: skids }, (): Member => ({ name: 'skid', section: skid, length })),
    rim,
    rim,
    ...Array.from(
      { length: joists },
      (): Member => ({ name: 'joist', section: '2x6', length: joistLength }),
    ),
  ];
}

/** From the ground to the top of the subfloor, in inches. */
export function getFloorHeight(width: number, defaults: FramingDefaults): number {
  const skid = SECTIONS[getSkidSection(width, defaults)];
  return skid.depth + SECTIONS['2x6'].depth + defaults.subfloorThickness;
}

function getSkidSection(width: number, { maxWidthOn4x4Skids }: FramingDefaults): Section {
  return width > maxWidthOn4x4Skids ? '4x6' : '4x4';
}
