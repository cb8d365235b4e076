import type { ReactNode } from 'react';

const tones = {
  unread: 'border-barn bg-barn-tint text-ink',
  waiting: 'border-line-firm bg-sheet text-ink',
  done: 'border-moss/30 bg-moss-tint text-moss',
  plain: 'border-line bg-paper text-ink',
};

export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 py-0.5 font-medium text-sm ${tones[tone]}`}
    >
      {(tone === 'waiting' || tone === 'unread') && (
        <span aria-hidden className="size-2 rounded-full bg-barn" />
      )}
      {children}
    </span>
  );
}
