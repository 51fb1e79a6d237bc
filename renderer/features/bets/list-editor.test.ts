// Two windows that write into one list: every line that anyone typed is on disk afterwards, whatever is slow or fails.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codedError } from '../../testing/coded-error.ts';
import { ListEditor, type EditedList, type ListStore, type StoredList } from './list-editor.ts';

const FIRST: StoredList = { id: 'one', name: 'List 1', text: 'first\n', revision: 'List 1|first\n' };

const revisionOf = ({ name, text }: Omit<EditedList, 'id'>): string => `${name}|${text}`;

/** The lists of the core, which takes one change after another. */
function core(lists: readonly StoredList[] = [FIRST]) {
  const kept = new Map(lists.map((list) => [list.id, list]));
  let ids = 0;
  const store: ListStore = {
    save: async ({ basis, ...list }) => {
      const before = kept.get(list.id);
      const stored = { ...list, revision: revisionOf(list) };
      if (before?.revision !== basis && before?.revision !== stored.revision)
        throw codedError('CHANGED_ELSEWHERE', { name: list.name });
      if ([...kept.values()].some(({ id, name }) => id !== list.id && name === list.name))
        throw codedError('BET_LIST_NAME_TAKEN', { name: list.name });
      kept.set(list.id, stored);
      return stored;
    },
    read: async (id) => kept.get(id),
    names: async () => [...kept.values()].map(({ name }) => name),
    newId: () => `copy ${(ids += 1)}`,
  };
  return { store, kept };
}

const textsOf = (kept: ReadonlyMap<string, StoredList>): string[] =>
  [...kept.values()].map(({ text }) => text);

describe('two windows on one list', () => {
  it('keep both texts: the later one becomes a list of its own, with which its window goes on', async () => {
    const { store, kept } = core();
    const [here, there] = [new ListEditor(FIRST, store), new ListEditor(FIRST, store)];
    here.write('first\nhere\n');
    there.write('first\nthere\n');
    await here.flush();
    const flushed = there.flush();
    there.write('first\nthere\nwhile it is saved\n');
    await flushed;
    expect([...kept.values()].map(({ name, text }) => [name, text])).toEqual([
      ['List 1', 'first\nhere\n'],
      ['List 1 2', 'first\nthere\nwhile it is saved\n'],
    ]);
    expect(there.edit).toMatchObject({
      list: { name: 'List 1 2' },
      state: 'saved',
      elsewhere: { did: 'change', id: 'one', name: 'List 1' },
    });
    expect(here.edit.elsewhere).toBeUndefined();
  });

  it('follow each other while nothing is written', async () => {
    const { store } = core();
    const [here, there] = [new ListEditor(FIRST, store), new ListEditor(FIRST, store)];
    here.write('changed');
    await here.flush();
    await there.refresh();
    expect(there.edit.list.text).toBe('changed');
    there.write('changed twice');
    await there.flush();
    await here.refresh();
    expect([here.edit.list.text, here.edit.elsewhere, there.edit.elsewhere]).toEqual([
      'changed twice',
      undefined,
      undefined,
    ]);
  });

  it('make one list of a name that was changed here and a text that was changed there', async () => {
    const { store, kept } = core();
    const [here, there] = [new ListEditor(FIRST, store), new ListEditor(FIRST, store)];
    here.rename('November');
    there.write('there');
    await Promise.all([here.flush(), there.flush()]);
    expect([...kept.values()]).toMatchObject([{ id: 'one', name: 'November', text: 'there' }]);
  });

  it('keep a list that one deletes while the other writes', async () => {
    const { store, kept } = core();
    const here = new ListEditor(FIRST, store);
    here.write('written');
    kept.delete('one');
    await here.flush();
    expect(textsOf(kept)).toEqual(['written']);
    expect(here.edit).toMatchObject({ state: 'saved', elsewhere: { did: 'delete', name: 'List 1' } });
  });

  it('do not overwrite what replaced the text that a line was typed into', async () => {
    const { store, kept } = core();
    const [here, there] = [new ListEditor(FIRST, store), new ListEditor(FIRST, store)];
    const onScreen = there.edit;
    here.write('here');
    await here.flush();
    await there.refresh();
    there.write('first\ntyped before the screen followed', onScreen);
    await there.flush();
    expect(textsOf(kept)).toEqual(['here', 'first\ntyped before the screen followed']);
  });
});

