import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { quoteTermLabels } from '#app/features/quotes/describe-quote.ts';
import { calculateTotals } from '#app/features/quotes/quote-totals.ts';
import { formatCents } from '#app/lib/prices.ts';
import { claims } from '#tests/fixtures/claims.ts';
import {
  newAcceptanceRecord,
  newQuoteJob,
  newRichQuoteContent,
} from '#tests/fixtures/quote-jobs.ts';
import { newQuoteContent, newQuoteItem, sha256 } from '#tests/fixtures/quotes.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { renderQuote } from './quote-pdf.ts';

const rich = newRichQuoteContent();
const read = async (job = newQuoteJob()) => {
  const { pages, ...pdf } = await readPdf(await renderQuote(job));
  return { ...pdf, pages, text: pages.join(' ') };
};

describe('the PDF of a quote', () => {
  test('has what an offer and an invoice with HST need', async () => {
    const { pages, text, title } = await read();
    expect(pages).toHaveLength(1);
    expect(text).not.toMatch(/Signature|Deposit/);
    expect(title).toBe('Fixed quote 2026-0041: Garden shed');
    for (const part of [
      'Hillside Sheds',
      '1234567 Ontario Inc.',
      '12 Mill Street, Huntsville, ON P1H 1A1',
      '705-555-0142',
      'HST number 12345 6789 RT0001',
      'Fixed quote 2026-0041',
      'you pay this price and no more',
      'Ann Fielder',
      '5 Lake Road, Bracebridge, ON',
      'November 23, 2026',
      'December 23, 2026',
      'Garden shed, 10 x 12 ft',
      '$8,450.00',
      'HST 13% on $8,450.00',
      '$1,098.50',
      'Total in Canadian dollars',
      '$9,548.50',
      'The balance on delivery.',
      'In May 2027',
      'Delivered to 5 Lake Road, Testville',
      'An agreement made at your home can be cancelled within 10 days.',
      'by phone (705-555-0142)',
      '705-555-0177',
      'ann@example.com',
      'Total $9,548.50 with HST',
      'Total in Canadian dollars: $9,548.50, with HST',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('states nothing that nobody entered, without terms, tax, photos and details of the seller', async () => {
    const content = newQuoteContent({
      ...{ introduction: '', paymentTerms: '', start: '', duration: '', delivery: '', terms: '' },
      ...{ cancellation: '', hst: { charged: false, basisPoints: 1300 } },
    });
    const job = newQuoteJob(content);
    job.document.seller = { ...job.document.seller, hstNumber: '' };
    const { text } = await read(job);
    expect(text).toContain('$8,450.00');
    // The last day is required, and the tax a setting.
    expect(text.replaceAll(/valid until|no HST is charged/gi, '')).not.toMatch(claims);
    for (const [label] of quoteTermLabels) expect(text).not.toMatch(new RegExp(`\\b${label}\\b`));
  });

  test('an estimate states by how much it may be exceeded, and a later version its number', async () => {
    const job = newQuoteJob(newQuoteContent({ type: 'estimate' }));
    const { text, title } = await read({ ...job, document: { ...job.document, version: 2 } });
    expect(title).toMatch(/^Estimate 2026-0041, version 2:/);
    expect(text).toContain('may be up to 10% higher');
    expect(text).not.toContain('Fixed quote');
  });

  test('has sections, options, alternatives with their totals, discount, deposit and balance', async () => {
    const { text } = await read(newQuoteJob(rich));
    const totals = calculateTotals(rich);
    const other = calculateTotals(rich, { alternative: 'b', options: ['bench'] });
    for (const part of [
      'Shed Garden shed',
      'Fees Permit fee',
      'no HST',
      '12.5 ft $24.50 $306.25',
      'Optional, included in the total',
      'Optional, not included in the total',
      '($480.00)',
      'Alternative 1: On gravel (our proposal)',
      `Total of the quote with this alternative: ${formatCents(totals.total)}`,
      'Alternative 2: On concrete',
      `Total of the quote with this alternative: ${formatCents(other.total)}`,
      'Discount of 5%',
      `-${formatCents(totals.discount)}`,
      'Subtotal: Shed $7,756.25',
      'Deposit of 30% Due when you accept',
      formatCents(totals.deposit),
      `Balance after the deposit ${formatCents(totals.total - totals.deposit)}`,
      'You may cancel within 10 days',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('a later version has the total of what the customer had chosen of the one before', async () => {
    const selection = { alternative: 'b', options: ['loft'] };
    const job = newQuoteJob(rich);
    const { text } = await read({ ...job, document: { ...job.document, version: 2, selection } });
    const chosen = calculateTotals(rich, selection);
    const other = calculateTotals(rich, { alternative: 'a', options: ['loft'] });
    for (const part of [
      `Total of the quote with this alternative: ${formatCents(other.total)}`,
      'Alternative 2: On concrete (your choice)',
      `Total of the quote with this alternative: ${formatCents(chosen.total)}`,
      `Total in Canadian dollars ${formatCents(chosen.total)}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('our proposal');
  });

  test('a customer without an email address signs on paper, below the total', async () => {
    const { text } = await read({
      ...newQuoteJob(),
      customer: { ...newQuoteJob().customer, email: '' },
    });
    expect(text).toMatch(
      /by signing this page.* Total in Canadian dollars: \$9,548.50, .* Signature/,
    );
    expect(text).not.toContain('electronic signature');
  });

  test('an item that is included has no price', async () => {
    const extra = { section: 'Extras', unitCents: 0, optional: true };
    const items = [
      newQuoteItem(),
      newQuoteItem({ id: 'vent', description: 'Vents', unitCents: 0 }),
      newQuoteItem({ ...extra, id: 'hooks', description: 'Hooks', optional: false }),
      newQuoteItem({ ...extra, id: 'bench', description: 'Bench', optional: false }),
      newQuoteItem({ ...extra, id: 'ramp', description: 'Ramp' }),
      newQuoteItem({ ...extra, id: 'loft', description: 'Loft', unitCents: 50_000 }),
    ];
    const { text } = await read(newQuoteJob(newQuoteContent({ items })));
    expect(text).toContain('Vents 1 included');
    expect(text).toMatch(/Ramp .*no charge/);
    expect(text).not.toContain('$0.00');
  });

  test('without HST shows none, and states that', async () => {
    const content = newQuoteContent({ hst: { charged: false, basisPoints: 1300 } });
    const { text } = await read(newQuoteJob(content));
    expect(text).not.toContain('HST 13%');
    expect(text).toContain('No HST is charged.');
  });

  test('draws the design as vectors, with alternative texts', async () => {
    const { source, tags } = await read(newQuoteJob(rich));
    expect(tags).toContain('Figure');
    expect(source.match(/\/S \/Figure/g)).toHaveLength(2);
    expect(source.match(/\/Alt /g)).toHaveLength(2);
    expect(source).toContain('Floor plan of the 10x12 Gable');
    expect(source).not.toMatch(/\/Subtype \/Image/);
  });

  test("names the suppliers' colours of the design as the quote has them", async () => {
    const { wallColor = 'Natural' } = rich.design ?? {};
    const colors = [{ kind: 'wallColor', color: wallColor, name: 'Cedar', value: '' } as const];
    const { text } = await read(newQuoteJob({ ...rich, colors }));
    expect(text).toContain(`${wallColor} (Cedar)`);
    expect((await read(newQuoteJob(rich))).text).not.toContain('Cedar');
  });

  test('has the logo at its head, the name as its text and below it, and the same bytes again', async () => {
    const logo = await sharp({
      create: { width: 640, height: 160, channels: 3, background: '#2f5d3a' },
    })
      .png({ palette: true })
      .toBuffer();
    const look = { accent: '#2f5d3a', logo };
    const file = await renderQuote(newQuoteJob(), [], look);
    const { source, tags, pages } = await readPdf(file);
    expect(tags).toContain('Figure');
    expect(source.match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(source).toContain('Hillside Sheds');
    expect(pages.join(' ')).toContain('Hillside Sheds');
    expect(file.equals(await renderQuote(newQuoteJob(), [], look))).toBe(true);
    expect((await readPdf(await renderQuote(newQuoteJob()))).tags).not.toContain('Figure');
  });

  test('has photos in rows of three, each with an alternative text, and the same bytes again', async () => {
    const photo = await sharp({
      create: { width: 720, height: 400, channels: 3, background: '#a63' },
    })
      .jpeg()
      .toBuffer();
    const photos = Array.from({ length: 4 }, () => photo);
    const job = newQuoteJob(newQuoteContent({ title: 'Shed from our yard' }));
    const file = await renderQuote(job, photos);
    const { source, tags } = await readPdf(file);
    expect(tags).toContain('Figure');
    expect(source.match(/\/Subtype \/Image/g)).toHaveLength(4);
    expect(source).toContain('Photo 4 of 4: Shed from our yard');
    expect(file.equals(await renderQuote(job, photos))).toBe(true);
  });

  test('is tagged PDF/UA in English on Letter pages, with the site’s typefaces embedded', async () => {
    const content = rich;
    const job = newQuoteJob(content, { acceptance: newAcceptanceRecord(content) });
    for (const { source, tags } of [await read(newQuoteJob(content)), await read(job)]) {
      expect(source).toMatch(/\/Marked true/);
      expect(source).toMatch(/\/Lang \(en-CA\)/);
      expect(source).toMatch(/\/DisplayDocTitle true/);
      expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(source).toMatch(/\/MediaBox \[0 0 612 792\]/);
      expect(source.match(/\/FontFile2/g)).toHaveLength(3);
      for (const tag of ['Document', 'Sect', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD']) {
        expect(tags).toContain(tag);
      }
      expect(source).toMatch(/\/Scope \/Column/);
      expect(source).toMatch(/\/Scope \/Row/);
      expect(source).toMatch(/\/ColSpan 4/);
    }
  });

  test('the same content gives the same bytes, another content others', async () => {
    const accepted = newQuoteJob(rich, { acceptance: newAcceptanceRecord(rich) });
    for (const job of [newQuoteJob(rich), accepted]) {
      const [first, second] = [await renderQuote(job), await renderQuote(structuredClone(job))];
      expect(first.equals(second)).toBe(true);
    }
    const other = await renderQuote(newQuoteJob({ ...rich, start: 'In June' }));
    expect(other.equals(await renderQuote(newQuoteJob(rich)))).toBe(false);
  });
});

describe('the PDF of an acceptance', () => {
  const selection = { alternative: 'b', options: ['loft'] };
  const acceptance = newAcceptanceRecord(rich, selection);

  test('has what was chosen and nothing else, without boxes to tick', async () => {
    const { pages } = await read(newQuoteJob(rich, { acceptance }));
    const agreed = pages.slice(0, -1).join(' ');
    for (const part of [
      'What is agreed',
      'Loft',
      'Your choice: On concrete',
      formatCents(calculateTotals(rich, selection).total),
    ]) {
      expect(agreed).toContain(part);
    }
    for (const part of ['Work bench', 'On gravel', 'Optional', 'How to accept', 'Signature']) {
      expect(agreed).not.toContain(part);
    }
  });

  test('ends with a certificate: what, who, when, from where, and the hashes', async () => {
    const { pages, title } = await read(newQuoteJob(rich, { acceptance }));
    const certificate = pages.at(-1) ?? '';
    expect(title).toContain('accepted');
    for (const part of [
      'Certificate of acceptance',
      'version 1, was accepted online',
      'On concrete',
      'Options Loft',
      'Options not chosen Work bench',
      formatCents(calculateTotals(rich, selection).total),
      'I have read this offer and accept it.',
      'Ann F. Fielder',
      'ann@example.com',
      '2026-11-24 12:00:01 UTC',
      '2026-11-25 15:02:44 UTC',
      '2026-11-25 15:04:05 UTC; in Toronto 2026-11-25 10:04:05',
      '203.0.113.9, as seen by the website',
      'Mozilla/5.0 (iPhone)',
      '250 2.0.0 OK queued as 4XyZ',
      ...['document', 'pdf', 'agreement', 'review', 'previous', 'accepted'].map(sha256),
    ]) {
      expect(certificate).toContain(part);
    }
  });

  test('by phone has the name of who recorded it, and no IP of a visitor', async () => {
    const byPhone = newAcceptanceRecord(rich, selection, {
      ...{ channel: 'phone', note: 'On Monday morning', source: null, openedAt: null },
      ...{ reviewAt: null, reviewHash: null, pdfSha256: null, personal: { name: 'Ann Fielder' } },
    });
    const { pages } = await read(newQuoteJob(rich, { acceptance: byPhone }));
    const certificate = pages.at(-1) ?? '';
    expect(certificate).toContain('by phone or in person, recorded by Hillside Sheds');
    expect(certificate).toContain('On Monday morning');
    expect(certificate).not.toMatch(/IP address|Browser|Summary shown|PDF of the offer/);
  });

  test('an adjusted estimate names the acceptance that it needs no new one for', async () => {
    const content = newQuoteContent({ type: 'estimate' });
    const adjusted = newAcceptanceRecord(content);
    const { text } = await read(newQuoteJob(content, { adjusted }));
    expect(text).toContain('Version 1 was accepted on November 25, 2026 for $9,548.50');
    expect(text).toContain('needs no new acceptance');
    expect(text).not.toContain('How to accept');
    expect(text).not.toContain('Certificate');
  });
});

describe('long and hostile contents', () => {
  test('a hundred items and texts at their limits continue on numbered pages with the table’s header', async () => {
    const items = Array.from({ length: 100 }, (_, index) =>
      newQuoteItem({
        ...{
          id: `i${index}`,
          section: `Section ${Math.floor(index / 9)}`,
          optional: index % 5 === 0,
        },
        description: `Item ${index} ${index % 4 ? 'of some length' : 'W'.repeat(480)}`,
      }),
    );
    const text = 'A sentence of the terms that ends here. '.repeat(249).trim();
    const content = newQuoteContent({
      items,
      terms: text,
      introduction: `${text}\n\n${text}`.slice(0, 9999),
    });
    const { pages, source } = await read(newQuoteJob(content));
    expect(pages.length).toBeGreaterThan(8);
    expect(pages[0]).toContain(
      `Total as proposed ${formatCents(calculateTotals(content).total)} with HST`,
    );
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join(' ');
    for (let index = 0; index < 100; index += 1) expect(all).toContain(`Item ${index} `);
    const tablePages = pages.filter((page) => /Item \d+ of some length/.test(page));
    for (const page of tablePages) expect(page).toContain('Description Quantity Price Amount');
    expect(all.match(/A sentence of the terms that ends here\./g)?.length).toBeGreaterThan(490);
    // A paragraph on several pages is one tag with parts on each.
    expect(source).toMatch(/\/Type \/MCR/);
  });

  test.runIf(isFull)('two hundred lines render as well', async () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      newQuoteItem({ id: `i${index}`, description: `Item ${index}.` }),
    );
    const { text, pages } = await read(newQuoteJob(newQuoteContent({ items })));
    for (let index = 0; index < 200; index += 1) expect(text).toContain(`Item ${index}.`);
    expect(pages.length).toBeLessThan(10);
  });

  const hostile = [
    '</script><script>alert(1)</script>',
    '(\\) Tj ET BT /F1 99 Tf (forged) Tj',
    '\u202e00.01$\u202c and \u200b\u0000\u0007\ud800 controls',
    '山田太郎 🏚️',
    'e\u0301'.repeat(50),
    'A\n'.repeat(100),
    '%PDF-1.7\nendstream endobj',
  ];

  test.each(isFull ? hostile : hostile.slice(0, 3))(
    '%j in every text changes neither structure nor order',
    async (text) => {
      const content = newQuoteContent({
        ...{ title: text.slice(0, 120), introduction: text, paymentTerms: text, terms: text },
        ...{ start: text, duration: text, delivery: text, cancellation: text },
        items: [newQuoteItem({ section: text, description: text, unit: text.slice(0, 20) })],
      });
      const job = newQuoteJob(content, {
        customer: { name: text, address: text, phone: text, email: text },
      });
      job.document.seller = { ...job.document.seller, name: text, address: text };
      job.acceptance = newAcceptanceRecord(content, undefined, {
        personal: { name: text, userAgent: text },
      });
      const { text: shown, tags } = await read(job);
      expect(shown).toContain('$9,548.50');
      expect(shown).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e]/u);
      expect(tags).not.toContain('Span');
      expect(shown).toContain('Certificate of acceptance');
    },
  );

  test.each([
    '½″ plywood, ⅜ in bolts, ≥ 2, ← ✓ ☐',
    'Nguyễn Thị Phương, Παπαδόπουλος, Шевченко, ᐃᓄᒃᑎᑐᑦ',
    '李雷 and 龍, 山田さくら, 김철수, 🙂',
  ])('%j keeps each character', async (text) => {
    const { text: shown } = await read(newQuoteJob(newQuoteContent({ title: text, terms: text })));
    expect(shown.replaceAll(' ', '').normalize('NFC').split(text.replaceAll(' ', ''))).toHaveLength(
      3,
    );
  });

  test('Arabic and Hebrew have typefaces of their own', async () => {
    const text = 'محمد (12) שלום';
    const { source } = await readPdf(
      await renderQuote(newQuoteJob(newQuoteContent({ terms: text }))),
    );
    expect(source).toContain('NotoSansArabic');
    expect(source).toContain('NotoSansHebrew');
  });

  test('a character without a glyph becomes its code', async () => {
    const job = newQuoteJob(newQuoteContent({ title: 'Shed 𓀀' }));
    expect((await read(job)).text).toContain('Shed [U+13000]');
  });
});
