import { memo } from 'react';
import { SiteLink } from '#app/site/page-parts.tsx';
import { getEntrance } from '#drawing/design/design-geometry.ts';
import { WALL_LABELS } from '../design-labels.ts';
import {
  getDesignUrl,
  LIGHT_LABELS,
  LIGHTS,
  SEASON_LABELS,
  SEASONS,
  UNIT_LABELS,
} from '../design-view.ts';
import { control } from './form-controls.tsx';
import { applyForm, type Designer, designFormId, viewToolbarId } from './use-designer.ts';

/** Around the shed, to the right. */
const SIDES = ['front', 'right', 'back', 'left'] as const;

type ViewControlsProps = {
  designer: Designer;
  /** The picture does not turn: its side is chosen. */
  isStill: boolean;
};

export const ViewControls = memo(({ designer, isStill }: ViewControlsProps) => {
  const { design, view } = designer;
  const facing = view.facing ?? getEntrance(design);
  const choices = [
    ['season', 'Season', SEASONS, SEASON_LABELS],
    ['light', 'Light', LIGHTS, LIGHT_LABELS],
    ['units', 'Units', ['imperial', 'metric'], UNIT_LABELS],
  ] as const;
  return (
    <>
      {!isStill && (
        <div id={viewToolbarId} className="mt-2 hidden min-h-11 scripting:block print:hidden" />
      )}
      <nav
        aria-label="Side of the shed"
        className={`mt-2 flex flex-wrap gap-2 print:hidden ${isStill ? '' : 'scripting:hidden'}`}
      >
        {SIDES.map((wall) => (
          <SiteLink
            key={wall}
            to={getDesignUrl(design, { ...view, facing: wall })}
            aria-current={wall === facing ? 'true' : undefined}
            preventScrollReset
            prefetch="none"
            rel="nofollow"
            className="inline-flex min-h-11 items-center rounded-md border border-ink px-3 font-semibold text-sm hover:bg-ink hover:text-white aria-[current=true]:bg-ink aria-[current=true]:text-white"
          >
            {WALL_LABELS[wall]}
          </SiteLink>
        ))}
      </nav>
      {view.facing && <input form={designFormId} type="hidden" name="facing" value={view.facing} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        {choices.map(([name, label, options, labels]) => (
          <div key={name} className="min-w-32 grow basis-0">
            <select
              form={designFormId}
              name={name}
              aria-label={label}
              value={view[name] ?? options[0]}
              onChange={({ target }) => applyForm(designer, target.form)}
              className={`${control} select-arrow`}
            >
              {options.map((option) => (
                <option key={option} value={option}>
                  {(labels as Record<string, string>)[option]}
                </option>
              ))}
            </select>
          </div>
        ))}
        <label className="flex min-h-11 items-center gap-2.5 leading-tight">
          <input
            form={designFormId}
            type="checkbox"
            name="framing"
            value="yes"
            checked={view.framing === true}
            onChange={({ target }) => applyForm(designer, target.form)}
            className="size-6 shrink-0 accent-brand"
          />
          Show framing
        </label>
      </div>
    </>
  );
});
