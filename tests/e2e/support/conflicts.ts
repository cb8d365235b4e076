import type { Page } from '@playwright/test';

/** The dialog that shows what two people saved. */
export const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Changed in the meantime' });
/** One side of one field in it. */
export const choice = (page: Page, field: string, side: 'Yours' | 'Now saved') =>
  conflict(page).getByRole('group', { name: field }).getByRole('radio', { name: side });
