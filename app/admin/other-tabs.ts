// Signing out in one tab ends the screens of the others, so that it asks them first.
import { localItems } from '#app/lib/browser-storage.ts';

const channelName = 'ridgeline-unsaved-input';
/** A tab in the background answers in a few milliseconds; one that the browser has frozen never does. */
const maxWaitMs = 500;
const thisTab = String(Math.random());
/** A tab that holds unsaved input notes that when it is hidden: only a hidden tab is frozen. */
const notePrefix = `${channelName} `;
/** Of a tab that crashed nothing removes the note. */
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

/** True if another tab of this browser holds unsaved input: it answers so, or is frozen and noted so. */
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

/** Once signing out has discarded the unsaved input of all tabs. */
export function forgetUnsavedElsewhere(): void {
  for (const key of listNotes()) localItems.removeItem(key);
}

/** The keys of notes that are younger. */
const listNotes = (since = 0) =>
  localItems
    .keys()
    .filter((key) => key.startsWith(notePrefix) && Number(localItems.getItem(key)) > since);

/** Undefined in a browser without BroadcastChannel, and where site data are blocked. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}
