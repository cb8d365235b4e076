import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const store = async (statement: string) => {
  const [row] = await database.session(({ query }) =>
    query<{ withdrawn_options: string[] }>(`${statement} returning withdrawn_options`, []),
  );
  return row?.withdrawn_options;
};

test('designer_settings store a withdrawn roof colour as one of shingles and one of metal roofs', async () => {
  const inserted = await store(`insert into public.designer_settings (withdrawn_options)
    values ('{style.Gable,roofColor.Navy Blue,metalColor.Navy Blue,extra.ramp}')`);
  const split = ['style.Gable', 'shingleColor.Navy Blue', 'metalColor.Navy Blue', 'extra.ramp'];
  expect(inserted).toEqual(split);
  const update = (options: string) =>
    store(`update public.designer_settings set withdrawn_options = '{${options}}'`);
  expect(await update('roofColor.Red')).toEqual(['shingleColor.Red', 'metalColor.Red']);
  expect(await update(split.toReversed().join())).toEqual(split.toReversed());
  await expect(update('roofColor.Purple')).rejects.toThrow('designer_settings_options_remain');
});

test('designer_settings refuse a colour twice and a card that is no list', async () => {
  const update = (card: unknown) =>
    store(`update public.designer_settings set color_card = '${JSON.stringify(card)}'`);
  const red = { kind: 'metalColor', color: 'Red', name: 'Barn Red', value: '#8f2f24' };
  await update([red, { ...red, kind: 'shingleColor' }, { ...red, color: 'Blue' }]);
  for (const card of [[red, { ...red, name: '' }], { red }, [red.kind], null]) {
    await expect(update(card)).rejects.toThrow('designer_settings_color_card_valid');
  }
});
