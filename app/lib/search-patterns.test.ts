import { expect, it } from 'vitest';
import { matchesSearch, toContactPatterns, toLikePatterns } from './search-patterns.ts';

it('toLikePatterns has a pattern per word, without case and accents', () => {
  expect(toLikePatterns('  Élodie   ROY ')).toEqual(['%elodie%', '%roy%']);
  expect(toLikePatterns(' \t ')).toEqual([]);
});

it('toLikePatterns escapes wildcards', () => {
  expect(toLikePatterns('100%')).toEqual(['%100\\%%']);
  expect(toLikePatterns('a_b')).toEqual(['%a\\_b%']);
  expect(toLikePatterns('c:\\new')).toEqual(['%c:\\\\new%']);
  expect(toLikePatterns('2*4')).toEqual(['%2_4%']);
  expect(toLikePatterns('(705),"555"')).toEqual(['%(705),"555"%']);
  expect(toLikePatterns('a\0b')).toEqual(['%ab%']);
});

it('toLikePatterns limits the number and length of words', () => {
  expect(toLikePatterns('a '.repeat(500))).toHaveLength(10);
  expect(toLikePatterns('a'.repeat(500))[0]).toHaveLength(202);
});

it.each([
  '7055550199',
  '705-555-0199',
  '(705) 555-0199',
  '(705)555-0199',
  '705.555.0199',
  '+1 705 555 0199',
  '1-705-555-0199',
  '+17055550199',
  '705\u2011555\u20110199',
  '705\u00a0555\u202f0199',
  '001 705 555 0199',
  'tel:+1-705-555-0199',
  '705/555/0199',
  '７０５ ５５５ ０１９９',
  '705-555-0199,',
  'Tel. 705-555-0199',
  'Phone:7055550199',
  '"705-555-0199"',
  '705,555,0199',
  'cell: 705_555_0199',
  'Fax 705-555-0199',
  'Ph. 705-555-0199',
  'T: 705-555-0199',
  'p:705-555-0199',
])('toLikePatterns finds the phone number %s in every spelling', (number) => {
  expect(toLikePatterns(`ann ${number}`)).toEqual(['%705%555%0199%', '%ann%']);
  expect(toLikePatterns(`12 ${number} 16`)).toEqual(['%705%555%0199%', '%12%', '%16%']);
});

it('toLikePatterns finds parts of phone numbers, and those of other countries', () => {
  expect(toLikePatterns('555-0199')).toEqual(['%555%0199%']);
  expect(toLikePatterns('5550199')).toEqual(['%555%0199%']);
  expect(toLikePatterns('(705) 555')).toEqual(['%705%', '%555%']);
  expect(toLikePatterns('705-555')).toEqual(['%705%555%']);
  expect(toLikePatterns('705-5')).toEqual(['%705%5%']);
  expect(toLikePatterns('1705555')).toEqual(['%705555%']);
  expect(toLikePatterns('cellar phone')).toEqual(['%cellar%', '%phone%']);
  expect(toLikePatterns('+44 20 7946 0958')).toEqual(['%44%20%7946%0958%']);
  expect(toLikePatterns('12x20 2026 3/4')).toEqual(['%12x20%', '%2026%', '%3/4%']);
});

it.each([
  '705-555-0142 ext. 2',
  '7055550142x2',
  '+1 705 555 0142, extension 2',
  '(705) 555-0142 #2',
])('toLikePatterns finds the phone number with an extension %s in every spelling', (number) => {
  expect(toLikePatterns(number)).toEqual(['%705%555%0142%2%']);
});

it('toLikePatterns ignores the country code while a number is typed', () => {
  expect(toLikePatterns('+1 705')).toEqual(['%705%']);
  expect(toLikePatterns('+1705555')).toEqual(['%705555%']);
  expect(toLikePatterns('1-705-555')).toEqual(['%705%555%']);
  expect(toLikePatterns('1 (705) 55')).toEqual(['%705%', '%55%']);
  expect(toLikePatterns('1 2x4')).toEqual(['%1%', '%2x4%']);
});

it.each(['0044 20 7946 0958', '00 44 20 7946 0958', '011 44 20 7946 0958', '+44 (0)20 7946 0958'])(
  'toLikePatterns finds the international number %s without what is dialled before it',
  (number) => {
    expect(toLikePatterns(number)).toEqual(['%44%20%7946%0958%']);
  },
);

it.each(['+442079460958', '00442079460958', '011442079460958'])(
  'toLikePatterns finds %s however its country code is set apart',
  (number) => {
    expect(toLikePatterns(number)).toEqual(['%4%4%2%079460958%']);
  },
);

it('toLikePatterns leaves out the zero before an area code', () => {
  expect(toLikePatterns('02079460958')).toEqual(['%207%946%0958%']);
});

it.each(['705-555-SHED', '7055557433', '(705) 555-shed', '1 705 555 Shed', '+1705555SHED'])(
  'toContactPatterns finds %s by its digits',
  (number) => {
    expect(toContactPatterns(`ann ${number}`)).toEqual(['%705%555%7433%', '%ann%']);
  },
);

it('toContactPatterns finds numbers with words and extensions, and no words alone', () => {
  expect(toContactPatterns('1-800-NEW-SHEDS')).toEqual(['%800%639%7433%']);
  expect(toContactPatterns('705-555-SHED ext 2')).toEqual(['%705%555%7433%2%']);
  expect(toContactPatterns('250 SHINGLES')).toEqual(['%250%', '%shingles%']);
  expect(toContactPatterns('240 120 volt')).toEqual(['%240%', '%120%', '%volt%']);
  expect(toLikePatterns('705-555-SHED')).toEqual(['%705-555-shed%']);
});

it('matchesSearch finds every word without regard to case and accents, and typed characters literally', () => {
  const texts = ['The Gardener', null, 'Café Gable', '100% a_b c:\\ (2x4)'];
  for (const search of ['', ' GABLE gard ', 'cafe', '100%', 'a_b', 'c:\\', '(2*4)']) {
    expect(matchesSearch(texts, search), search).toBe(true);
  }
  for (const search of ['gable metal', '10%', 'a.b', 'b_a', '2x*4', '705']) {
    expect(matchesSearch(texts, search), search).toBe(false);
  }
});
