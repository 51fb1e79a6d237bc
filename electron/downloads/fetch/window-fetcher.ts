// Requests a window in the way that this service reads it, and stores the answer.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { RailbirdError, type ErrorCode } from '#shared/errors.ts';
import type { Answer } from '../../service-client/api-client.ts';
import { dayOf, unitsOf, type CoverageUnit, type StoredUnit } from '../../archive/coverage.ts';
import { RACEDATE_SET_ASIDE } from '../../archive/race-day.ts';
import { quoted, whereOf } from '../../archive/filter-sql.ts';
import { nameOfWindow, reasonsOf } from './suspicions.ts';
import type { FailedWindow, FetchInput } from './fetched.ts';
import { DAY_AROUND, NO_MARGIN, ServiceReading, type Margin } from './service-readings.ts';
import { isReferenceTable } from '../plan/reference-tables.ts';

/** Not errors of the service: the caller cancelled, another service was connected, the disk does not accept the answer. */
const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CANCELLED', 'SERVICE_CHANGED', 'ARCHIVE_FAILED']);

export class WindowFetcher {
  readonly input: FetchInput;
  failed: FailedWindow[] = [];
  /** Even a day with its neighbors is refused, so nothing is requested beyond the ends. */
  isBare = false;
  #opening: Promise<ServiceReading> | undefined;

  constructor(input: FetchInput) {
    this.input = input;
  }

  reading(): Promise<ServiceReading> {
    return (this.#opening ??= ServiceReading.of(this.input.archive, this.input.now));
  }

  /** Reference tables are requested beyond both ends, so that they do not lack the same days as the tables they check. */
  usualMargin(): Margin {
    return isReferenceTable(this.input.table.code) && !this.isBare ? DAY_AROUND : NO_MARGIN;
  }

  /**
   * `refusals`: statuses that are known to mean that the window is too large. The client does not retry them, since
   * less is requested then.
   */
  async request(
    filter: Filter,
    how: { readonly sent?: Filter | undefined; readonly refusals?: readonly number[] },
  ): Promise<Answer | RailbirdError> {
    const { client, table, priority, signal } = this.input;
    try {
      return await client.query(table.code, filter, {
        priority,
        ...(signal ? { signal } : {}),
        ...(how.sent ? { sent: how.sent } : {}),
        // There is nothing smaller than one day to request.
        ...(how.refusals && isOfDays(how.sent ?? filter) ? { refusals: how.refusals } : {}),
      });
    } catch (error) {
      if (error instanceof RailbirdError && !OURS.has(error.code)) return error;
      throw error;
    }
  }

  /**
   * Stores an answer. Stored days, races and horses that it leaves out altogether stay, and fail with RECORDS_GONE.
   * `atOnce`: see `reasonsOf`.
   */
  async write(filter: Filter, answer: Answer, atOnce?: number): Promise<void> {
    const { length: leftOut } = await this.#write(filter, answer, atOnce);
    const { before, after } = answer.beyond;
    const isWide = this.usualMargin().before > 0 || before + after > 0;
    const isOneDay = filter.start_racedate !== undefined && filter.start_racedate === filter.end_racedate;
    if (leftOut === 0 || !isWide || !isOneDay) return;
    // The service may have answered one of the days around, which were requested as well.
    const alone = await this.request(filter, {});
    if (alone instanceof RailbirdError) return;
    await this.#write(filter, alone, atOnce).finally(() => alone.release());
  }

  async #write(filter: Filter, answer: Answer, atOnce?: number): Promise<readonly CoverageUnit[]> {
    const { archive, table } = this.input;
    const reasons = [
      ...reasonsOf(filter, answer, atOnce),
      ...(await this.#remainingAnomalies(filter, answer)),
    ];
    const leftOut = await archive.write({ table: table.code, filter, answer, reasons });
    const units = new Set(unitsOf(filter));
    this.failed = this.failed.filter(
      (failed) =>
        failed.error.code !== 'RECORDS_GONE' || !unitsOf(failed.filter).every((unit) => units.has(unit)),
    );
    for (const unit of leftOut) {
      const day = filter.start_racedate === undefined ? undefined : dayOf(unit);
      const own = day === undefined ? filter : { start_racedate: day, end_racedate: day };
      this.failed.push({ filter: own, error: new RailbirdError('RECORDS_GONE') });
    }
    return leftOut;
  }

  /** The days of the window that have stored records of which the latest answer had none. In no order. */
  daysLeftOut(filter: Filter): string[] {
    const units = new Set(unitsOf(filter));
    return this.failed
      .filter(({ error }) => error.code === 'RECORDS_GONE')
      .flatMap((failed) => unitsOf(failed.filter))
      .flatMap((unit) => (units.has(unit) ? (dayOf(unit) ?? []) : []));
  }

  /**
   * If an earlier answer for the day had records of other days, a repetition goes unnoticed when those days are
   * requested as well. An empty answer for the day therefore clears that anomaly only if the day requested alone brings
   * no records of other days.
   */
  async #remainingAnomalies(filter: Filter, { records, beyond }: Answer): Promise<readonly Incompleteness[]> {
    if (records > 0 || beyond.before + beyond.after === 0) return [];
    const stored = await this.input.archive.coverage(this.input.table.code, unitsOf(filter));
    const suspicions = [...stored.values()].flatMap(({ reasons }) =>
      reasons.filter(({ reason }) => reason === 'outside_filter'),
    );
    if (suspicions.length === 0) return [];
    const alone = await this.request(filter, {});
    if (alone instanceof RailbirdError) return suspicions;
    alone.release();
    return alone.quarantined > 0 ? suspicions : [];
  }

