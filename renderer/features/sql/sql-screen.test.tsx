import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ORPCError } from '@orpc/client';
import { useImperativeHandle } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PastQuery } from '#shared/bridge/sql.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Language } from '#shared/text.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing } from '../../testing/fake-bridge.ts';
import type { SqlEditorProps } from './SqlEditor.tsx';
import { QueryScreen } from './SqlScreen.tsx';

/** The tests' page has no layout and no selection for a real editor to work with: e2e/specs/sql.spec.ts has one. */
function PlainEditor({ text, onText, onPlace, problem, ref }: SqlEditorProps) {
  useImperativeHandle(ref, () => ({
    focus: () => undefined,
    settle: () => undefined,
    insert: (added) => onText(text + added, text.length + added.length),
  }));
  return (
    <>
      <textarea
        aria-label="editor"
        value={text}
        onChange={({ target }) => onText(target.value, target.value.length)}
        onSelect={({ currentTarget }) => onPlace(currentTarget.selectionStart)}
      />
      <output>{problem === undefined ? '' : `${problem.at}: ${text.slice(problem.at)}`}</output>
    </>
  );
}

const summaryOf = (records: number, cut = false): Summary => ({
  resultId: 'r1',
  records,
  columns: [
    { name: 'racekey', known: true, sql: { type: 'text', of: 'races' } },
    { name: 'mean', known: true, sql: { type: 'decimal' } },
  ],
  complete: !cut,
  reasons: cut ? [{ reason: 'rows_cut', where: String(records) }] : [],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
  windows: { fetched: 0, stored: 0 },
});

const CELLS: Readonly<Record<string, readonly string[]>> = {
  racekey: ['05264511', '05264512'],
  mean: ['14.277777777777779', '2.5'],
};

/** A column whose cells do not come. */
const LATE = 'late';

interface Main {
  readonly queries: string[];
  readonly remembered: unknown[];
  readonly aborted: string[];
}

async function open(
  answer: (sql: string, signal: AbortSignal) => Promise<Summary>,
  history: readonly PastQuery[] = [],
  language: Language = 'en',
  writes = 0,
) {
  const main: Main = { queries: [], remembered: [], aborted: [] };
  const client = fakeBridge({
    sql: {
      history: async () => [...history],
      remember: async (query: unknown) => {
        main.remembered.push(query);
        return {};
      },
    },
    results: {
      open: (async ({ source }: { source: ResultSource }, { signal }: { signal: AbortSignal }) => {
        const sql = source.kind === 'sql' ? source.sql : '';
        main.queries.push(sql);
        signal.addEventListener('abort', () => main.aborted.push(sql));
        return (async function* () {
          yield { type: 'opened', summary: await answer(sql, signal) };
        })();
      }) as never,
      arrange: async () => ({ rows: 2, total: 2, problems: [], rowOrder: 1 }),
      window: async ({ columns }: { columns: readonly string[] }) => {
        if (columns.includes(LATE)) await new Promise(() => undefined);
        return { cells: columns.map((name) => [...(CELLS[name] ?? [])]) };
      },
      changed: async () => standing({ writes }),
      renew: async () => ({ summary: summaryOf(2) }),
    },
  });
  useNavigationStore.setState((state) => state);
  const drawn = await draw(<QueryScreen Editor={PlainEditor} />, client, language);
  return { main, user: userEvent.setup(), ...drawn };
}

const editor = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'editor' });

const write = (text: string): void => {
  fireEvent.change(editor(), { target: { value: text } });
};

afterEach(cleanup);

