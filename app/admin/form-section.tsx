import { type ReactNode, useId } from 'react';

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