  /**
   * Stores an answer again, with a reason: it has repeats and lacks other records by what else is stored, as when pages
   * shift while they are read. Such an answer is not final.
   */
  async writeRepeats(filter: Filter, answer: Answer): Promise<void> {
    const { archive, table } = this.input;
    const suspicion = { reason: 'repeated_records', where: nameOfWindow(filter) } as const;
    await archive.write({
      table: table.code,
      filter,
      answer,
      reasons: [...reasonsOf(filter, answer), suspicion],
    });
  }

  /** Stores and releases an answer beside the windows. False for an error. */
  async store(filter: Filter, answer: Answer | RailbirdError): Promise<boolean> {
    if (answer instanceof RailbirdError) return false;
    try {
      await this.write(filter, answer);
    } finally {
      answer.release();
    }
    return true;
  }

  /**
   * How many distinct records of its days were answered, by day; several versions of a record count once. Days without
   * records, and those that were left out of the latest answer, are absent.
   */
  async keysOf(filter: Filter): Promise<ReadonlyMap<string, number>> {
    const { archive, table } = this.input;
    const { sql, values } = whereOf(table, filter);
    const found = await archive.rows(
      `select racedate, count(distinct (${table.primaryKey.map(quoted).join(', ')}))::INTEGER
         from ${quoted(table.code)} where ${sql} group by racedate`,
      values,
    );
    const leftOut = new Set(this.daysLeftOut(filter));
    return new Map(
      found.map(([day, count]) => [String(day), Number(count)] as const).filter(([day]) => !leftOut.has(day)),
    );
  }

  /** Whether the stored answer for the filter had a record of another day. Errors: ARCHIVE_FAILED. */
  async hasOtherDays(filter: Filter): Promise<boolean> {
    const { archive, table } = this.input;
    const found = await archive.rows(
      `select 1 from aside where table_code = ? and unit = ? and ${RACEDATE_SET_ASIDE} <> '' limit 1`,
      [table.code, unitsOf(filter)[0] ?? ''],
    );
    return found.length > 0;
  }

  /** The coverage of its days, by day. */
  async coverageOf(filter: Filter): Promise<ReadonlyMap<string, StoredUnit>> {
    const { archive, table } = this.input;
    const stored = await archive.coverage(table.code, unitsOf(filter));
    return new Map([...stored.values()].map((own) => [dayOf(own.unit) ?? '', own]));
  }
}

const isOfDays = ({ start_racedate: from, end_racedate: to }: Filter): boolean =>
  from !== undefined && from !== to;
