import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedFile } from '#shared/bridge/app.ts';
import { RailbirdError } from '#shared/errors.ts';
import { ruleSchema, ruleText } from '#shared/rules/rule.ts';
import { viewSchema } from '#shared/saved-views/view.ts';
import { writeViews } from '#shared/saved-views/views-file.ts';
import { useNavigationStore } from '../navigation/navigation.ts';
import { currentStep } from '../navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing } from '../../testing/fake-bridge.ts';
import { OpenedFiles } from './OpenedFiles.tsx';

const VIEW = viewSchema.parse({
  id: 'v1',
  table: 'd_se',
  name: 'Riders',
  content: { columns: { widths: {} }, sort: [], filters: [], quick: '' },
});
const RULE = ruleSchema.parse({
  railbird: 'rule',
  version: 2,
  name: 'Fast favourites',
  choosing: { from: '20260101', to: '20260630' },
  filters: [],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
});

const step = () => currentStep(useNavigationStore.getState().trail);

/** What was asked of the bridge, in order. */
let calls: unknown[];
const ADOPTED = { views: [{ table: 'd_se', name: 'Riders' }], layouts: 0, renamed: 0, present: 0 };
/** The answer to the import of views. */
let adoptAnswer = ADOPTED;
const noting =
  <Answer,>(name: string, answer: Answer) =>
  async (input: unknown): Promise<Answer> => {
    calls.push([name, input]);
    return answer;
  };

/** The window, which the system hands a file; there are a view, a rule and a list of these names if `isTaken`. */
async function open(file: OpenedFile, isTaken = false): Promise<void> {
  const client = fakeBridge({
    app: { files: async () => standing(file) },
    views: {
      list: async () => ({ views: isTaken ? [VIEW] : [], layouts: [] }),
      adopt: noting('views.adopt', adoptAnswer),
    },
    rules: {
      list: async () => ({
        rules: isTaken ? [{ id: 'old', rule: RULE, records: {} }] : [],
        unreadable: [],
        folder: '/rules',
      }),
      save: noting('rules.save', { id: 'new' }),
    },
    bets: {
      lists: async () => (isTaken ? [{ id: 'list', name: 'Sunday', at: 1 }] : []),
      save: async (list: object) => {
        calls.push(['bets.save', list]);
        return { at: 2, ...list };
      },
    },
  });
  await draw(<OpenedFiles />, client);
}

