import { useEffect, useId, useRef, useState } from 'react';
import type { Logo } from '#app/lib/site-looks.ts';
import { Button } from '#app/ui/button.tsx';
import { fitLogo, getLogoUrl } from '../logo.ts';
import { LogoFileError } from '../logo-file.ts';
import { rasterizeLogo } from './rasterize-logo.ts';

/** A stored logo, or one that is uploaded when the form is saved. */
export type ChosenLogo = { width: number; height: number; url: string } & (
  | { path: string; file?: undefined }
  | { path?: undefined; file: File }
);

export const toChosenLogo = (logo: Logo | undefined): ChosenLogo | undefined =>
  logo && { ...logo, url: getLogoUrl(logo, 'logo') };

type LogoFieldProps = {
  logo: ChosenLogo | undefined;
  onChange: (logo: ChosenLogo | undefined) => void;
  uploadError: string | undefined;
};

export function LogoField({ logo, onChange, uploadError }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const error = problem ?? uploadError;
  const url = logo?.file && logo.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    setReading(true);
    try {
      const rasterized = await rasterizeLogo(file);
      onChange({ ...rasterized, url: URL.createObjectURL(rasterized.file) });
    } catch (caught) {
      if (!(caught instanceof LogoFileError)) throw caught;
      setProblem(caught.message);
    } finally {
      setReading(false);
      if (input.current) input.current.value = '';
    }
  }

  return (
    <div>
      {logo && (
        <p className="mb-4 inline-block max-w-full rounded-md border border-line bg-paper p-4">
          <img
            src={logo.url}
            alt="Your logo"
            {...fitLogo(logo, { width: 320, height: 96 })}
            className="h-auto max-w-full"
          />
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml,.svg"
        aria-label="Logo"
        hidden
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          disabled={isReading}
          aria-describedby={`${id}-hint ${id}-error`}
          onClick={() => input.current?.click()}
        >
          {isReading ? 'Reading...' : logo ? 'Choose another logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button
            variant="secondary"
            onClick={() => {
              setProblem(undefined);
              onChange(undefined);
            }}
          >
            Remove logo
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-sm leading-snug">
        PNG or SVG, best with a transparent background. We also use it for browser tabs, phone icons
        and link previews.
      </p>
      <p
        id={`${id}-error`}
        role="alert"
        className="mt-1.5 font-medium text-barn text-sm leading-snug empty:hidden"
      >
        {error}
      </p>
    </div>
  );
}
