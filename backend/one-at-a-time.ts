/**
 * Makes a queue of its own. The function that it gives starts each work once the one before it has
 * settled, and settles as the work does.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
