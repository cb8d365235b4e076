import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { explainSpam } from '#app/domain/enquiries/spam.ts';
import { Button } from '#app/ui/button.tsx';

type SpamNoteProps = { row: { is_spam: boolean; spam_reasons: string[] } };

export function SpamNote({ row }: SpamNoteProps) {
  if (!row.is_spam) return null;
  return (
    <section aria-label="Spam" className="mb-5 border-barn border-l-4 bg-barn-tint px-4 py-3">
      <p className="font-semibold">Marked as spam</p>
      <ul>
        {explainSpam(row.spam_reasons).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

type SpamButtonProps = SpamNoteProps & { busy: boolean; onClick: () => void };

export function SpamButton({ row, busy, onClick }: SpamButtonProps) {
  const Icon = row.is_spam ? ShieldCheck : ShieldAlert;
  return (
    <Button
      variant="secondary"
      className="min-h-11 shrink-0 px-3 aria-disabled:cursor-progress aria-disabled:opacity-60"
      aria-disabled={busy}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-5" />
      {row.is_spam ? 'Not spam' : 'Spam'}
    </Button>
  );
}