describe('the SQL screen', () => {
  it('runs what is written, remembers it, and shows its rows as of what is stored', async () => {
    const { main, user } = await open(async () => summaryOf(2));
    expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true);
    write('  select 1 ');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText('2 rows')).toBeDefined();
    expect(main.queries).toEqual(['select 1']);
    expect(screen.getByText('Of what is stored')).toBeDefined();
    await waitFor(() => expect(main.remembered).toEqual([{ sql: 'select 1', rows: 2 }]));
    expect(currentStep(useNavigationStore.getState().trail).memory['asked']).toBe('select 1');
    // The same query again asks again.
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(main.queries).toEqual(['select 1', 'select 1']));
  });

  it('asks again for a query that was run before another one, and remembers what it has now', async () => {
    let stored = 1;
    const { main, user } = await open(async () => summaryOf(stored));
    const run = async (sql: string): Promise<void> => {
      write(sql);
      await user.click(screen.getByRole('button', { name: 'Run' }));
    };
    await run('select a');
    await waitFor(() => expect(main.remembered).toHaveLength(1));
    await run('select b');
    await waitFor(() => expect(main.remembered).toHaveLength(2));
    stored = 2;
    await run('select a');
    await waitFor(() => expect(main.remembered).toHaveLength(3));
    expect(main.remembered.at(-1)).toEqual({ sql: 'select a', rows: 2 });
    expect(main.queries).toEqual(['select a', 'select b', 'select a']);
  });

  it('marks the place of an error until the query is changed', async () => {
    const refused = new ORPCError('RAILBIRD', {
      defined: true,
      data: { code: 'SQL_REFUSED', values: { problem: 'Binder Error: no such column', at: 7 } },
    });
    const { main, user } = await open(() => Promise.reject(refused));
    write('\n select nosuch');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText('Binder Error: no such column')).toBeDefined();
    const wrong = () => document.querySelector('output')?.textContent;
    await waitFor(() => expect(wrong()).toBe('9: nosuch'));
    expect(main.remembered).toEqual([{ sql: 'select nosuch' }]);
    write('select other');
    expect(wrong()).toBe('');
  });

  it('stops a query that runs, and says that nothing of it is shown', async () => {
    const { main, user } = await open(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    );
    write('select endless');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText(/Running for 0 s/)).toBeDefined();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Stopped')).toBeDefined();
    expect(main.aborted).toEqual(['select endless']);
    expect(screen.getByRole('button', { name: 'Run' })).toBeDefined();
  });

  it('leaves Ctrl+Enter to a cell that opens in a tab', async () => {
    const { main, user } = await open(async () => summaryOf(2));
    write('select racekey');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await screen.findAllByRole('gridcell', { name: /Tokyo/ });
    act(() => screen.getByRole('columnheader', { name: 'racekey' }).focus());
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(useNavigationStore.getState().after).toHaveLength(1));
    expect(main.queries).toHaveLength(1);
  });

  it('says loudly that a result was cut', async () => {
    const { user } = await open(async () => summaryOf(2, true));
    write('select many');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText(/^Cut: the query has more than these 2 rows/)).toBeDefined();
    expect(screen.getByText('Incomplete')).toBeDefined();
  });

  it('says that a query has no rows', async () => {
    const { user } = await open(async () => summaryOf(0), [], 'ja');
    write('select none');
    await user.click(screen.getByRole('button', { name: '実行' }));
    expect(await screen.findByText('該当する行がありません')).toBeDefined();
  });

  it('says of a query without rows that the archive has been written since, and reads it again', async () => {
    const { main, user } = await open(async () => summaryOf(0), [], 'en', 1);
    write('select none');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText('The query has no rows')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'New data: show it' }));
    expect(await screen.findByText('2 rows')).toBeDefined();
    expect(main.queries).toEqual(['select none']);
  });

  it('searches the history, and puts a query into the editor without running it', async () => {
    const history = [
      { sql: 'select jockeys', at: 2, rows: 3 },
      { sql: 'select trainers', at: 1 },
    ];
    const { main, user } = await open(async () => summaryOf(2), history);
    await user.click(screen.getByRole('button', { name: 'History' }));
    const beside = within(screen.getByRole('complementary', { name: 'Beside the query' }));
    await user.type(await beside.findByRole('searchbox'), 'JOCK');
    expect(beside.queryByText('select trainers')).toBeNull();
    await user.click(beside.getByText('select jockeys'));
    expect(editor().value).toBe('select jockeys');
    expect(main.queries).toEqual([]);
  });

  it('inserts names from the help, and explains the column at the cursor', async () => {
    const { user } = await open(async () => summaryOf(2));
    await user.click(screen.getByRole('button', { name: 'Insert typed.runners' }));
    expect(editor().value).toBe('typed.runners');
    write('select sex_cd from typed.runners');
    editor().setSelectionRange(9, 9);
    fireEvent.select(editor());
    expect(await screen.findByText('typed.runners.sex_cd')).toBeDefined();
  });

  it('draws no column with the values of another one while its own are read', async () => {
    const { columns, ...summary } = summaryOf(2);
    const late = { name: LATE, known: true, sql: { type: 'integer' } } as const;
    const { user } = await open(async () => ({ ...summary, columns: [...columns, late] }));
    write('select late');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await user.click(await screen.findByRole('button', { name: 'Chart' }));
    expect(await screen.findByText('mean over racekey, 2 rows: from 2.5 to 14.2778.')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Up' }), LATE);
    expect(screen.queryByText(/over racekey/)).toBeNull();
  });

  it('begins at the top with the rows of another query', async () => {
    const { user } = await open(async () => summaryOf(2));
    const currentRow = () =>
      document
        .querySelector('[role="gridcell"][tabindex="0"]')
        ?.closest('[role="row"]')
        ?.getAttribute('aria-rowindex');
    const run = async (sql: string) => {
      write(sql);
      await user.click(screen.getByRole('button', { name: 'Run' }));
    };
    await run('select 1');
    await screen.findByText('2 rows');
    const first = currentRow();
    document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
    await user.keyboard('{ArrowDown}');
    expect(currentRow()).not.toBe(first);
    await run('select 2');
    await waitFor(() => expect(currentRow()).toBe(first));
  });

  it('leaves the columns as they are when their panel shows them in order', async () => {
    const { user } = await open(async () => summaryOf(2));
    write('select 1');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await screen.findByText('2 rows');
    await user.click(screen.getByRole('button', { name: /^Columns/ }));
    await user.click(screen.getByRole('checkbox', { name: /mean/ }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /mean/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Shown, in order' }));
    expect(screen.queryByRole('columnheader', { name: /mean/ })).toBeNull();
    expect(screen.getByRole('columnheader', { name: /racekey|Race/ })).toBeDefined();
  });

  it('refuses a query that is too long to be kept', async () => {
    await open(async () => summaryOf(2));
    write(`select '${'x'.repeat(7000)}'`);
    expect(await screen.findByText(/At most 6,000 can be run/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true);
  });
});
