// Races by key, as far as the archive has their programs: the conditions of a horse's past runs.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { sheetSchema, summarySchema } from '#shared/bridge/results.ts';
import { knownRaceSchema } from '#shared/bridge/known-at.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { readSheetSchema, wantedSheetsSchema } from '#shared/bridge/wanted-sheets.ts';
import { isRacedate } from '#shared/racing/racedate.ts';

/** Eighteen runners with five runs each, with a margin. */
const MOST_RACES = 200;

const racekey = z.string().max(16);

/** Fields of the race program (t_ra, d_ra) with the place, course and conditions of a race. */
export const CONDITION_FIELDS = [
  'racekey',
  'racedate',
  'racecourse_cd',
  'race_name',
  'grade_cd',
  'class_cd',
  'condition_cd',
  'track_type',
  'distance',
  'turf_condition_cd',
  'weather_cd',
  'headcount',
  'post_time',
] as const;

/** Raw text by field name. */
export const conditionsSchema = z.partialRecord(z.enum(CONDITION_FIELDS), z.string().nullable());

export type Conditions = z.infer<typeof conditionsSchema>;

/** Fields of the results (t_se, d_se) that tell who met whom. */
export const RIVAL_FIELDS = [
  'racekey',
  'racedate',
  'horse_number',
  'horse_id',
  'horse_name',
  'order_of_finish',
  'trouble_classification',
  'time_record',
] as const;

/** Raw text by field name. */
const rivalRunSchema = z.partialRecord(z.enum(RIVAL_FIELDS), z.string().nullable());

export type RivalRun = z.infer<typeof rivalRunSchema>;

/** A run: a runner of a race, by its number. */
const runSchema = z.object({ racekey, horse_number: z.number().int().min(1).max(99) });

export type RunKey = z.infer<typeof runSchema>;

/** `weight`: as recorded, in 0.1 kg. */
const carriedWeightSchema = runSchema.extend({ weight: z.string() });

export type CarriedWeight = z.infer<typeof carriedWeightSchema>;

/** Fields of an entry (t_ky, d_ky) that tell where a horse runs next. */
export const ENTRY_FIELDS = [
  'racedate',
  'racekey',
  'bracket_number',
  'horse_number',
  'jockey_name',
  'jockey_cd',
  'criteria_win_odds',
] as const;

export const entriesSchema = z.object({
  /** By date: raw text by field name, and whether the horse was withdrawn. Races with a stored finish are left out. */
  entries: z.array(
    z.object({
      entry: z.partialRecord(z.enum(ENTRY_FIELDS), z.string().nullable()),
      isWithdrawn: z.boolean(),
    }),
  ),
  /** The days whose cards are stored, with the number of races: the horse may be entered on others. */
  days: z.array(z.object({ racedate: racedateSchema, races: z.number().int() })),
});

export type Entries = z.infer<typeof entriesSchema>;

/** A race has at most 18 runners now, and had up to 33 in its past. */
const MOST_HORSES = 40;

export const raceFetchEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number().int(), total: z.number().int() }),
  /** `missing`: races that the service does not have. One whose request failed is neither stored nor among them. */
  z.object({ type: z.literal('done'), missing: z.array(z.string()) }),
]);

export type RaceFetchEvent = z.infer<typeof raceFetchEventSchema>;

/** What is stored of a race. Nothing of it is left out silently: what is absent is read by itself. */
export const racePageSchema = z.object({
  /** Absent if the race is not known to be over and stored. */
  racedate: racedateSchema.optional(),
  sheets: z.array(readSheetSchema),
  /** The races of the day. */
  day: sheetSchema.optional(),
  /** The races that the past runs name, and those of them that are stored. */
  runs: z.object({ racekeys: z.array(racekey), conditions: z.array(conditionsSchema) }).optional(),
  /** As `versionTimes`. */
  versionTimes: z.array(z.number()).optional(),
});

export type RacePage = z.infer<typeof racePageSchema>;

