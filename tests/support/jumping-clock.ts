import { readFileSync } from 'node:fs';

// Preloaded (`--import`) into a process and its threads, it shifts Date by the milliseconds in
// the file named by CLOCK_OFFSET; performance.now() is unchanged.

const control = process.env.CLOCK_OFFSET ?? '';
const RealDate = Date;

function readOffset(): number {
  try {
    return Number(readFileSync(control, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

const now = () => RealDate.now() + readOffset();

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (_target, args: [], newTarget) =>
    Reflect.construct(RealDate, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
