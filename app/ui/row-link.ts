export const rowLinkAttribute = 'data-row-link';

export const rowLinkProps = { [rowLinkAttribute]: '' };

/** For the link that opens a row, if the row has no room for its icon. */
export const rowLinkClass =
  'max-xl:absolute max-xl:inset-0 max-xl:z-0 max-xl:rounded-none max-xl:border-0 max-xl:hover:bg-transparent max-xl:*:hidden focus-visible:outline-2 focus-visible:outline-offset-[-2px]';
