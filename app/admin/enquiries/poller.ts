export type Poller = {
  /** Looks at once, unless a look is under way or has just been. */
  look: () => void;
  stop: () => void;
};

/**
 * Looks again and again while somebody can see the result. One look runs at a time; one that fails
 * is left to the next.
 * @param interval time between two looks, in milliseconds
 * @param pause the least time between two looks that were asked for, in milliseconds
 */
export function createPoller(options: {
  look: () => Promise<void>;
  isVisible: () => boolean;
  interval: number;
  pause: number;
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
  void look();
  return { look: () => void look(), stop: () => clearInterval(timer) };
}
