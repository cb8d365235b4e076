/** Runs one work at a time; what a visitor waits for comes before what is done ahead. */
export type Turns = {
  /**
   * Starts the work in its turn, and settles as it does.
   *
   * @param rank 0 comes first; equal ranks keep their order
   */
  take<Result>(rank: 0 | 1 | 2, work: () => Promise<Result>): Promise<Result>;
  /** How many works wait under this rank. */
  waiting(rank: 0 | 1 | 2): number;
};

export function createTurns(): Turns {
  const queues: [Work[], Work[], Work[]] = [[], [], []];
  let running = false;

  const next = async () => {
    if (running) return;
    running = true;
    for (let work = first(); work; work = first()) await work();
    running = false;
  };
  const first = () => queues.find((queue) => queue.length > 0)?.shift();

  return {
    take: (rank, work) =>
      new Promise((resolve, reject) => {
        queues[rank].push(() => work().then(resolve, reject));
        void next();
      }),
    waiting: (rank) => queues[rank].length,
  };
}

type Work = () => Promise<void>;
