import { getEntrance } from '#drawing/design/design-geometry.ts';
import { createDesignPanels } from '#drawing/design/design-panels.ts';
import { LIMITS, MATERIALS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { createLight } from '#drawing/geometry/light.ts';
import { drawElevation } from '#drawing/views/lines/elevations.ts';
import { createMesh } from '#drawing/views/model/mesh.ts';
import { applyDesignForm, designFormFields } from '../design-form.ts';
import { formatDesignParams, parseDesignParams } from '../design-params.ts';

/** Panels of a step: a step of a phone stays below 50 ms. */
const PANELS_PER_STEP = 4;
/** Browsers call a page idle for 50 ms, which is long for somebody who begins to drag. */
const MAX_RUN_MS = 8;

/**
 * The calculations of a change of material and length. The first takes five times as long as later
 * ones, because engines compile code only after a few runs.
 */
function* calculateChanges(design: ShedDesign): Generator<void> {
  const light = createLight('noon', 0);
  for (const [i, material] of MATERIALS.entries()) {
    const fields = new URLSearchParams({
      [designFormFields.from]: formatDesignParams(design).toString(),
      material,
      length: `${LIMITS.length.min + 2 * i}`,
    });
    const changed = parseDesignParams(applyDesignForm(fields)).design;
    yield;
    const panels = createDesignPanels(changed);
    yield;
    drawElevation(changed, getEntrance(changed));
    yield;
    for (let first = 0; first < panels.length; first += PANELS_PER_STEP) {
      createMesh(panels.slice(first, first + PANELS_PER_STEP), light);
      yield;
    }
  }
}

/**
 * Makes the first changes as fast as those that follow, while the browser is idle.
 * @returns stops it; where requestIdleCallback is missing, as in Safari, it does not begin
 */
export function prepareChanges(design: ShedDesign): (() => void) | undefined {
  const { requestIdleCallback: requestIdle, cancelIdleCallback: cancelIdle } = globalThis;
  if (!requestIdle || !cancelIdle) return undefined;
  const steps = calculateChanges(design);
  const run = (deadline: IdleDeadline) => {
    const begun = performance.now();
    let isDone: boolean | undefined;
    do isDone = steps.next().done;
    while (!isDone && deadline.timeRemaining() > 0 && performance.now() < begun + MAX_RUN_MS);
    if (!isDone) request = requestIdle(run);
  };
  let request = requestIdle(run);
  return () => cancelIdle(request);
}
