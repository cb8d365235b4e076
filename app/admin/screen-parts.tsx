import { type ReactNode, useId } from 'react';

export function PageHeader({ title, intro }: { title: string; intro?: string }) {
  return (
    <>
      <h1 className="display text-3xl">{title}</h1>
      {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
    </>
  );
}

export type FormSectionProps = {
  title: string;
  intro?: ReactNode;
  /** The hash of links, see `AnchoredSection`. */
  anchor?: string;
  children: ReactNode;
};

export function FormSection({ title, intro, anchor, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      aria-labelledby={id}
      className="rounded-md border border-line bg-sheet px-4 py-5 outline-none sm:p-6"
    >
      <h2 id={id} className="font-semibold text-xl leading-snug">
        {title}
      </h2>
      {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}

/** Stretches an OpenLink over its row or card, below the other links and buttons. */
export const coveringLinkClass =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-3px]';

type ActionBarProps = { className: string; children: ReactNode };

/** The buttons of a long form, which stay at the bottom of the window; toasts appear above them. */
export function ActionBar({ className, children }: ActionBarProps) {
  return (
    <div
      data-action-bar
      className={`sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-y-2 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8 ${className}`}
    >
      {children}
    </div>
  );
}
