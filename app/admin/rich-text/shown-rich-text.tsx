import { lazy, Suspense } from 'react';

const RichTextView = lazy(() => import('./rich-text-view.tsx'));

/** Rich text where two versions of it are compared; what shows it is loaded with the first one. */
export function ShownRichText({ html }: { html: string }) {
  return (
    <Suspense>
      <RichTextView html={html} />
    </Suspense>
  );
}
