import { compareContents } from './compare-contents.ts';
import type { QuoteContent, QuoteSelection } from './quote-content.ts';

type Offer = { content: QuoteContent; selection: QuoteSelection | null };

type QuoteDifferencesProps = {
  before: Offer;
  after: Offer;
  previousVersion: number;
};

export function QuoteDifferences({ before, after, previousVersion }: QuoteDifferencesProps) {
  const differences = compareContents(before.content, after.content, {
    before: before.selection,
    after: after.selection,
  });
  if (differences.length === 0) return null;
  return (
    <section className="mt-6 border border-line bg-sheet p-5">
      <h2 className="font-semibold">What is different from version {previousVersion}</h2>
      <ul className="mt-2 grid gap-2">
        {differences.map(({ label, before, after }) => (
          <li key={label + before + after} className="wrap-anywhere">
            <span className="font-medium">{label}</span>
            {before && (
              <span className="block text-ink-soft">
                before: <del>{before}</del>
              </span>
            )}
            <span className="block">{after ? <ins>{after}</ins> : 'removed'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
