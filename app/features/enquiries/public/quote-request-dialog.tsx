import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { ListName, OwnLists } from '#app/lib/options.ts';
import { useRootData, useSupabaseConnection } from '#app/lib/root-data.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { PreselectedShed, ReferredProject } from '../quote-request-form.ts';
import { QuoteRequestForm } from '../request-form.tsx';
import type { UnsavedInput } from './enquiry-form.tsx';

type QuoteRequestDialogProps = {
  open: boolean;
  shed: PreselectedShed | null;
  project: ReferredProject | null;
  projectType: string | undefined;
  onSent: (message: string) => void;
  onClose: () => void;
};

export function QuoteRequestDialog({
  open,
  shed,
  project,
  projectType,
  onSent,
  onClose,
}: QuoteRequestDialogProps) {
  const [unsaved, setUnsaved] = useState<UnsavedInput>();
  const ownLists = useOwnLists(open);
  const leadTimes = useLeadTimes(open && shed !== null);

  // Called after the visitor has confirmed to discard unsaved input.
  function close() {
    unsaved?.discard();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="lg"
      keepMounted
      title="Request a Quote"
      hasUnsavedInput={unsaved !== undefined}
      unsavedText="Your request hasn't been sent."
    >
      <AfterFrame>
        {shed && leadTimes && (
          <div className="mb-5 border-line border-b pb-4">
            <p className="font-semibold">Lead times</p>
            <p className="whitespace-pre-line wrap-anywhere">{leadTimes}</p>
          </div>
        )}
        <QuoteRequestForm
          id="quote-dialog"
          shed={shed}
          project={project}
          projectType={projectType}
          ownLists={ownLists}
          onUnsavedInput={setUnsaved}
          onSent={onSent}
          onDone={onClose}
        />
      </AfterFrame>
    </Dialog>
  );
}

/** The owner's entries. A page that has not sent them reads them when the dialog opens; the form works without them. */
function useOwnLists(open: boolean): OwnLists | undefined {
  const { url, publishableKey } = useSupabaseConnection();
  const sent = useRootData()?.ownLists;
  const isSent = sent !== undefined;
  const [read, setRead] = useState<OwnLists>();
  useEffect(() => {
    if (!open || isSent) return;
    const query = 'select=list,name&order=order_index.nullslast,created_at,id';
    fetch(`${url}/rest/v1/list_entries?${query}`, { headers: { apikey: publishableKey } })
      .then(async (response) => response.ok && setRead(groupByList(await response.json())))
      .catch(() => undefined);
  }, [open, isSent, url, publishableKey]);
  return sent ?? read;
}

function groupByList(rows: { list: ListName; name: string }[]): OwnLists {
  const lists: OwnLists = {};
  for (const { list, name } of rows) lists[list] = [...(lists[list] ?? []), name];
  return lists;
}

/** The lead times by kind of work, a line each, read when the dialog of a listing opens. */
function useLeadTimes(isWanted: boolean): string | undefined {
  const { url, publishableKey } = useSupabaseConnection();
  const [leadTimes, setLeadTimes] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    const query = 'select=trust_texts&limit=1';
    fetch(`${url}/rest/v1/business_settings?${query}`, { headers: { apikey: publishableKey } })
      .then(async (response) => {
        if (response.ok) setLeadTimes((await response.json())[0]?.trust_texts?.lead_times);
      })
      .catch(() => undefined);
  }, [isWanted, url, publishableKey]);
  return leadTimes;
}

/** A slow phone shows the dialog at once, and renders its many fields in the frames after that. */
function AfterFrame({ children }: { children: ReactNode }) {
  const isFramePainted = useDeferredValue(true, false);
  return isFramePainted ? children : <div aria-hidden="true" className="h-dvh" />;
}
