import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import {
  getUnpricedStyles,
  hasExpired,
  type PriceListRow,
  publishPriceList,
  readPublishedVersion,
} from '#app/features/designer/price-list.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';

type PublishDialogProps = {
  draft: PriceListRow;
  onClose: () => void;
  onPublished: () => Promise<void>;
};

const maxNoteLength = 500;
const formId = 'publish-price-list';

export default function PublishDialog({ draft, onClose, onPublished }: PublishDialogProps) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const isMissing = note.trim() === '';
  const unpriced = getUnpricedStyles(draft.prices);

  const { user } = useAccount();
  // An earlier answer was lost, and may have been the version.
  const wasUnanswered = useRef(false);
  async function publishOnce() {
    const version = await publishPriceList(client, draft, note);
    if (version !== null || !wasUnanswered.current) return version;
    return readPublishedVersion(client, draft.id, user.id);
  }

  const { mutate, isPending } = useMutation({
    mutationFn: publishOnce,
    async onSuccess(version) {
      if (version === null) {
        return setError('Someone else changed or published the draft. Reload the page.');
      }
      onClose();
      await onPublished();
      toasts.news(`Version ${version} of the price list was published.`);
    },
    onError(caught) {
      logError('Price list publication failed', caught);
      wasUnanswered.current ||= isUnanswered(caught);
      setError(
        isUnanswered(caught)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't publish the price list. Please try again.",
      );
    },
  });

  function publish(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    if (isMissing) setError('Please enter what changed');
    else mutate();
  }

  return (
    <Dialog
      open
      title="Publish the price list"
      hasUnsavedInput={!isMissing}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" form={formId} disabled={isPending}>
            {isPending ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={publish}>
        <p className="mb-4">
          New designs get these prices from now on. Quote requests already sent keep the price that
          the customer saw.
        </p>
        {unpriced.length > 0 && (
          <p className="mb-4 warning">
            Without a base price, visitors see no price: {unpriced.join(', ')}.
          </p>
        )}
        {hasExpired(draft.prices, new Date()) && (
          <p className="mb-4 warning">
            The “Valid until” date has passed, so prices are shown without it.
          </p>
        )}
        <TextAreaField
          label="Note"
          required
          rows={3}
          maxLength={maxNoteLength}
          hint="For you and your colleagues: what changed, and why."
          error={error}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
