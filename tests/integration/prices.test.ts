import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  defaultTaxSettings,
  insertTaxSettings,
  readHst,
  readShownHstNumber,
  readTaxSettings,
  updateTaxSettings,
} from '#app/features/business/tax-settings.ts';
import { readDeliveryCheck } from '#app/features/designer/delivery-check.ts';
import { readDesignPrice } from '#app/features/designer/design-prices.ts';
import { parseFraming } from '#app/features/designer/designer-settings.ts';
import { readListingTerms } from '#app/features/designer/listing-terms.ts';
import { OPTION_KINDS, OPTIONS } from '#app/features/designer/offer.ts';
import {
  deleteDraft,
  emptyCostList,
  insertDraft,
  type PriceList,
  type PriceListRow,
  previewPrices,
  publishPriceList,
  readCurrentPriceLists,
  readPriceListVersions,
  readPublishedVersion,
  updateDraft,
} from '#app/features/designer/price-list.ts';
import { requestPriceSchema } from '#app/features/designer/price-schema.ts';
import { readPreview } from '#app/features/price-list/price-effects.ts';
import { toProposals } from '#app/features/price-list/price-proposals.ts';
import {
  publishShortList,
  ShortListConflict,
} from '#app/features/price-list/short-list-publishing.ts';
import { fillPriceList } from '#app/features/price-list/short-price-list.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import { reverseChanges } from '#app/features/sheds/price-change.ts';
import { changeShedPrices, listShedPrices } from '#app/features/sheds/shed-listings.ts';
import { deleteRow, insertRow, RowChanged, updateRow } from '#app/lib/crud.ts';
import type { OptionKind } from '#drawing/design/design-change.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { getTrimmedWindows } from '#drawing/design/window-trim.ts';
import settings from '#tests/fixtures/designer-settings.json' with { type: 'json' };
import { newDesign, newPriceList } from '#tests/fixtures/designs.ts';
import { anyDesign, framingSettings, validDesigns } from '#tests/fixtures/random-designs.ts';
import { newQuoteRequest, newShed } from '#tests/fixtures/rows.ts';
import { engineAvailable, selectRows, useBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('prices', () => {
  const backend = useBackend();
  let draft: PriceListRow;
  const costs = { base: {}, items: { 'extra.ramp': 4000 } };

  const show = (visibility: 'itemised' | 'range' | 'none') =>
    backend.run(sql`update public.designer_settings set price_visibility = ${visibility}`);

  const storeSettings = (columns: object) =>
    backend.staff
      .from('designer_settings')
      .update(columns as never)
      .neq('price_visibility', '');

  async function send(columns: object) {
    const email = `${crypto.randomUUID()}@example.com`;
    const sent = { ...newQuoteRequest({ email }), ...columns } as never;
    const { error } = await backend.anon.from('quote_requests').insert(sent);
    const [row] = await selectRows(backend.staff, 'quote_requests', '*', { email });
    return { error, email, row };
  }

  beforeAll(async () => {
    await insertRow(backend.staff, 'designer_settings', { price_visibility: 'itemised' });
    await insertTaxSettings(backend.staff, defaultTaxSettings);
  });

  describe('before a price list is published', () => {
    test('a design has no price', async () => {
      expect(await readDesignPrice(backend.anon, newDesign())).toBeNull();
    });

    test('a request with a design is stored without one', async () => {
      const { error, row } = await send({ design: newDesign() });
      expect(error).toBeNull();
      expect(row).toMatchObject({ design: newDesign(), design_price: null });
    });
  });

  describe('versions', () => {
    test('staff store one draft, which visitors cannot read', async () => {
      draft = await insertDraft(backend.staff, { prices: newPriceList(), costs });
      expect(draft.version).toBeNull();
      const second = insertDraft(backend.staff, { prices: newPriceList(), costs: emptyCostList });
      await expect(second).rejects.toBeInstanceOf(RowChanged);
      expect(await readDesignPrice(backend.anon, newDesign())).toBeNull();
    });

    test('a draft that was changed since it was read is neither saved nor published', async () => {
      const changed = await updateDraft(backend.staff, draft, { costs: emptyCostList });
      await expect(updateDraft(backend.staff, draft, { costs })).rejects.toBeInstanceOf(RowChanged);
      expect(await publishPriceList(backend.staff, draft, 'First')).toBeNull();
      draft = await updateDraft(backend.staff, changed, { costs });
    });

    test('publishing without a note is rejected', async () => {
      const publishing = { draft_id: draft.id, read_version: draft.updated_at, reason: ' \n' };
      const { error, status } = await backend.staff.rpc('publish_price_list', publishing);
      expect([status, error?.code]).toEqual([400, '23514']);
      expect(error?.message).toBe('A price list is published with a note');
    });

    test('publishing stores version, note, time and account', async () => {
      expect(await publishPriceList(backend.staff, draft, ' First ')).toBe(1);
      const [version] = await readPriceListVersions(backend.staff);
      expect(version).toMatchObject({ version: 1, note: 'First' });
      expect(version?.published_by_email).toMatch(/@/);
      expect(Date.parse(version?.published_at ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    test('a published version cannot be changed, deleted or published again', async () => {
      const lists = backend.staff.from('price_lists');
      const updated = await lists.update({ costs: {} }).eq('id', draft.id).select();
      const deleted = await lists.delete().eq('id', draft.id).select();
      expect([updated.data, deleted.data]).toEqual([[], []]);
      expect(await publishPriceList(backend.staff, draft, 'Again')).toBeNull();
      const { user } = (await backend.staff.auth.getUser()).data;
      expect(await readPublishedVersion(backend.staff, draft.id, user?.id ?? '')).toBe(1);
      expect(await readPublishedVersion(backend.staff, draft.id, crypto.randomUUID())).toBeNull();
    });

    test('an invalid price list is rejected with 23514', async () => {
      const invalid = { prices: { ...newPriceList(), hst: null }, costs } as never;
      const { error } = await backend.staff.from('price_lists').insert(invalid);
      expect(error?.code).toBe('23514');
    });

    test('publishing is in the audit log, without the prices', async () => {
      const match = { table_name: 'price_lists' };
      const entries = await selectRows(backend.staff, 'audit_entries', '*', match);
      expect(entries.toSorted((one, other) => one.id - other.id).at(-1)).toMatchObject({
        ...{ action: 'update', columns: ['note', 'version'], after: { note: 'First', version: 1 } },
      });
    });
  });

  describe('withdrawn options', () => {
    const store = (withdrawn_options: unknown) => storeSettings({ withdrawn_options });
    const list = (kind: OptionKind) => OPTIONS[kind].map((option) => `${kind}.${option}`);
    const required = OPTION_KINDS.filter((kind) => kind !== 'window' && kind !== 'extra');

    test('are stored if one option of each kind remains', async () => {
      const rest = required.flatMap((kind) => list(kind).slice(1));
      expect((await store([...rest, ...list('window'), ...list('extra')])).error).toBeNull();
      expect((await store([])).error).toBeNull();
    });

    test('of all options of a kind are rejected with 23514', async () => {
      for (const kind of required) expect((await store(list(kind))).error?.code).toBe('23514');
    });
  });

  test('random valid framing is stored and read unchanged', async () => {
    const store = (value: unknown) => storeSettings({ framing: value });
    const { framing } = settings.valid;
    for (const random of fc.sample(framingSettings, 30)) {
      expect((await store(random)).error).toBeNull();
    }
    expect((await store(framing)).error).toBeNull();
    const { data } = await backend.anon.from('designer_settings').select('framing').single();
    expect(data).toEqual({ framing });
    expect(parseFraming(data?.framing)).toMatchObject(framing);
    expect((await store(null)).error).toBeNull();
  });

  const { zoning, delivery_places: tamsin } = settings.valid;
  const listTowns = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...tamsin, town: `Town ${index}` }));
  const change = ([column = '', change]: (typeof settings.invalid)[number]) => {
    const value = { ...settings.valid[column as 'zoning'], ...(change as object) };
    return { [`${column}`]: column === 'framing' ? value : [value] };
  };

  test('valid zoning and places are stored', async () => {
    const others = [{ delivery_places: settings.served }, { delivery_places: listTowns(500) }];
    for (const columns of [...settings.changes.map(change), ...others]) {
      expect((await storeSettings(columns)).error).toBeNull();
    }
  });

  test.each<[object]>([
    ...settings.invalid.map((invalid): [object] => [change(invalid)]),
    [{ zoning: { 0: zoning } }],
    [{ delivery_places: [tamsin, { ...tamsin, town: 'TAMSIN' }] }],
    [{ delivery_places: listTowns(501) }],
  ])('invalid settings of case %# are rejected with 23514', async (columns) => {
    expect((await storeSettings(columns)).error?.code).toBe('23514');
  });

  describe('the price that a visitor reads', () => {
    test('is lines and a total without costs if it is itemised', async () => {
      await show('itemised');
      const price = await readDesignPrice(backend.anon, newDesign());
      expect(price).toMatchObject({ visibility: 'itemised', priceListVersion: 1, total: 954_850 });
      expect(JSON.stringify(price)).not.toContain('cost');
    });

    test('is whole hundreds of dollars only if it is a range', async () => {
      await show('range');
      const { data } = await backend.anon.rpc('price_design', { design: newDesign() as never });
      expect(data).toEqual({
        visibility: 'range',
        priceListVersion: 1,
        basis: '1.range.5.15.hst1300',
        includesHst: true,
        deliveryWithinKm: 50,
        validUntil: null,
        deliveryKm: [50, 100],
        low: 770_000,
        high: 990_000,
        totals: { low: 870_100, high: 1_118_700 },
      });
    });

    test('is only the version of the price list if prices are not shown', async () => {
      await show('none');
      const { data } = await backend.anon.rpc('price_design', { design: newDesign() as never });
      expect(data).toEqual({ visibility: 'none', priceListVersion: 1, basis: '1.none' });
      expect((await readListingTerms(backend.anon)).included).not.toContain('delivery');
    });

    test.each([
      ['itemised', ['(1 km) is free', '(70 km) costs $250 + HST', 'L4R (101 km). Your quote']],
      ['range', ['(1 km) is free', 'Tamsin (70 km). Your quote', 'L4R (101 km). Your quote']],
      ['none', ['Hollin Bay (1 km). Your quote', 'Tamsin (70 km). Your quote', 'L4R (101 km)']],
    ] as const)('of delivery is as they are shown: %s', async (visibility, answers) => {
      await show(visibility);
      expect((await storeSettings({ delivery_places: settings.served })).error).toBeNull();
      const ask = (place: string) =>
        readDeliveryCheck(backend.anon, new URLSearchParams({ place }));
      const checks = await Promise.all(['hollin bay', 'Tamsin', 'L4R 1A1'].map(ask));
      expect(checks.map((check) => check?.answer)).toEqual(
        answers.map((answer) => expect.stringContaining(answer)),
      );
    });

    describe.each(['itemised', 'range'] as const)('%s', (visibility) => {
      beforeAll(() => show(visibility));

      test('is none for a style without a base price', async () => {
        const design = newDesign({ style: 'A-Frame', width: 12 });
        const basis = expect.stringMatching(`^1\\.${visibility}`);
        const none = { visibility: 'none', priceListVersion: 1, basis };
        expect(await readDesignPrice(backend.anon, design)).toEqual(none);
        const { row } = await send({ design, price_basis: `1.itemised` });
        const price = requestPriceSchema.parse(row?.design_price);
        expect(price).toMatchObject({ full: null, shown: { visibility: 'none' } });
      });

      test('includes delivery within the nearest distance, beyond the largest one none', async () => {
        const { included } = await readListingTerms(backend.anon);
        expect(included).toMatch(/^including delivery within 50 km/);
        const read = (km: number) => readDesignPrice(backend.anon, newDesign(), km);
        expect(await read(100)).toMatchObject({ deliveryWithinKm: 100 });
        expect(await read(101)).toMatchObject({ deliveryWithinKm: null, includesHst: true });
      });
    });
  });

  test('one setting of HST is in the prices of designs, listings and new quotes at once', async () => {
    await show('itemised');
    const stored = await readTaxSettings(backend.staff);
    if (!stored) throw new Error('There are no tax settings');
    const readAll = async () => {
      const prices = { prices: newPriceList(), costs: emptyCostList };
      const [preview] = await previewPrices(backend.staff, prices, [newDesign()]);
      return {
        price: await readDesignPrice(backend.anon, newDesign()),
        listing: (await readListingTerms(backend.anon)).hstBasisPoints,
        quote: await readHst(backend.staff),
        preview: preview?.total,
      };
    };
    const changed = await updateTaxSettings(backend.staff, stored, { hst_charged: false });
    expect(await readAll()).toMatchObject({
      price: { includesHst: false, hst: 0, total: 845_000 },
      ...{ listing: 0, quote: { charged: false }, preview: 845_000 },
    });
    expect(JSON.stringify((await readAll()).price)).not.toContain('"HST"');
    const { error } = await backend.anon.from('tax_settings').select('hst_number');
    expect(error?.code).toBe('42501');
    await backend.run(sql`delete from public.tax_settings`);
    expect(await readAll()).toMatchObject({
      price: { includesHst: null, total: 845_000 },
      ...{ listing: null, quote: null, preview: 845_000 },
    });
    const { hst_number } = changed;
    await insertTaxSettings(backend.staff, { ...defaultTaxSettings, hst_number });
    const again = { price: { total: 954_850 }, listing: 1300, preview: 954_850 };
    expect(await readAll()).toMatchObject(again);
    expect(await readShownHstNumber(backend.anon)).toBeNull();
    const unshown = await readTaxSettings(backend.staff);
    const number = '12345 6789 RT0001';
    const shown = { hst_number: number, hst_number_shown: true };
    if (unshown) await updateTaxSettings(backend.staff, unshown, shown);
    expect(await readShownHstNumber(backend.anon)).toBe(number);
  });

  test('shutters and flower boxes are priced at the windows where they are drawn', async () => {
    const designs = fc
      .sample(fc.oneof(anyDesign, validDesigns), { numRuns: 200, seed: 20 })
      .map((design) => ({ ...design, extras: ['flowerBoxes', 'shutters'] as const }));
    const each = { unit: 'each', amount: 1 } as const;
    const { items, base } = newPriceList();
    const prices = newPriceList({
      base: Object.fromEntries(STYLES.map((style) => [style, base.Gable])) as PriceList['base'],
      items: {
        ...items,
        'extra.flowerBoxes': { label: 'Flower box', ...each },
        'extra.shutters': { label: 'Pair of shutters', ...each },
      },
    });
    const priced: Awaited<ReturnType<typeof previewPrices>> = [];
    for (let first = 0; first < designs.length; first += 20) {
      const part = designs.slice(first, first + 20);
      priced.push(...(await previewPrices(backend.staff, { prices, costs: emptyCostList }, part)));
    }
    const count = (index: number, item: string) =>
      priced[index]?.lines.find((line) => line.item === item)?.quantity ?? 0;
    const trims = ['flowerBoxes', 'shutters'] as const;
    expect(designs.map((_, index) => trims.map((trim) => count(index, `extra.${trim}`)))).toEqual(
      designs.map((design) => trims.map((trim) => getTrimmedWindows(design, trim).length)),
    );
  });

  describe('a quote request', () => {
    test('is stored with its design and the price that the database computed', async () => {
      await show('range');
      const { row, error } = await send({ design: newDesign(), delivery_km: 80 });
      expect(error).toBeNull();
      const price = requestPriceSchema.parse(row?.design_price);
      expect(price.full?.subtotal).toBe(845_000 + 25_000);
      expect(price.shown).toMatchObject({ visibility: 'range', priceListVersion: 1 });
      expect(price.shown).not.toHaveProperty('total');
    });

    describe('sent from a page with an earlier price', () => {
      const readBasis = async () =>
        (await readDesignPrice(backend.anon, newDesign()))?.basis ?? 'no price';
      const publish = async (prices: PriceList) => {
        const next = await insertDraft(backend.staff, { prices, costs });
        return publishPriceList(backend.staff, next, 'Expired');
      };
      const other = newPriceList({ validUntil: '2020-01-01' });
      const price = async (columns: object) => {
        const { row } = await send({ design: newDesign(), ...columns });
        const { full, shown, wasSeen } = requestPriceSchema.parse(row?.design_price);
        return { total: full?.total, version: shown.priceListVersion, wasSeen };
      };

      test('is stored with the price that was shown', async () => {
        await show('itemised');
        const basis = await readBasis();
        const seen = await price({ price_basis: basis });
        expect(seen).toMatchObject({ total: 954_850, wasSeen: true });
        const version = await publish(other);
        expect(await price({ price_basis: basis })).toEqual(seen);
        const present = { total: 954_850, version, wasSeen: false };
        const itemised = { price_basis: `${version}.itemised.hst1300` };
        expect(await price(itemised)).toEqual({ ...present, wasSeen: true });

        await backend.run(sql`update public.price_lists set published_at = now() - interval '8 days'
          where version = ${version}`);
        expect(await price({ price_basis: basis })).toEqual(present);

        await show('range');
        expect(await price(itemised)).toEqual(present);
        const ranged = await price({ price_basis: `${version}.range.5.15.hst1300` });
        expect(ranged).toMatchObject({ wasSeen: true });
        expect(await price({ price_basis: `${version}.range.5.15.hst0` })).toEqual(present);
        expect(await price({ price_basis: `${version}.range.0.0.hst1300` })).toEqual(present);
      });

      test.each(['', '999.range.5.15', '1.range', "1'.none"])(
        'ignores the basis %j',
        async (basis) => {
          const rows = await backend.run(sql<{ price: { wasSeen: boolean } }>`
            select private.price_by_published_list(
              ${JSON.stringify(newDesign())}::jsonb, null, ${basis}) as price`);
          expect(rows).toMatchObject([{ price: { wasSeen: false } }]);
        },
      );
    });

    test.each<[string, unknown]>([
      ['text', 'style=gable'],
      ['100 levels', JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
    ])('with a design that is %s is rejected with 4xx', async (_, design) => {
      const { error, row } = await send({ design });
      expect(['23514', '42501', '22023', 'PGRST102', '54000', '54001']).toContain(error?.code);
      expect(row).toBeUndefined();
    });

    test('is exported with its design and the price that was shown', async () => {
      await show('none');
      const { email } = await send({ design: newDesign() });
      const { quote_requests } = await readPersonalData(backend.staff, email);
      expect(quote_requests[0]).toMatchObject({ design: newDesign() });
      expect(quote_requests[0]?.design_price).toMatchObject({ visibility: 'none' });
      expect(JSON.stringify(quote_requests[0]?.design_price)).not.toContain('lines');
    });

    test('is erased with its design, which is not in the audit log', async () => {
      const marker = newDesign({ width: 13, length: 23 });
      const { email } = await send({ design: marker });
      const { row } = await send({ design: marker });
      await updateRow(backend.staff, 'quote_requests', row?.id ?? '', { status: 'responded' });
      await erasePersonalData(backend.staff, email, await readPersonalData(backend.staff, email));
      await deleteRow(backend.staff, 'quote_requests', row?.id ?? '');
      const rows = await backend.run(sql<{ count: string }>`
        select count(*) from public.quote_requests where design = ${JSON.stringify(marker)}::jsonb`);
      expect(Number(rows[0]?.count)).toBe(0);
      const entries = await selectRows(backend.staff, 'audit_entries', '*', {
        table_name: 'quote_requests',
      });
      expect(entries.length).toBeGreaterThan(0);
      expect(JSON.stringify(entries)).not.toContain('wallHeight');
    });
  });

  test('staff change the prices of listings together and take it back; a price that has changed since stays', async () => {
    const prices = [100, 200, 300, null];
    const ids: string[] = [];
    for (const price of prices) {
      ids.push((await insertRow(backend.staff, 'shed_listings', newShed({ price }))).id);
    }
    const readPrices = async () => {
      const sheds = await selectRows(backend.anon, 'shed_listings', 'id, price', {});
      return ids.map((id) => sheds.find((shed) => shed.id === id)?.price);
    };
    const [one = '', two = '', three = '', unpriced = ''] = ids;
    const changes = [
      { id: one, from: 100, to: 110 },
      { id: two, from: 200, to: 210.5 },
      { id: three, from: 299, to: 310 },
      { id: unpriced, from: 0, to: 10 },
    ];
    const changed = await changeShedPrices(backend.staff, changes);
    expect(changed.toSorted()).toEqual([one, two].toSorted());
    expect(await readPrices()).toEqual([110, 210.5, 300, null]);

    const match = { table_name: 'shed_listings', action: 'update' };
    const readUpdates = () =>
      selectRows(backend.staff, 'audit_entries', 'record_id, changes', match);
    const entries = await readUpdates();
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({ record_id: one, changes: { price: [100, 110] } });

    // One price beyond the column's range undoes the whole change.
    const invalid = [
      { id: one, from: 110, to: 120 },
      { id: two, from: 210.5, to: -1 },
    ];
    const refused = changeShedPrices(backend.staff, invalid);
    await expect(refused).rejects.toMatchObject({ code: '23514' });
    expect(await readPrices()).toEqual([110, 210.5, 300, null]);

    // Sent again after its answer was lost, the call changes nothing and returns the same listings.
    expect((await changeShedPrices(backend.staff, changes)).toSorted()).toEqual(changed.toSorted());
    expect(await readPrices()).toEqual([110, 210.5, 300, null]);
    expect(await readUpdates()).toEqual(entries);

    for (const _repeated of [1, 2]) {
      await changeShedPrices(backend.staff, reverseChanges(changes, changed));
      expect(await readPrices()).toEqual(prices);
    }
  });

  test('a price list shows the new price of each listing, which staff apply and take back', async () => {
    const shed = newShed({ shed_style: 'Gable', size: '10x12', price: 7000 });
    const { id } = await insertRow(backend.staff, 'shed_listings', shed);
    const list = { prices: newPriceList(), costs };
    const propose = async () => {
      const listed = await listShedPrices(backend.staff);
      const { listings } = await readPreview(backend.staff, list, null, listed);
      return toProposals(listings, 1).find((proposal) => proposal.id === id);
    };
    const { to = 0 } = (await propose()) ?? {};
    expect(to).toBe(8870);
    const changes = [{ id, from: 7000, to }];
    const changed = await changeShedPrices(backend.staff, changes);
    expect(await propose()).toBeUndefined();
    await changeShedPrices(backend.staff, reverseChanges(changes, changed));
    expect(await propose()).toMatchObject({ from: 7000, to });
  });

  test('a version conflict returns the stored draft with its keys in the order of the form', async () => {
    const first = await insertDraft(backend.staff, { prices: newPriceList(), costs });
    const other = newPriceList({ validUntil: '2030-01-01' });
    const old = { ...first, updated_at: '2020-01-01T00:00:00Z' };
    const conflicts = [
      () => insertDraft(backend.staff, { prices: other, costs }),
      () => updateDraft(backend.staff, old, { costs: emptyCostList }),
    ];
    for (const conflict of conflicts) {
      const error = await conflict().catch((caught: unknown) => caught);
      if (!(error instanceof RowChanged)) throw error;
      expect(error.row).toEqual(first);
      expect(JSON.stringify(error.row)).toBe(JSON.stringify(first));
      expect(error.changedBy?.email).toMatch(/@/);
    }
    await deleteDraft(backend.staff, first.id);
  });

  test('the short form publishes prices with HST and shows them; a repeat adds no version, and a colleague’s draft stays', async () => {
    await show('none');
    const tax = await readTaxSettings(backend.staff);
    const lists = await readCurrentPriceLists(backend.staff);
    if (lists.draft) await deleteDraft(backend.staff, lists.draft.id);
    const start = { ...lists, draft: null, tax };
    const changes = {
      prices: fillPriceList(lists.published?.prices ?? newPriceList(), {
        ...{ base: '61', door: '300', window: '150', deliveryKm: '40', delivery: '0' },
      }),
      costs: emptyCostList,
      tax: { hst_charged: true, hst_basis_points: 1200, hst_number: '' },
      ...{ visibility: 'itemised', note: 'Short form' },
    };
    const version = await publishShortList(backend.staff, start, changes);
    expect(version).toBe((lists.published?.version ?? 0) + 1);
    expect(await publishShortList(backend.staff, start, changes)).toBe(version);
    expect(await readHst(backend.anon)).toEqual({ charged: true, basisPoints: 1200 });
    expect(await readDesignPrice(backend.anon, newDesign())).toMatchObject({
      ...{ visibility: 'itemised', priceListVersion: version },
    });

    const now = { ...start, ...(await readCurrentPriceLists(backend.staff)) };
    const colleagues = await insertDraft(backend.staff, { prices: newPriceList(), costs });
    const later = { ...changes, prices: newPriceList({ validUntil: '2030-01-01' }) };
    await expect(publishShortList(backend.staff, now, later)).rejects.toThrow(ShortListConflict);
    expect((await readCurrentPriceLists(backend.staff)).draft).toMatchObject({
      ...{ id: colleagues.id, prices: colleagues.prices },
    });
    await deleteDraft(backend.staff, colleagues.id);
  });
});
