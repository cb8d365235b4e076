import type { EnquiryRow } from '#app/data/inbox.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useChange } from '../lists/use-change.ts';
import { useDeletion } from '../lists/use-deletion.tsx';
import type { OpenRow } from '../lists/use-open-row.ts';
import { useAdminClient } from '../session.ts';
import type { EnquiryFrame } from './enquiry-detail.tsx';
import { deletionQuestion, type InboxWords } from './inbox-words.ts';
import type { Selection } from './use-selection.ts';
import type { UnsentMails } from './use-unsent-mails.ts';

type Options<Row extends EnquiryRow, Status extends string> = {
  words: InboxWords<Status>;
  /**
   * What the screen shows: the list, what is chosen in it, the row whose dialog is open, its mail.
   */
  list: { replace: (row: Row) => void; remove: (ids: readonly string[]) => void };
  selection: Selection;
  open: OpenRow<Row>;
  mails: UnsentMails;
  update: (
    client: Client,
    id: string,
    change: { status: Status } | { is_spam: boolean },
  ) => Promise<Row>;
  remove: (client: Client, id: string) => Promise<unknown>;
  /** How a sentence about a row begins, such as 'The message from Ann'. */
  nameOf: (row: Row) => string;
  /** The alert where no answer came to a deletion. */
  brokeOff: string;
  /** Called with a deleted row, before it leaves the screen. */
  onRemoved?: (row: Row) => void;
};

/**
 * What can be done to one enquiry, from its row or in its dialog, and what the screen shows after
 * it.
 */
export function useEnquiryChanges<Row extends EnquiryRow, Status extends string>(
  options: Options<Row, Status>,
) {
  const { words, list, selection, open, mails, update, nameOf } = options;
  const client = useAdminClient();
  const toasts = useToasts();
  const show = (row: Row) => {
    open.update(row);
    list.replace(row);
  };
  const changeStatus = useChange({ replace: show }, 'The status');
  const changeMark = useChange({ replace: show }, 'The mark');
  const deletion = useDeletion<Row>({
    question: deletionQuestion(1, words),
    remove: (row) => options.remove(client, row.id),
    onRemoved(row) {
      options.onRemoved?.(row);
      open.closeIf(row.id);
      selection.set([row.id], false);
      list.remove([row.id]);
      toasts.news(`${nameOf(row)} is deleted.`);
    },
    refused: (message) => `Failed to delete ${words.record}: ${message}`,
    brokeOff: options.brokeOff,
  });

  /** Resolves to whether it worked. */
  const setStatus = (row: Row, status: Status) =>
    changeStatus(() => update(client, row.id, { status }));

  /** Marks a row as spam, or as none. */
  async function markSpam(row: Row) {
    const is_spam = !row.is_spam;
    if (await changeMark(() => update(client, row.id, { is_spam }))) {
      selection.set([row.id], false);
      toasts.news(`${nameOf(row)} is ${is_spam ? 'moved to Spam' : 'moved back from Spam'}.`);
    }
  }

  return {
    setStatus,
    markSpam,
    askToDelete: deletion.ask,
    /** Belongs on the screen while no row's dialog is open. */
    dialogs: deletion.dialogs,
    /** What the dialog of a row is opened with. */
    frameOf: (row: Row): EnquiryFrame<Status> => ({
      mail: mails.of(row.id),
      onSendAgain: () => mails.sendAgain(row.id),
      onStatus: (status) => setStatus(row, status),
      onSpam: () => markSpam(row),
      onDelete: () => deletion.ask(row),
      onClose: open.close,
      finalFocus: open.finalFocus,
      dialogs: deletion.dialogs,
    }),
  };
}