/** Fields of a work (t_ch) that it is compared by. */
export const WORK_FIELDS = [
  'racedate', 'racekey', 'horse_number', 'exercise_date', 'number_of_times', 'exercise_course_cd', 'work_kind', 'ten',
  'shimai', 'oikirisisu', 'abreast_result', 'abreast_work_type', 'abreast_class', 'abreast_age',
] as const; // prettier-ignore

/** Raw text by field name. */
const workSchema = z.partialRecord(z.enum(WORK_FIELDS), z.string().nullable());

export const storedWorksSchema = z.object({
  /** The works of the trainer's winners, the newest first. */
  winners: z.array(workSchema),
  /** How many works of winners there are: more than were read, if there are very many. */
  winnersInAll: z.number().int(),
  /** Works of the trainer's runners, and how many of them have a stored result. */
  ofTrainer: z.number().int(),
  withResult: z.number().int(),
  /** Works whose card is not stored: nobody knows their trainer. */
  withoutCard: z.number().int(),
  /** The works of the horse before other races, the newest first. */
  ofHorse: z.array(workSchema),
  /** What is stored of the days before the race, and what is missing. */
  summary: summarySchema.pick({
    complete: true,
    reasons: true,
    quarantined: true,
    drift: true,
    repeated: true,
    fetchedAt: true,
  }),
});

export type StoredWorks = z.infer<typeof storedWorksSchema>;

/** What is fetched of races that past runs name. */
const fetchedRecordSchema = z.enum(['race', 'result']);

export type FetchedRecord = z.infer<typeof fetchedRecordSchema>;

export const races = {
  /**
   * Everything that the page of a past race shows, as far as it is stored whole: one call, so that the page is drawn once.
   * Sends no requests.
   */
  page: procedure
    .input(
      z.object({
        racekey,
        sheets: wantedSheetsSchema,
        /** Without the races of the day, those of past runs, and the times of versions. */
        isSheetsOnly: z.boolean().optional(),
      }),
    )
    .output(racePageSchema),
  /** The stored programs; other races are left out. Sends no requests. */
  conditions: procedure
    .input(z.object({ racekeys: z.array(racekey).max(MOST_RACES) }))
    .output(z.array(conditionsSchema)),
  /**
   * The stored results of all runners of every race that one of the horses ran in before the day. Sends no requests.
   */
  rivals: procedure
    .input(z.object({ horse_ids: z.array(z.string().max(32)).max(MOST_HORSES), before: racedateSchema }))
    .output(z.array(rivalRunSchema)),
  /** What was carried in these runs, as far as a stored pre-race record or card states it. Sends no requests. */
  carriedWeights: procedure
    .input(z.object({ runs: z.array(runSchema).max(MOST_RACES) }))
    .output(z.array(carriedWeightSchema)),
  /**
   * The stored works of a trainer's winners and of a horse before a day. An empty code or id has none. Sends no requests, and
   * computes nothing for other horses.
   */
  works: procedure
    .input(
      z.object({
        trainer_cd: z.string().max(32),
        horse_id: z.string().max(32),
        // A day of the calendar: the day before it is computed.
        before: racedateSchema.refine(isRacedate),
      }),
    )
    .output(storedWorksSchema),
  /** The stored entries of a horse from a day on. Sends no requests, and computes nothing for other horses. */
  entries: procedure
    .input(z.object({ horse_id: z.string().max(32), from: racedateSchema }))
    .output(entriesSchema),
  /**
   * When versions of the race's program, card or pre-race data were fetched before its day was over, epoch milliseconds,
   * ascending: a fetch that brought nothing new has none. Sends no requests.
   */
  versionTimes: procedure.input(z.object({ racekey })).output(z.array(z.number())),
  /** These records as they were known at a time, epoch milliseconds. Sends no requests. */
  knownAt: procedure.input(z.object({ racekey, at: z.number().int() })).output(knownRaceSchema),
  /**
   * Requests what is missing of the races' programs, or of their results, at the lowest priority; ending the stream
   * stops it. Fails only if nothing at all could be fetched.
   */
  fetch: procedure
    .input(
      z.object({
        races: z.array(z.object({ racekey, racedate: racedateSchema.optional() })).max(MOST_RACES),
        record: fetchedRecordSchema,
      }),
    )
    .output(eventIterator(raceFetchEventSchema)),
};
