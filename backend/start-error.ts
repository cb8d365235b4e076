/**
 * The process can't start, and an operator can do something about it. The message says in a sentence
 * or two which file or setting is wrong, what is wrong with it, and what to do.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
