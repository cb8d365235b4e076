import { describe, expect, it } from 'vitest';
import {
  countOf,
  deletionFailure,
  deletionQuestion,
  exportDescription,
  placeOf,
} from './inbox-words.ts';

const words = {
  thing: 'contact message',
  things: 'contact messages',
  record: 'contact submission',
  records: 'contact submissions',
  short: 'the contacts',
};

it('counts in words', () => {
  expect(countOf(1, words)).toBe('1 contact message');
  expect(countOf(20_000, words)).toBe('20,000 contact messages');
});

it('asks for one with the specification’s sentence, and for several in its form', () => {
  expect(deletionQuestion(1, words)).toBe(
    'Are you sure you want to delete this contact submission? This action cannot be undone.',
  );
  expect(deletionQuestion(1250, words)).toBe(
    'Are you sure you want to delete these 1,250 contact submissions? This action cannot be undone.',
  );
});

describe('a deletion that went wrong', () => {
  it('tells what the server said, and what is deleted nevertheless', () => {
    expect(deletionFailure({ done: 100, chosen: 120, message: 'disk full' }, words)).toBe(
      'Failed to delete 20 contact submissions: disk full\n100 of 120 are deleted, 20 are not.',
    );
    expect(deletionFailure({ done: 1, chosen: 2, message: 'disk full' }, words)).toBe(
      'Failed to delete 1 contact submission: disk full\n1 of 2 is deleted, 1 is not.',
    );
  });

  it('has a sentence of its own where no answer came', () => {
    expect(deletionFailure({ done: 0, chosen: 3, message: undefined }, words)).toBe(
      'An unexpected error occurred while deleting the contacts.\nNone of the 3 contact submissions were deleted.',
    );
  });
});

it('says what an export holds', () => {
  const all = { status: undefined, search: ' ' };
  expect(exportDescription(0, all, words)).toBe('Nothing to export but the headings');
  expect(exportDescription(1, all, words)).toBe('1 contact message');
  expect(exportDescription(1203, { status: 'unread', search: 'ann' }, words)).toBe(
    'All 1,203 unread contact messages that match your search',
  );
});

it('says which rows are in sight', () => {
  const rows = (count: number) => Array.from({ length: count });
  expect(placeOf({ page: 2, rows: rows(25) }, 20_000, words)).toBe(
    '26 to 50 of 20,000 contact messages',
  );
  expect(placeOf({ page: 3, rows: rows(1) }, 51, words)).toBe('51 of 51 contact messages');
});
