// Signing out in one tab ends the screens of the others, so that it asks them first.

const channelName = 'ridgeline-unsaved-input';
/** A tab in the background answers in a few milliseconds; a frozen one never does. */
const maxWaitMs = 500;
const thisTab = String(Math.random());

type Message = { type: 'ask' | 'unsaved'; from: string };

/**
 * Answers other tabs that ask for unsaved input.
 * @param tab tells this tab's own questions apart
 * @returns a function that ends it
 */
export function answerOtherTabs(hasUnsaved: () => boolean, tab = thisTab): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type !== 'ask' || data.from === tab || !hasUnsaved()) return;
    channel.postMessage({ type: 'unsaved', from: tab } satisfies Message);
  };
  return () => channel.close();
}

/** True if another tab of this browser answers that it holds unsaved input. */
export async function findUnsavedElsewhere(tab = thisTab, waitMs = maxWaitMs): Promise<boolean> {
  const channel = openChannel();
  if (!channel) return false;
  const answer = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'unsaved' && data.from !== tab) resolve(true);
    };
    setTimeout(() => resolve(false), waitMs);
  });
  channel.postMessage({ type: 'ask', from: tab } satisfies Message);
  const isUnsaved = await answer;
  channel.close();
  return isUnsaved;
}

/** Undefined in a browser without BroadcastChannel, and where site data are blocked. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}
