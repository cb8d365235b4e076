import type { ReactNode } from 'react';
import { buttonClass } from '#app/ui/button.tsx';
import { defaultAccent, getAccentProperties } from '../accent-color.ts';
import { fitLogo } from '../logo.ts';
import { getMailHeadingFont, getTypefaceProperties } from '../typefaces.ts';
import type { ChosenLogo } from './logo-field.tsx';

/** Emails and documents have one of their own. */
const defaultMailAccent = '#7a3e1d';

type AppearancePreviewProps = {
  name: string;
  logo: ChosenLogo | undefined;
  /** Undefined for the default. */
  accent: string | undefined;
  /** Empty for the default. */
  typefaces: string;
};

/** Header, button and head of an email as visitors will see them. */
export function AppearancePreview({ name, logo, accent, typefaces }: AppearancePreviewProps) {
  const show = (box: { width: number; height: number }) =>
    logo ? (
      <img src={logo.url} alt={name} {...fitLogo(logo, box)} className="h-auto max-w-full" />
    ) : (
      <span className="font-bold font-display text-xl leading-tight wrap-anywhere">{name}</span>
    );
  return (
    <div
      className="grid gap-5 font-sans"
      style={{
        ...getAccentProperties(accent ?? defaultAccent),
        ...getTypefaceProperties(typefaces),
      }}
    >
      <Frame title="Top of each page">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 bg-paper p-4">
          <div className="min-w-0">{show({ width: 240, height: 52 })}</div>
          <div className="flex flex-wrap items-center gap-4">
            <span className="border-brand border-b-2 py-1 font-medium">Home</span>
            <span className={buttonClass()}>Get Free Quote</span>
          </div>
        </div>
      </Frame>
      <Frame title="Bottom of each page">
        <div className="bg-ink p-4 text-white">
          {logo ? (
            <p className="inline-block max-w-full rounded-md bg-paper p-4">
              {show({ width: 240, height: 80 })}
            </p>
          ) : (
            <p className="display text-3xl">{name}</p>
          )}
        </div>
      </Frame>
      <Frame title="Emails and quotes">
        <div className="bg-[#f4f1ec] p-4">
          <div
            className="border-t-4 bg-white p-5"
            style={{ borderColor: accent ?? defaultMailAccent }}
          >
            {logo && <div className="mb-4">{show({ width: 240, height: 64 })}</div>}
            <p className="font-bold text-xl" style={{ fontFamily: getMailHeadingFont(typefaces) }}>
              We received your quote request
            </p>
            <p
              className="mt-4 inline-block px-5 py-2.5 text-white"
              style={{ background: accent ?? defaultMailAccent }}
            >
              Add details or photos
            </p>
          </div>
        </div>
      </Frame>
    </div>
  );
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <figure>
    <figcaption className="mb-1.5 font-semibold text-[0.9375rem]">{title}</figcaption>
    <div className="overflow-hidden rounded-md border border-line">{children}</div>
  </figure>
);
