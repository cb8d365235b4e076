// Signing out in one tab closes the screens in the others, so it asks them for unsaved input first.
import { localItems } from '#app/lib/browser-storage.ts';

const channelName = 'ridgeline-unsaved-input';
/** A background tab answers within a few milliseconds; a tab frozen by the browser never answers. */
const maxWaitMs = 500;
const thisTab = String(Math.random());
/** A tab with unsaved input leaves a note when it is hidden, because only hidden tabs are frozen. */
const notePrefix = `${channelName} `;
/** Nothing removes the note of a tab that crashed, so notes expire. */
const maxNoteAgeMs = 7 * 86_400_000;

type Message = { type: 'ask' | 'unsaved' | 'saved'; from: string };

/**
 * Answers other tabs that ask for unsaved input.
 * @param tab tells this tab's own questions apart
 * @returns a function that ends it
 */
export function answerOtherTabs(hasUnsaved: () => boolean, tab = thisTab): () => void {
  const channel = openChannel();
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type !== 'ask' || data.from === tab) return;
      const type = hasUnsaved() ? 'unsaved' : 'saved';
      channel.postMessage({ type, from: tab } satisfies Message);
    };
  }
  const stopNoting = noteWhileHidden(hasUnsaved, notePrefix + tab);
  return () => {
    channel?.close();
    stopNoting();
  };
}

function noteWhileHidden(hasUnsaved: () => boolean, key: string): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isLeft = false;
  const update = ({ type }: Event) => {
    if (type !== 'visibilitychange') isLeft = type === 'pagehide';
    if (!isLeft && document.visibilityState === 'hidden' && hasUnsaved())
      localItems.setItem(key, String(Date.now()));
    else localItems.removeItem(key);
  };
  document.addEventListener('visibilitychange', update, { signal });
  for (const type of ['pagehide', 'pageshow']) window.addEventListener(type, update, { signal });
  return () => {
    listening.abort();
    localItems.removeItem(key);
  };
}

/** True if another tab of this browser has unsaved input: it answers, or it is frozen and left a note. */
export async function findUnsavedElsewhere(tab = thisTab, waitMs = maxWaitMs): Promise<boolean> {
  const silent = new Set(listNotes(Date.now() - maxNoteAgeMs));
  silent.delete(notePrefix + tab);
  const channel = openChannel();
  if (!channel) return silent.size > 0;
  const answer = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.from === tab) return;
      if (data.type === 'unsaved') resolve(true);
      if (data.type === 'saved') silent.delete(notePrefix + data.from);
    };
    setTimeout(() => resolve(silent.size > 0), waitMs);
  });
  channel.postMessage({ type: 'ask', from: tab } satisfies Message);
  const isUnsaved = await answer;
  channel.close();
  return isUnsaved;
}

/** Call after signing out has discarded the unsaved input of all tabs. */
export function forgetUnsavedElsewhere(): void {
  for (const key of listNotes()) localItems.removeItem(key);
}

/** The keys of notes written after `since`. */
const listNotes = (since = 0) =>
  localItems
    .keys()
    .filter((key) => key.startsWith(notePrefix) && Number(localItems.getItem(key)) > since);

/** Undefined if the browser has no BroadcastChannel or blocks site data. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}
