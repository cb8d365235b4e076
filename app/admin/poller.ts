type Poller = {
  /** Looks at once, unless a look is under way or has just been. */
  look: () => void;
  stop: () => void;
};

/**
 * Looks again and again while somebody can see the result. One look runs at a time; one that fails
 * is left to the next.
 * @param interval time between two looks, in milliseconds
 * @param pause the least time between two looks that were asked for, in milliseconds
 * @param atOnce whether the first look is now, not after the first interval; true unless it is said
 */
export function createPoller(options: {
  look: () => Promise<void>;
  isVisible: () => boolean;
  interval: number;
  pause: number;
  atOnce?: boolean;
}): Poller {
  let last = Number.NEGATIVE_INFINITY;
  let running = false;

  async function look() {
    if (running || !options.isVisible() || Date.now() - last < options.pause) return;
    running = true;
    try {
      await options.look();
    } catch {
      // Offline, or between two sessions: the next look tells.
    } finally {
      running = false;
      last = Date.now();
    }
  }

  const timer = setInterval(look, options.interval);
  if (options.atOnce ?? true) void look();
  return { look: () => void look(), stop: () => clearInterval(timer) };
}

/** The least time between two looks of pollWhileVisible, in milliseconds. */
const pause = 1000;

/**
 * Looks every `interval` milliseconds while somebody can see the page, and as soon as they come back
 * to it or the connection comes back to them.
 * @returns ends it
 */
export function pollWhileVisible(options: {
  look: () => Promise<void>;
  interval: number;
  atOnce?: boolean;
}): () => void {
  const isVisible = () => document.visibilityState === 'visible';
  const poller = createPoller({ ...options, isVisible, pause });
  document.addEventListener('visibilitychange', poller.look);
  window.addEventListener('focus', poller.look);
  window.addEventListener('online', poller.look);
  return () => {
    poller.stop();
    document.removeEventListener('visibilitychange', poller.look);
    window.removeEventListener('focus', poller.look);
    window.removeEventListener('online', poller.look);
  };
}
