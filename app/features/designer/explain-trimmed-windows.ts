import { type Extra, OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { getTrimmedWindows } from '#drawing/design/window-trim.ts';

export function explainTrimmedWindows(design: ShedDesign, extra: Extra): string | undefined {
  if (extra !== 'shutters' && extra !== 'flowerBoxes') return undefined;
  const windows = design.openings.filter(({ type }) => OPENINGS[type].kind === 'window');
  const trimmed = getTrimmedWindows(design, extra).length;
  if (trimmed === windows.length || !design.extras.includes(extra)) return undefined;
  const reason = extra === 'shutters' ? 'the others have no room for them' : 'transoms have none';
  return `At ${trimmed} of ${windows.length} windows: ${reason}`;
}