describe('one window', () => {
  it('never conflicts with itself, even if answers are lost', async () => {
    const { store, kept } = core();
    let isLost = true;
    const editor = new ListEditor(FIRST, {
      ...store,
      save: async (list) => {
        const saved = await store.save(list);
        if (isLost) throw codedError('INTERNAL');
        return saved;
      },
    });
    editor.write('one');
    await editor.flush();
    editor.write('one two');
    await editor.flush();
    expect(editor.edit.state).toBe('unsaved');
    isLost = false;
    await editor.flush();
    expect([editor.edit.state, editor.edit.elsewhere, textsOf(kept)]).toEqual([
      'saved',
      undefined,
      ['one two'],
    ]);
  });

  it('never conflicts with itself, even if the disk is slow', async () => {
    const { store, kept } = core();
    const disk = Promise.withResolvers<void>();
    let [now, most] = [0, 0];
    const slow: ListStore = {
      ...store,
      save: async (list) => {
        most = Math.max(most, (now += 1));
        await disk.promise;
        now -= 1;
        return store.save(list);
      },
    };
    const editor = new ListEditor(FIRST, slow);
    const saves = ['one', 'one two', 'one two three'].map((text) => {
      editor.write(text);
      return editor.flush();
    });
    disk.resolve();
    await Promise.all(saves);
    expect([most, editor.edit.elsewhere, textsOf(kept)]).toEqual([1, undefined, ['one two three']]);
  });

  it('saves the text under the stored name while the new name is blank or taken', async () => {
    const { store, kept } = core([FIRST, { ...FIRST, id: 'two', name: 'Two', revision: 'Two|first\n' }]);
    const editor = new ListEditor(FIRST, store);
    editor.rename('Two');
    editor.write('text');
    await editor.flush();
    expect([editor.edit.state, kept.get('one')?.name, kept.get('one')?.text]).toEqual([
      'unsaved',
      'List 1',
      'text',
    ]);
    editor.rename(' ');
    editor.write('more text');
    await editor.flush();
    expect([editor.edit.state, kept.get('one')?.text]).toEqual(['saved', 'more text']);
  });

  it('gives a new list the next free name', async () => {
    const { store, kept } = core();
    const editor = new ListEditor({ id: 'new', name: 'List 1', text: '' }, store);
    await editor.flush();
    expect(kept.size).toBe(1);
    editor.write('text');
    await editor.flush();
    expect(kept.get('new')).toMatchObject({ name: 'List 1 2', text: 'text' });
  });
});

/** A window: a person types into the text on the screen, which may lag behind the editor. */
function windowOn(store: ListStore, stored: EditedList) {
  const editor = new ListEditor(stored, store);
  let seen = editor.edit;
  return {
    editor,
    render: () => {
      seen = editor.edit;
    },
    type: (line: string) => {
      editor.write(`${seen.list.text}${line}\n`, seen);
      seen = editor.edit;
    },
  };
}

const WINDOW = fc.nat({ max: 1 });

const STEPS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ is: fc.constant('type' as const), window: WINDOW }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('flush' as const), window: WINDOW }) },
    fc.record({ is: fc.constant('refresh' as const), window: WINDOW }),
    fc.record({ is: fc.constant('render' as const), window: WINDOW }),
    fc.record({ is: fc.constant('rename' as const), window: WINDOW, name: fc.constantFrom('A', 'B', '') }),
    fc.record({ is: fc.constant('delete' as const), window: WINDOW }),
    { weight: 6, arbitrary: fc.record({ is: fc.constant('answer' as const), window: WINDOW }) },
  ),
  { maxLength: 40 },
);

it('loses no line, in any order of typing, slow and failing saves, renaming and deleting', () =>
  fc.assert(
    fc.asyncProperty(STEPS, fc.scheduler(), fc.infiniteStream(fc.nat({ max: 9 })), async (steps, s, luck) => {
      const { store, kept } = core();
      let isReliable = false;
      const fails = (number: number): boolean => !isReliable && luck.next().value === number;
      const slow =
        <Asked extends unknown[], Answer>(act: (...asked: Asked) => Promise<Answer>) =>
        async (...asked: Asked): Promise<Answer> => {
          if (!isReliable) await s.schedule(Promise.resolve(), 'call');
          if (fails(0)) throw codedError('FILE_FAILED');
          const answer = await act(...asked);
          if (!isReliable) await s.schedule(Promise.resolve(), 'answer');
          if (fails(1)) throw codedError('INTERNAL');
          return answer;
        };
      const far = { ...store, save: slow(store.save), read: slow(store.read), names: slow(store.names) };
      const windows = [windowOn(far, FIRST), windowOn(far, FIRST)] as const;
      const typed: string[] = [];
      /** What someone deleted was on their screen, from where it can be restored. */
      const deleted: string[] = [];
      for (const step of steps) {
        const { editor, render, type } = windows[step.window === 0 ? 0 : 1];
        if (step.is === 'type') {
          typed.push(`line ${typed.length}.`);
          type(typed.at(-1) ?? '');
        } else if (step.is === 'flush') void editor.flush();
        else if (step.is === 'refresh') void editor.refresh();
        else if (step.is === 'render') render();
        else if (step.is === 'rename') editor.rename(step.name);
        else if (step.is === 'answer') {
          if (s.count() > 0) await s.waitOne();
        } else {
          const { base, list } = editor.edit;
          if (base === undefined || editor.isUnsaved || kept.get(list.id)?.revision !== base.revision)
            continue;
          deleted.push(base.text);
          kept.delete(list.id);
        }
      }
      isReliable = true;
      await s.waitAll();
      for (const { editor } of windows) {
        await editor.flush();
        await editor.flush();
        expect(editor.isUnsaved && editor.edit.thrown === null).toBe(false);
      }
      const all = [...textsOf(kept), ...deleted].join('');
      expect(typed.filter((line) => !all.includes(line))).toEqual([]);
    }),
    { numRuns: 400 },
  ));
