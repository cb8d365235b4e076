import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useReturnFocus } from '../lists/return-focus.ts';
import { useDialogParam } from '../lists/use-url-params.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import { type Demonstration, isDemonstration, putBackDemonstration } from './demonstration.ts';

export { readDemonstration } from './demonstration.ts';

const DemonstrationDialog = lazy(async () => ({
  default: (await import('./demonstration-dialog.tsx')).DemonstrationDialog,
}));

const dayMs = 86_400_000;

/** What the dashboard says about demonstration content, with the dialog that removes it. */
export function DemonstrationNotice({ demonstration }: { demonstration: Demonstration }) {
  const isKeptFromSearch = useRootData()?.keptFromSearch === true;
  const { value: shown, open, close } = useDialogParam('remove');
  const { remember, finalFocus } = useReturnFocus();
  const undo = useUndo();
  const top = useRef<HTMLDivElement>(null);
  const isShown = isDemonstration(demonstration);
  const wasShown = useRef(isShown);
  useEffect(() => {
    // The button that opened the dialog is gone.
    const hasLostFocus = wasShown.current && !isShown && document.activeElement === document.body;
    if (hasLostFocus) top.current?.focus();
    wasShown.current = isShown;
  }, [isShown]);

  return (
    <div ref={top} tabIndex={-1} className="grid gap-3 outline-none not-empty:mb-5">
      {isShown && (
        <DemonstrationBanner
          isKeptFromSearch={isKeptFromSearch}
          onRemove={() => {
            remember();
            open('demonstration');
          }}
        />
      )}
      {demonstration.removed_at && (
        <RemovedNotice
          removedAt={new Date(demonstration.removed_at)}
          isPending={undo.isPending}
          onUndo={() => {
            top.current?.focus();
            undo.mutate();
          }}
        />
      )}
      <Suspense>
        {shown === 'demonstration' && isShown && (
          <DemonstrationDialog
            demonstration={demonstration}
            onClose={close}
            finalFocus={() => finalFocus() ?? top.current}
          />
        )}
      </Suspense>
    </div>
  );
}

type BannerProps = { isKeptFromSearch: boolean; onRemove: () => void };

export function DemonstrationBanner({ isKeptFromSearch, onRemove }: BannerProps) {
  return (
    <section
      aria-label="Demonstration content"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-barn border-l-4 bg-barn-tint px-3 py-2.5 leading-snug sm:px-4"
    >
      <OctagonAlert aria-hidden className="size-5 shrink-0 self-start text-barn" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">This site shows demonstration content.</p>
        <p className="max-sm:text-sm">
          The business, its work and its customers are made up. You can remove all of it at once.
          {isKeptFromSearch && <span> Until then, search engines don't list the site.</span>}
        </p>
      </div>
      <Button variant="secondary" className="max-sm:w-full" onClick={onRemove}>
        Remove demonstration content
      </Button>
    </section>
  );
}

type RemovedProps = { removedAt: Date; isPending: boolean; onUndo: () => void };

export function RemovedNotice({ removedAt, isPending, onUndo }: RemovedProps) {
  const until = new Date(removedAt.getTime() + dayMs);
  return (
    <section
      aria-label="Removed demonstration content"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-moss border-l-4 bg-sheet px-3 py-2.5 leading-snug sm:px-4"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          Demonstration content was removed on {formatMoment(removedAt)}
        </p>
        <p className="max-sm:text-sm">
          You can undo this until {formatMoment(until)} Anything you've added since stays.
        </p>
      </div>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        aria-label="Undo: put the demonstration content back"
        onClick={() => isPending || onUndo()}
      >
        {isPending ? 'Undoing...' : 'Undo'}
      </Button>
    </section>
  );
}

function useUndo() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    async mutationFn() {
      const refused = await putBackDemonstration(client);
      await queryClient.invalidateQueries();
      return refused;
    },
    onSuccess: (refused) =>
      toasts.news(
        refused > 0
          ? `The demonstration content is back, except for ${pluralize(refused, 'record')} you've since replaced.`
          : 'The demonstration content is back.',
        { key: 'demonstration' },
      ),
    onError(error) {
      logError('Demonstration undo failed', error);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't put the demonstration content back. Please try again.",
        { key: 'demonstration' },
      );
    },
  });
}
