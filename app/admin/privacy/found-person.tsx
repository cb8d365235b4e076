import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { getPublicImageUrl } from '#app/data/images.ts';
import {
  type ErasedPerson,
  erasePersonalData,
  type PersonalData,
  readPersonalData,
} from '#app/data/personal-data.ts';
import { pluralize, pluralizeList } from '#app/domain/format/pluralize.ts';
import { exportPersonalData } from '#app/domain/privacy/personal-data-export.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { download } from '../download.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';

type FoundPersonProps = {
  email: string;
  data: PersonalData;
  onChanged: () => void;
};

export function FoundPerson({ email, data, onChanged }: FoundPersonProps) {
  const client = useAdminClient();
  const [asking, setAsking] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  const images = new Set(data.quote_requests.flatMap((row) => row.inspiration_images)).size;
  const found = pluralizeList([
    [data.quote_requests.length, 'quote request'],
    [data.contact_submissions.length, 'contact message'],
    [data.marketing_consents.length, 'consent to news', 'consents to news'],
    [data.quotes.length, 'quote'],
    [images, 'picture'],
  ]);
  const nothing = found === 'nothing';

  const erasure = useMutation({
    // Includes what came in since it was shown.
    mutationFn: async () => erasePersonalData(client, await readPersonalData(client, email)),
    onSuccess({ failed }) {
      for (const { path, error } of failed) logError(`Could not remove ${path}`, error);
    },
    onError: (error) => logError('Could not erase what a person has sent', error),
    onSettled() {
      setAsking(false);
      onChanged();
    },
  });
  const report = erasure.isError
    ? 'It was broken off. What is still there is shown here; please try again.'
    : erasure.data && describeErasure(erasure.data);

  function save() {
    const url = (path: string) => getPublicImageUrl(client, path);
    download(exportPersonalData(email, data, url, new Date()), 'application/json');
  }

  return (
    <div className="mt-5 border-line border-t pt-5">
      <p ref={result} tabIndex={-1} role="status" className="outline-none wrap-anywhere">
        {report && <span className="mb-3 block font-medium">{report}</span>}
        {nothing ? `Nothing is stored of ${email}.` : `Stored of ${email}: ${found}.`}
      </p>
      {!nothing && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={save}>
            <Download aria-hidden className="size-5" />
            Export as JSON
          </Button>
          <Button onClick={() => setAsking(true)}>
            <Trash2 aria-hidden className="size-5" />
            Erase everything
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={`Erase everything of ${email}?`}
        confirmLabel={erasure.isPending ? 'Erasing...' : 'Erase'}
        busy={erasure.isPending}
        onClose={() => setAsking(false)}
        onConfirm={erasure.mutate}
        finalFocus={result}
      >
        {`This removes ${found}. This action cannot be undone.\n\nMails about them in your mailbox, and backups, stay: remove them there.`}
      </ConfirmDialog>
    </div>
  );
}

function describeErasure(erased: ErasedPerson): string {
  const removed = pluralizeList([
    [erased.requests, 'quote request'],
    [erased.messages, 'contact message'],
    [erased.consents, 'consent to news', 'consents to news'],
    [erased.quotes.deleted + erased.quotes.erased, 'quote'],
    [erased.images, 'picture'],
  ]);
  const retained = erased.quotes.retained.map(
    ({ number, until }) =>
      ` Quote ${number} was accepted and has to be kept for bookkeeping until ${until}.`,
  );
  const done = `Erased: ${removed}.${retained.join('')}`;
  if (erased.failed.length === 0) return done;
  const stayed = pluralize(erased.failed.length, 'picture');
  return `${done} ${stayed} could not be removed, and the requests they came with stay until that is done: please try again.`;
}
