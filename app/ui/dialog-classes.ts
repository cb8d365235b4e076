/** The parts of a dialog, with and without its library. */
export const dialogClasses = {
  panel:
    'flex max-h-[calc(100dvh-1.5rem)] w-full flex-col overflow-hidden rounded-t-xl bg-sheet raised-high sm:max-h-full sm:rounded-md',
  header: 'flex shrink-0 items-start justify-between gap-4 border-line border-b px-5 py-2 sm:px-6',
  title: 'min-w-0 self-center break-words font-semibold text-lg leading-snug sm:text-xl',
  close:
    '-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px]',
  body: 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6',
  footer:
    'shrink-0 border-line border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6',
};
