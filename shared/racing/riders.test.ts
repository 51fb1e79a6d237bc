import { describe, expect, it } from 'vitest';
import { BOOKED_JOCKEY, withRiders } from '#shared/racing/riders.ts';

const row = (horse_number: string, jockey_cd: string | null, jockey_name: string | null) => ({
  racekey: '05266411',
  horse_number,
  jockey_cd,
  jockey_name,
});

const ridersOf = (...given: Parameters<typeof withRiders>) =>
  withRiders(...given).rows.map((each) => [each['rider_cd'], each['rider_name'], each[BOOKED_JOCKEY]]);

const KO = ['01001', '甲'] as const;
const OTSU = ['01002', '乙'] as const;

describe('who rode', () => {
  it('is the jockey of the pre-race record, with the card’s if that is another one', () => {
    const { rows, areKnown } = withRiders(
      [row('3', ...KO), row('4', ...OTSU)],
      [row('03', ...OTSU), row('04', ...OTSU)],
    );
    expect(areKnown).toBe(true);
    expect(rows).toMatchObject([
      { rider_cd: '01002', rider_name: '乙', [BOOKED_JOCKEY]: '甲', jockey_name: '甲', jockey_cd: '01001' },
      { rider_cd: '01002', rider_name: '乙', [BOOKED_JOCKEY]: null },
    ]);
  });

  it('is the card’s jockey without a pre-race record', () => {
    expect(ridersOf([row('3', ...KO)], [])).toEqual([[...KO, null]]);
    const [first, second] = [row('3', ...KO), row('4', ...OTSU)];
    expect(withRiders([first, second], [first]).areKnown).toBe(false);
    // Nobody rode a horse that was scratched.
    expect(withRiders([first, { ...second, trouble_classification: '1' }], [first]).areKnown).toBe(true);
  });

  it.each(['', ' 　', '00000', null])('is the card’s jockey if the pre-race code is %j', (blank) => {
    const given = [[row('3', ...KO)], [row('3', blank, '丙')]] as const;
    expect(ridersOf(...given)).toEqual([[...KO, null]]);
    expect(withRiders(...given).areKnown).toBe(false);
  });

  it('is told from a namesake by the code, and by the name where the card has no code', () => {
    expect(ridersOf([row('3', '01001', '甲')], [row('3', '01009', '甲')])).toEqual([['01009', '甲', '甲']]);
    expect(ridersOf([row('3', null, '甲')], [row('3', '01001', '甲')])).toEqual([['01001', '甲', null]]);
    expect(ridersOf([row('3', null, '甲')], [row('3', '01002', '乙')])).toEqual([['01002', '乙', '甲']]);
  });

  it('is not called changed if the card named nobody', () => {
    expect(ridersOf([row('3', null, null)], [row('3', ...KO)])).toEqual([[...KO, null]]);
  });
});
