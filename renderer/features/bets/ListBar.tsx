// The bar above a list: which list, its name, and what can be done with it.

import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import type { BetReport } from '#shared/betting/report.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands } from '../../app/commands/commands.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { WrittenFile } from '../../components/WrittenFile.tsx';
import { useLatest } from '../../components/use-latest.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { ListEdit, ListEditor } from './list-editor.ts';
import { ElsewhereLine } from './ElsewhereLine.tsx';
import type { BetLists } from './use-bet-lists.ts';

interface ListBarProps {
  readonly editor: ListEditor;
  readonly edit: ListEdit;
  readonly lists: BetLists;
  readonly report: BetReport | undefined;
  readonly onFile: (file: File) => void;
  readonly onMarks: () => void;
}

export function ListBar({ editor, edit, lists, report, onFile, onMarks }: ListBarProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const { client } = useBridge();
  const { list } = edit;
  const file = useRef<HTMLInputElement>(null);
  const { removed } = lists;
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const written = useMutation({
    mutationFn: async () => client.bets.write({ text: list.text, name: list.name, language }),
  });
  const act = (step: () => Promise<void>): void =>
    acting.mutate(async () => {
      await editor.flush();
      await step();
    });
  const create = useLatest(() => act(() => lists.create()));
  const marks = useLatest(onMarks);
  const choose = useLatest(() => file.current?.click());
  useCommands(
    useMemo(
      () =>
        foundInBoth(t, 'bets', (translate) => [
          { id: 'bets.new', group: 'here', label: translate('newList'), keys: ['Alt+l'], run: create },
          { id: 'bets.open', group: 'here', label: translate('openFile'), keys: ['Alt+o'], run: choose },
          { id: 'bets.marks', group: 'here', label: translate('fromMarks'), keys: ['Alt+b'], run: marks },
        ]),
      [t, create, choose, marks],
    ),
  );
  const isStored = lists.lists.some(({ id }) => id === list.id);
  const options = lists.lists.map(({ id, name }) => ({ id, name, label: id === list.id ? list.name : name }));
  const thrown = acting.error ?? written.error;
  return (
    <div className="bets-bar">
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {lists.lists.length > 1 && (
              <Select
                label={t('list')}
                options={options}
                value={list.id}
                onChange={(id) => act(async () => lists.open(id))}
              />
            )}
            <TextField label={t('name')} value={list.name} onChange={(name) => editor.rename(name, edit)} />
            <Button onPress={create} isDisabled={!isStored}>
              {t('newList')}
            </Button>
            <Button onPress={choose}>{t('openFile')}</Button>
            <FileInput
              input={file}
              label={t('openFile')}
              accept=".railbird-bets,.csv,.tsv,.txt,text/*"
              onChoose={onFile}
            />
            <Button onPress={marks}>{t('fromMarks')}</Button>
            <Button
              isDisabled={(report?.bets.length ?? 0) + (report?.bad.length ?? 0) === 0}
              isPending={written.isPending}
              onPress={() => written.mutate()}
            >
              {t('export')}
            </Button>
            <Button kind="quiet" isDisabled={!isStored} onPress={() => act(() => lists.remove())}>
              {t('removeList')}
            </Button>
          </>
        }
      />
      <div role="status" className="bets-bar-status">
        {written.data?.path === undefined ? null : (
          <p>
            <WrittenFile file={written.data} />
          </p>
        )}
        <ElsewhereLine
          edit={edit}
          onShow={(id) => act(async () => lists.open(id))}
          onClose={() => editor.forgetElsewhere()}
        />
        {removed === undefined ? null : (
          <p>
            {t('removed', { name: removed.name })}{' '}
            <Button kind="quiet" onPress={() => act(lists.restore)}>
              {t('restore')}
            </Button>
          </p>
        )}
      </div>
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
    </div>
  );
}
