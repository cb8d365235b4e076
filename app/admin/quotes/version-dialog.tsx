import type { QuoteHistory } from '#app/data/quotes.ts';
import type { QuoteSelection } from '#app/domain/quotes/content.ts';
import { quoteDocumentSchema } from '#app/domain/quotes/customer-quote.ts';
import { getProposedSelection } from '#app/domain/quotes/selection.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { QuoteHead, QuoteLines, QuoteTerms, QuoteTotalsList } from '#app/ui/quote-document.tsx';

type VersionDialogProps = {
  sent: QuoteHistory['versions'][number];
  /** The JSON text of what was sent. */
  document: string;
  customer: { name: string; address: string };
  /** The accepted selection; null shows the whole offer. */
  selection: QuoteSelection | null;
  onClose: () => void;
};

export default function VersionDialog(props: VersionDialogProps) {
  const { sent, customer, selection, onClose } = props;
  const document = quoteDocumentSchema.parse(JSON.parse(props.document));
  const { content, consent } = document;
  const shown = selection ?? document.selection ?? getProposedSelection(content);
  const totals = calculateTotals(content, shown);
  return (
    <Dialog
      open
      size="lg"
      title={selection ? `What was accepted of version ${sent.version}` : `Version ${sent.version}`}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <DialogClose>Close</DialogClose>
        </div>
      }
    >
      <QuoteHead document={document} validUntil={document.validUntil} customer={customer} />
      <h2 className="display mt-8 text-2xl">{selection ? 'What is agreed' : 'What we offer'}</h2>
      <fieldset disabled className="contents">
        <QuoteLines
          content={content}
          totals={totals}
          selection={shown}
          isChoosing={selection === null}
        />
      </fieldset>
      <QuoteTotalsList content={content} totals={totals} />
      <QuoteTerms content={content} />
      <h3 className="mt-6 font-semibold">What acceptance agrees to</h3>
      <p className="wrap-anywhere">{consent}</p>
      <p className="mt-4 text-ink-soft text-sm wrap-anywhere">
        Document (SHA-256): {sent.document_sha256}
      </p>
    </Dialog>
  );
}
