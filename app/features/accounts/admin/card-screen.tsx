import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LogoImage } from '#app/features/business/logo-image.tsx';
import { useRootData } from '#app/lib/root-data.ts';

type CardScreenProps = { title: string; intro?: ReactNode; children?: ReactNode };

export function CardScreen({ title, intro, children }: CardScreenProps) {
  const root = useRootData();
  return (
    <main className="grid min-h-dvh place-items-center bg-paper px-4 py-10">
      <div className="w-full max-w-md">
        <div className="rounded-md border border-line bg-sheet p-6 sm:p-8">
          {root?.settings && (
            <p className="mb-2 font-semibold [overflow-wrap:anywhere]">
              {root.settings.logo ? (
                <LogoImage
                  logo={root.settings.logo}
                  name={root.settings.business_name}
                  box={{ width: 240, height: 64 }}
                />
              ) : (
                root.settings.business_name
              )}
            </p>
          )}
          <h1 className="display text-3xl">{title}</h1>
          {intro && <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">{intro}</p>}
          <div className="mt-6 empty:hidden">{children}</div>
        </div>
        <p className="mt-3 text-center">
          <Link to="/" className="drawn-link inline-flex min-h-11 items-center gap-2 px-2">
            <ArrowLeft aria-hidden className="size-4" />
            Back to the website
          </Link>
        </p>
      </div>
    </main>
  );
}
