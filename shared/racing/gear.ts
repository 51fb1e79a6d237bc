// The gear that a horse wears and the state of its legs, by the place on the horse, and what differs from its last run. Pure.

import { isStated } from '#shared/catalogue/reading.ts';
import { entryOf } from '#shared/catalogue/decode.ts';
import type { CodeTableName } from '#shared/catalogue/code-tables.ts';
import { prefixOf } from '#shared/catalogue/records/runs-back.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

export const LIMBS = ['left_front', 'right_front', 'left_back', 'right_back'] as const;

export type Limb = (typeof LIMBS)[number];

/** From the head to the tail, then the legs. */
export const PLACES = ['ears', 'eyes', 'head', 'nose', 'mouth', 'neck', 'body', ...LIMBS, 'forelegs', 'legs', 'hooves'] as const; // prettier-ignore

export type Place = (typeof PLACES)[number];

/** The parts of a limb from the ground upward; `action`: how the whole limb moves. */
export type LimbPart = 'hoof' | 'pastern' | 'fetlock' | 'cannon' | 'knee' | 'elbow' | 'action';

/** Against the last run; unknown if nothing is stored of that run, or if it had more than its record has room for. */
export type Change = 'new' | 'same' | 'gone' | 'unknown';

export interface GearNote {
  readonly place: Place;
  /** Of a limb. */
  readonly part?: LimbPart;
  readonly table: CodeTableName;
  readonly code: string;
  readonly change: Change;
}

/** Pieces that are not worn where the others of their kind are. */
const TACK_AT: Readonly<Partial<Record<Place, readonly string[]>>> = {
  ears: ['079', '099'],
  eyes: ['001', '020', '055', '069', '070', '074', '096'],
  nose: ['002', '018', '036', '038', '071'],
  mouth: ['009', '011', '012', '019', '021', '022', '032', '081', '082', '087'],
  neck: ['026', '068'],
  hooves: ['039'],
  forelegs: ['080'],
};

/** Where the pieces of each kind of tack are (the source's eight kinds). */
const KIND_AT: Readonly<Record<string, Place>> = {
  '1': 'mouth',
  '2': 'head',
  '3': 'hooves',
  '4': 'hooves',
  '5': 'forelegs',
  '6': 'forelegs',
  '7': 'body',
  '8': 'legs',
};

function placeOfTack(code: string): Place {
  const own = PLACES.find((place) => TACK_AT[place]?.includes(code));
  if (own !== undefined) return own;
  return KIND_AT[entryOf('tack_code', code)?.group?.charAt(0) ?? ''] ?? 'body';
}

const LEG_PARTS: Readonly<Partial<Record<LimbPart, readonly string[]>>> = {
  hoof: [
    '001', '005', '006', '007', '012', '013', '014', '015', '017', '021', '025', '026', '035', '040', '041', '042', '043',
    '045', '046', '048', '049', '050', '052', '053', '054', '058', '076', '077', '081', '082', '083', '084', '102',
  ],
  pastern: ['003', '019', '059', '060', '063', '067', '069'],
  fetlock: ['002', '023', '051', '057', '062', '065', '070', '071', '075'],
  cannon: [
    '000', '004', '008', '009', '010', '011', '018', '020', '022', '024', '027', '028', '029', '030', '031', '036', '037',
    '038', '066', '068', '072', '079', '085', '103', '105', '106', '107', '108', '109', '110', '111',
  ],
  knee: ['032', '033', '034', '047', '064', '073', '112', '115', '116', '117'],
  elbow: ['074', '078', '120'],
}; // prettier-ignore

/** The part of the limb that a leg code is about. */
export const partOfLeg = (code: string): LimbPart =>
  (Object.keys(LEG_PARTS) as LimbPart[]).find((part) => LEG_PARTS[part]?.includes(code)) ?? 'action';

/** Some fields of a record that hold codes of one place. */
interface Slots {
  readonly codes: readonly string[];
  /** Whether every field is filled: there may have been more. */
  readonly isFull: boolean;
}

/** Fields padded with zeros are blank. */
function slotsOf(record: RecordValues, fields: readonly string[]): Slots {
  const codes = fields.flatMap((field) => (isStated(record[field]) ? (record[field]?.trim() ?? []) : []));
  return { codes: [...new Set(codes)], isFull: codes.length === fields.length };
}

const numbered = (count: number, name: (n: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => name(index + 1));

interface Compared {
  readonly place: Place | undefined;
  readonly table: CodeTableName;
  readonly now: readonly string[];
  readonly before: readonly string[];
}

const BACK = prefixOf(1);

const COMPARED: readonly Compared[] = [
  {
    place: undefined,
    table: 'tack_code',
    now: numbered(7, (n) => `this_gear${n}_cd`),
    before: numbered(8, (n) => `${BACK}tack_cd${n}`),
  },
  ...LIMBS.map((limb): Compared => ({
    place: limb,
    table: 'leg_code',
    now: numbered(4, (n) => `this_leg_${limb}${n}_cd`),
    before: numbered(3, (n) => `${BACK}hoof_${limb}_cd${n}`),
  })),
  {
    place: 'legs',
    table: 'leg_code',
    now: numbered(3, (n) => `this_leg_all${n}_cd`),
    before: numbered(3, (n) => `${BACK}hoof_overall1_cd${n}`),
  },
];

/** What a last run has besides its list of tack: it keeps a piece of today from being new, but today has no such fields. */
const TACK_BESIDE = ['bit_cd', 'bantages_on', 'horse_shoe_cd', 'splint_cd', 'bone_spavin_cd'].map(
  (field) => BACK + field,
);

/**
 * By place, from the head to the hooves; what was there at the last run and is not any more comes last. `prerace`: the
 * record of t_pd; `previous`: of t_zk or d_zk, undefined if it is not stored.
 */
export function gearNotes(prerace: RecordValues, previous: RecordValues | undefined): readonly GearNote[] {
  const isKnown = isStated(previous?.[`${BACK}racedate`]);
  const notes = COMPARED.flatMap(({ place, table, now, before }): GearNote[] => {
    const present = slotsOf(prerace, now);
    const last = slotsOf(previous ?? {}, before);
    const beside = table === 'tack_code' ? slotsOf(previous ?? {}, TACK_BESIDE).codes : [];
    const worn = new Set([...last.codes, ...beside]);
    const noteOf = (code: string, change: Change): GearNote => ({
      place: place ?? placeOfTack(code),
      ...(table === 'leg_code' && place !== 'legs' ? { part: partOfLeg(code) } : {}),
      table,
      code,
      change,
    });
    const changeOf = (code: string): Change =>
      worn.has(code) ? 'same' : isKnown && !last.isFull ? 'new' : 'unknown';
    // Before the paddock there is nothing of today, which says nothing about what was taken off.
    const isSeen = COMPARED.some((each) => slotsOf(prerace, each.now).codes.length > 0);
    const gone = isSeen && !present.isFull ? last.codes.filter((code) => !present.codes.includes(code)) : [];
    return [
      ...present.codes.map((code) => noteOf(code, changeOf(code))),
      ...gone.map((code) => noteOf(code, 'gone')),
    ];
  });
  return notes.toSorted(
    (a, b) =>
      Number(a.change === 'gone') - Number(b.change === 'gone') ||
      PLACES.indexOf(a.place) - PLACES.indexOf(b.place),
  );
}
