import type { ReactNode } from 'react';

type SectionHeadProps = {
  id: string;
  title: string;
  children?: ReactNode;
};

export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className="mb-5 sm:mb-8">
      <div aria-hidden="true" className="h-2.5 border-line-firm border-x">
        <div className="h-1/2 border-line-firm border-b" />
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <h2 id={id} className="display max-w-xl text-4xl sm:text-5xl">
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
