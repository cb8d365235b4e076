import { useState } from 'react';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import type { PreselectedShed } from '#app/domain/quote-form.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { QuoteForm } from './quote-form.tsx';

type QuoteDialogProps = {
  open: boolean;
  shed: PreselectedShed | null;
  supabase: SupabaseAddress;
  onSent: (message: string) => void;
  onClose: () => void;
};

/** The quote form over the page. */
export function QuoteDialog({ open, shed, supabase, onSent, onClose }: QuoteDialogProps) {
  const [unsaved, setUnsaved] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Request a Quote"
      hasUnsavedInput={unsaved}
    >
      <QuoteForm
        shed={shed}
        supabase={supabase}
        onUnsavedInput={setUnsaved}
        onSent={onSent}
        onDone={onClose}
      />
    </Dialog>
  );
}
