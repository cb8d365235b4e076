import { LIGHT_LABELS, LIGHTS, SEASON_LABELS, SEASONS, UNIT_LABELS } from '../design-view.ts';
import { control } from './form-controls.tsx';
import { applyForm, type Designer, designFormId } from './use-designer.ts';

type ViewControlsProps = {
  designer: Designer;
  /** Receives the element for the buttons of the view that turns. */
  onToolbar: (element: HTMLElement | null) => void;
};

export function ViewControls({ designer, onToolbar }: ViewControlsProps) {
  const { view } = designer;
  const choices = [
    ['season', 'Season', SEASONS, SEASON_LABELS],
    ['light', 'Light', LIGHTS, LIGHT_LABELS],
    ['units', 'Units', ['imperial', 'metric'], UNIT_LABELS],
  ] as const;
  return (
    <>
      <div ref={onToolbar} className="mt-2 hidden min-h-11 scripting:block print:hidden" />
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
            className="size-6 shrink-0 accent-barn"
          />
          Show framing
        </label>
      </div>
    </>
  );
}