beforeEach(() => {
  calls = [];
  adoptAnswer = ADOPTED;
  vi.stubGlobal('railbird', { requestPort: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const views = { name: 'riders.railbird-views', text: writeViews([VIEW], []) };
const rule = { name: 'fast.railbird-rule', text: ruleText(RULE) };
const bets = { name: 'Sunday.railbird-bets', text: '20261122,05,11,win,7,100' };
const answer = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }));

describe('a file of the system', () => {
  it('with views adds them and shows their table', async () => {
    await open(views);
    expect(await screen.findByText(/From “riders\.railbird-views”\. Views: 1, layouts: 0/)).toBeDefined();
    expect(calls).toMatchObject([['views.adopt', { views: [{ name: 'Riders' }] }]]);
    expect(step().route).toEqual({ screen: 'table', table: 'd_se' });
  });

  it('with views that are all stored already says that nothing was added', async () => {
    adoptAnswer = { ...ADOPTED, views: [], present: 1 };
    await open(views);
    expect(
      await screen.findByText(/^Nothing was added: .*“riders\.railbird-views” are here already/),
    ).toBeDefined();
  });

  it('with a rule adds it and opens it in the editor', async () => {
    await open(rule);
    expect(await screen.findByText(/the rule “Fast favourites”/)).toBeDefined();
    expect(calls).toEqual([['rules.save', { rule: RULE }]]);
    expect(step()).toMatchObject({
      route: { screen: 'rules' },
      memory: { 'rules.draft': { id: 'new', rule: RULE } },
    });
  });

  it('with bets adds a list and opens it, also one of another program', async () => {
    await open({ ...bets, name: 'Sunday.csv' });
    expect(await screen.findByText(/the bet list “Sunday”/)).toBeDefined();
    expect(calls).toMatchObject([['bets.save', { name: 'Sunday', text: bets.text }]]);
    expect(step().route).toEqual({ screen: 'bets' });
  });

  it.each([
    ['views', views, ['views.adopt', { overwrites: true, views: [{ name: 'Riders' }] }]],
    ['rule', rule, ['rules.save', { id: 'old', rule: RULE }]],
    ['bets', bets, ['bets.save', { id: 'list', name: 'Sunday', text: bets.text }]],
  ] as const)('with %s of a name in use asks, and overwrites only then', async (_kind, file, saved) => {
    await open(file, true);
    expect(await screen.findByText(/of this name is there already/)).toBeDefined();
    expect(calls).toEqual([]);
    await answer('Overwrite');
    await screen.findByText(/^From “/);
    expect(calls).toMatchObject([saved]);
  });

  it.each([
    ['views', views, ['views.adopt', { views: [{ name: 'Riders' }] }]],
    ['rule', rule, ['rules.save', { rule: { name: 'Fast favourites (2)' } }]],
    ['bets', bets, ['bets.save', { name: 'Sunday 2' }]],
  ] as const)('with %s of a name in use can be kept beside it', async (_kind, file, saved) => {
    await open(file, true);
    await answer('Keep both');
    await screen.findByText(/^From “/);
    expect(calls).toMatchObject([saved]);
    expect(JSON.stringify(calls)).not.toMatch(/"id":"(?:v1|old|list)"/);
  });

  it('adds nothing when the question is cancelled', async () => {
    await open(views, true);
    const before = step().route;
    await answer('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([calls, step().route]).toEqual([[], before]);
  });

  it.each([
    ['that is gone', { name: 'a.csv', problem: 'unreadable' }, /Check that it still exists/],
    ['that is very large', { name: 'a.csv', problem: 'too_large' }, /larger than the 16 MB/],
    ['of another kind', { name: 'a.pdf', text: '%PDF' }, /This file is none of them/],
    ['that is no text', { name: 'a.csv', text: 'PK\0\0' }, /This file is none of them/],
    ['with views cut short', { ...views, text: views.text.slice(0, 50) }, /not valid JSON/],
    ['of a newer version', { ...views, text: '{"format":"railbird-views","version":2}' }, /newer version/],
    ['with a broken rule', { ...rule, text: rule.text.replace('20260101', 'May') }, /choosing\.from/],
    ['that is no rule', { ...rule, text: '[' }, /The file is not JSON/],
  ] as const)('%s says so and changes nothing', async (_what, file, words) => {
    await open(file);
    expect(await screen.findByText(`“${file.name}” was not opened`)).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('a dropped file', () => {
  const drop = (files: readonly File[]): boolean => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    fireEvent(window, Object.assign(event, { dataTransfer: { files, types: ['Files'] } }));
    return event.defaultPrevented;
  };

  it('is opened, and the browser does not leave the app for it', async () => {
    vi.unstubAllGlobals();
    await open({ name: 'unused' });
    expect(drop([new File([rule.text], rule.name), new File(['x'], 'a.pdf')])).toBe(true);
    expect(await screen.findByText(/the rule “Fast favourites”/)).toBeDefined();
    expect(await screen.findByText('“a.pdf” was not opened')).toBeDefined();
  });

  it('of several that fail, one that is closed leaves the words of the others', async () => {
    vi.unstubAllGlobals();
    await open({ name: 'unused' });
    drop([new File(['x'], 'a.pdf'), new File(['x'], 'b.pdf')]);
    expect(await screen.findByText('“b.pdf” was not opened')).toBeDefined();
    const [first] = screen.getAllByRole('button', { name: 'Close' });
    fireEvent.click(first ?? document.body);
    expect(screen.queryByText('“a.pdf” was not opened')).toBeNull();
    expect(screen.getByText('“b.pdf” was not opened')).toBeDefined();
  });

  it('whose saving fails says why, until that is closed', async () => {
    vi.unstubAllGlobals();
    const save = () => Promise.reject(new RailbirdError('FILE_FAILED', { path: '/x' }));
    const list = async () => ({ rules: [], unreadable: [], folder: '' });
    await draw(<OpenedFiles />, fakeBridge({ rules: { list, save } }));
    drop([new File([rule.text], rule.name)]);
    expect(await screen.findByRole('alert')).toBeDefined();
    await answer('Close');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
