import { type ReactNode, useId } from 'react';

export function PageHeader({ title, intro }: { title: string; intro?: string }) {
  return (
    <>
      <h1 className="display text-3xl">{title}</h1>
      {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
    </>
  );
}

type FormSectionProps = { title: string; intro?: ReactNode; children: ReactNode };

export function FormSection({ title, intro, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="rounded-md border border-line bg-sheet px-4 py-5 sm:p-6"
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
