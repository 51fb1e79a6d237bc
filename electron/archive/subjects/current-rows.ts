// Reads subjects in states in which none of the wanted rows is outdated. They were brought up to date before, but something
// may have been written since: the transaction that reads looks once more, and if it finds a note, the rows are computed in
// the write just before another one.

import type { PeopleName, RowSubject } from '#shared/catalogue/subjects/subject.ts';
import { orNone, type Connection } from '../connection.ts';
import type { LentConnection } from '../lending.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Snapshots, Upkeep } from '../snapshots.ts';
import type { Turns } from '../turns.ts';
import { bringUpToDateIn, isUpToDate } from './outdated-rows.ts';
import { peopleRows, peopleSql, type PeopleRows } from './people-rows.ts';
import { whereOfPart, type SubjectPart } from './subject-part.ts';
import { subjectRelation } from './subject-relation.ts';

/** A transaction that writes, and is in line when this returns. */
type Write = (act: (connection: Connection) => Promise<void>) => Promise<void>;

export class CurrentRows {
  readonly #turns: Turns;
  readonly #snapshots: Snapshots;
  readonly #write: Write;

  /** `write`: of the archive. */
  constructor(turns: Turns, snapshots: Snapshots, write: Write) {
    this.#turns = turns;
    this.#snapshots = snapshots;
    this.#write = write;
  }

  /** Errors: those of the archive. */
  snapshot(name: RowSubject, part: SubjectPart, names: readonly string[]): Promise<Snapshot> {
    return this.#snapshots.of(subjectRelation(name), whereOfPart(part), names, this.#upkeepOf(part));
  }

  /** Errors: those of the archive. */
  async people(name: PeopleName, part: SubjectPart): Promise<PeopleRows> {
    const { sql, values } = whereOfPart(part);
    const columns = await this.#snapshots.read(this.#upkeepOf(part), async (connection) =>
      (await connection.runAndReadAll(peopleSql(name, sql), orNone(values))).getColumns(),
    );
    return peopleRows(columns);
  }

  /** Begins a transaction on a lent connection with this statement. Errors: those of the connection and of the archive. */
  async begin(lent: LentConnection, statement: string): Promise<void> {
    const upkeep = this.#upkeepOf({});
    const begun = (): Promise<boolean> =>
      lent.run(async (connection) => {
        await connection.run(statement);
        return upkeep.isDone(connection);
      });
    if (await begun()) return;
    await lent.run(async (connection) => void (await connection.run('rollback')));
    // Both are in line before anything else can be.
    const done = upkeep.doIt();
    done.catch(() => undefined);
    await this.#turns.between(async () => {
      await done;
      await begun();
    });
  }

  readonly #upkeepOf = (part: SubjectPart): Upkeep => ({
    isDone: (connection) => isUpToDate(connection, part),
    doIt: () => this.#write((connection) => bringUpToDateIn(connection, part)),
  });
}
