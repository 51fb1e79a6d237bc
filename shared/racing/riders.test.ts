import { describe, expect, it } from 'vitest';
import { BOOKED_JOCKEY, CARD_WEIGHT, withRiders } from '#shared/racing/riders.ts';

const row = (
  horse_number: string,
  jockey_cd: string | null,
  jockey_name: string | null,
  weight_to_carry: string | null = '570',
) => ({
  racekey: '05266411',
  horse_number,
  jockey_cd,
  jockey_name,
  weight_to_carry,
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

describe('the weight that was carried', () => {
  const carried = (card: string | null, late: string | null) => {
    const { rows, areKnown } = withRiders([row('3', ...KO, card)], [row('03', ...KO, late)]);
    return [rows[0]?.['carried_weight'], rows[0]?.[CARD_WEIGHT], areKnown];
  };

  it('is that of the pre-race record, with the card’s if that is another one', () => {
    expect(carried('540', '570')).toEqual(['570', '540', true]);
    expect(carried('570', '570')).toEqual(['570', null, true]);
    expect(carried(' 570', '570')).toEqual(['570', null, true]);
    expect(carried(null, '570')).toEqual(['570', null, true]);
  });

  it.each(['', '000', null])('is the card’s if the pre-race record has %j', (blank) => {
    expect(carried('540', blank)).toEqual(['540', null, false]);
  });

  it('is the card’s without a pre-race record, and is known whoever rides', () => {
    expect(withRiders([row('3', ...KO, '540')], []).rows).toMatchObject([{ carried_weight: '540' }]);
    const late = row('3', null, null, '550');
    expect(withRiders([row('3', ...KO, '540')], [late]).rows).toMatchObject([
      { rider_name: '甲', [BOOKED_JOCKEY]: null, carried_weight: '550', [CARD_WEIGHT]: '540' },
    ]);
  });
});
