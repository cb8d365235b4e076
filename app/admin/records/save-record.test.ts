import { PostgrestError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { RowChanged, RowNotFound } from '#app/lib/crud.ts';
import { createRecordRemover, createRecordSaver } from './save-record.ts';

type Columns = { title: string; price: number };
type Row = Columns & { id: string; created_at: string; updated_at: string };

/** A table behind a connection that loses the next answers. */
function connect(rows: Row[] = []) {
  const network = { lost: 0 };
  let clock = 0;
  const tick = () => new Date(++clock).toISOString();
  function answer(row: Row): Row {
    if (network.lost === 0) return row;
    network.lost -= 1;
    throw new TypeError('Failed to fetch');
  }
  const store = (id: string, columns: Partial<Columns>) => {
    const index = rows.findIndex((row) => row.id === id);
    rows[index] = { ...(rows[index] as Row), ...columns, updated_at: tick() };
    return rows[index];
  };
  return {
    rows,
    network,
    store,
    async insert(columns: Columns, id: string) {
      const stored = rows.find((row) => row.id === id);
      if (stored) throw new RowChanged(stored, null);
      const at = tick();
      rows.push({ ...columns, id, created_at: at, updated_at: at });
      return answer(rows.at(-1) as Row);
    },
    async update(
      { id, updated_at }: { id: string; updated_at: string },
      columns: Partial<Columns>,
    ) {
      const current = rows.find((row) => row.id === id) as Row;
      if (current.updated_at !== updated_at) throw new RowChanged(current, null);
      return answer(store(id, columns));
    },
  };
}

const openForm = () => createRecordSaver<Row, Columns>({ title: 'Title', price: 'Price' });
const shed = { title: 'Shed', price: 100 };

test('a form inserts one row, with its latest input, however many answers are lost', async () => {
  const table = connect();
  const save = openForm();
  const saveAs = (title: string) => save({ version: undefined, mine: { ...shed, title } }, table);
  table.network.lost = 2;
  await expect(saveAs('A')).rejects.toThrow('Failed to fetch');
  await expect(saveAs('B')).rejects.toThrow('Failed to fetch');
  expect(await saveAs('C')).toMatchObject({ title: 'C' });
  expect(table.rows).toHaveLength(1);
  // Another form inserts another row.
  await openForm()({ version: undefined, mine: shed }, table);
  expect(table.rows).toHaveLength(2);
});

test('a row that a colleague has changed since a lost answer is a conflict', async () => {
  const table = connect();
  const save = openForm();
  table.network.lost = 1;
  await expect(save({ version: undefined, mine: shed }, table)).rejects.toThrow();
  table.store(table.rows[0]?.id ?? '', { price: 200 });
  const again = save({ version: undefined, mine: { ...shed, title: 'B' } }, table);
  await expect(again).rejects.toBeInstanceOf(RowChanged);
  expect(table.rows).toMatchObject([{ title: 'Shed', price: 200 }]);
});

test('an update whose response was lost does not conflict with the next one', async () => {
  const [at, title] = ['2026-01-01', 'Shed'];
  const row = { id: '1', title, price: 100, created_at: at, updated_at: at };
  const table = connect([row]);
  const save = openForm();
  table.network.lost = 1;
  await expect(save({ version: row, mine: { title, price: 110 } }, table)).rejects.toThrow();
  const saved = await save({ version: row, mine: { title, price: 120 } }, table);
  expect(saved).toMatchObject({ title, price: 120 });
  await expect(
    openForm()({ version: row, mine: { title, price: 130 } }, table),
  ).rejects.toBeInstanceOf(RowChanged);
});

test('a refused save is not mistaken for a lost one', async () => {
  const [at, title] = ['2026-01-01', 'Shed'];
  const table = connect([{ id: '1', title, price: 110, created_at: at, updated_at: '2026-01-02' }]);
  const save = openForm();
  const mine = { title, price: 110 };
  const fields = { message: 'permission denied', details: '', hint: '', code: '42501' };
  const refused = { ...table, update: () => Promise.reject(new PostgrestError(fields)) };
  const version = { id: '1', updated_at: at };
  await expect(save({ version, mine }, refused)).rejects.toBeInstanceOf(PostgrestError);
  const again = save({ version, mine: { title, price: 120 } }, table);
  await expect(again).rejects.toBeInstanceOf(RowChanged);
});

test('a row that is gone at the second try was deleted by the first, whose answer was lost', async () => {
  const removeOnce = createRecordRemover<string>();
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const gone = () => Promise.reject(new RowNotFound());
  await expect(removeOnce('1', gone)).rejects.toThrow(RowNotFound);
  await expect(removeOnce('1', lost)).rejects.toThrow('Failed to fetch');
  await expect(removeOnce('2', gone)).rejects.toThrow(RowNotFound);
  expect(await removeOnce('1', gone)).toBeUndefined();
  expect(await removeOnce('1', async () => 'deleted')).toBe('deleted');
});
