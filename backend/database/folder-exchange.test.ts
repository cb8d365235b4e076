import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  exchangeFolders,
  formerFolder,
  restoringFolder,
  settleExchange,
} from './folder-exchange.ts';

let root: string;
let directory: string;
let next: string;

function addFolder(path: string, content: string) {
  mkdirSync(path);
  writeFileSync(join(path, 'content'), content);
}
const read = (path: string) => readFileSync(join(path, 'content'), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-folder-exchange-'));
  directory = join(root, 'database');
  next = join(root, 'next');
  addFolder(directory, 'former');
  addFolder(next, 'new');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('exchangeFolders replaces a folder, and finish deletes the former one', () => {
  const { finish } = exchangeFolders(directory, next);
  expect([read(directory), read(formerFolder(directory))]).toEqual(['new', 'former']);
  finish();
  expect(readdirSync(root)).toEqual(['database']);
});

test('undo puts the former folder back', () => {
  exchangeFolders(directory, next).undo();
  expect([read(directory), read(next)]).toEqual(['former', 'new']);
});

test('exchangeFolders leaves the folder as it is if there is no other one', () => {
  expect(() => exchangeFolders(directory, join(root, 'missing'))).toThrow('ENOENT');
  expect(readdirSync(root).sort()).toEqual(['database', 'next']);
});

test('settleExchange puts the former folder back after a crash between the renames', () => {
  exchangeFolders(directory, next);
  rmSync(directory, { recursive: true });
  settleExchange(directory)();
  expect([read(directory), existsSync(formerFolder(directory))]).toEqual(['former', false]);
});

test('settleExchange keeps the new folder after a crash after both renames', () => {
  exchangeFolders(directory, next);
  const removeFormer = settleExchange(directory);
  expect(existsSync(formerFolder(directory))).toBe(true);
  removeFormer();
  expect([read(directory), existsSync(formerFolder(directory))]).toEqual(['new', false]);
});

test('settleExchange removes what an interrupted restore has loaded', () => {
  addFolder(restoringFolder(directory), 'half');
  writeFileSync(`${restoringFolder(directory)}.lock`, '');
  settleExchange(directory);
  expect(readdirSync(root).sort()).toEqual(['database', 'next']);
});
