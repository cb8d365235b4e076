import { Bookmark, BookmarkCheck, Link, Share2 } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { getDesignTitle } from '../design-summary.ts';
import { LIGHT_LABELS, LIGHTS, SEASON_LABELS, SEASONS } from '../design-view.ts';
import { control } from './form-controls.tsx';
import { applyForm, type Designer, designFormId } from './use-designer.ts';
import { maxDesigns } from './use-saved-designs.ts';

type ViewControlsProps = {
  designer: Designer;
  isSaved: boolean;
  onSave: (query: string) => boolean;
};

export function ViewControls({ designer, isSaved, onSave }: ViewControlsProps) {
  const { design, view, search } = designer;
  const [message, setMessage] = useState('');
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  const path = `/design${search}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message is about one design
  useEffect(() => setMessage(''), [path]);

  async function copy() {
    const url = location.origin + path;
    try {
      await navigator.clipboard.writeText(url);
      setMessage('Link copied.');
    } catch {
      setMessage(`Copy this link: ${url}`);
    }
  }

  async function share() {
    try {
      await navigator.share?.({
        title: `${getDesignTitle(design)} shed`,
        url: location.origin + path,
      });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  const choices = [
    ['season', 'Season', SEASONS, SEASON_LABELS],
    ['light', 'Light', LIGHTS, LIGHT_LABELS],
  ] as const;
  return (
    <div className="mt-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {choices.map(([name, label, options, labels]) => (
          <div key={name} className="min-w-32 grow basis-0">
            <select
              form={designFormId}
              name={name}
              aria-label={label}
              value={view[name]}
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
        <div className="flex grow flex-wrap items-center justify-between gap-x-3">
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
          <div className="hidden gap-2 scripting:flex">
            <IconButton
              label={isSaved ? 'Saved' : 'Save'}
              disabled={isSaved}
              onClick={() => {
                setMessage(
                  onSave(search.slice(1))
                    ? 'Saved in this browser, under “Your designs” below.'
                    : `Not saved. You can keep up to ${maxDesigns} designs. Remove one under “Your designs” below.`,
                );
              }}
            >
              {isSaved ? <BookmarkCheck {...icon} /> : <Bookmark {...icon} />}
            </IconButton>
            <IconButton label="Copy link" onClick={copy}>
              <Link {...icon} />
            </IconButton>
            {canShare && (
              <IconButton label="Share" onClick={share}>
                <Share2 {...icon} />
              </IconButton>
            )}
          </div>
        </div>
      </div>
      <p role="status" className="mt-2 text-ink-soft text-sm wrap-anywhere empty:hidden">
        {message}
      </p>
    </div>
  );
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

function IconButton({ label, children, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <Button
      variant="secondary"
      title={label}
      className="min-h-11! min-w-11! gap-2! px-2.5! py-1!"
      {...props}
    >
      {children}
      <span className="sr-only sm:not-sr-only lg:sr-only">{label}</span>
    </Button>
  );
}
