// SQL over what is stored: the editor with help and history beside it, and the result in the grid of all tables.

import { useEffect, useRef, type FunctionComponent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { LONGEST_SQL } from '#shared/bridge/source.ts';
import { isOnScreen, isRunKey } from '../../app/commands/run-key.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PanelSides } from '../table/PanelSides.tsx';
import { usePreparedTableState } from '../table/use-table-state.ts';
import { helpAt } from './help-at.ts';
import { HelpPanel } from './HelpPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { QueryBar } from './QueryBar.tsx';
import { SqlEditor, type EditorHandle, type SqlEditorProps } from './SqlEditor.tsx';
import { SqlResult, Stopped } from './SqlResult.tsx';
import { useQueryCommands } from './use-query-commands.ts';
import { useSqlQuery } from './use-query.ts';
import './sql.css';

const SIDES = ['help', 'history'] as const;

type Side = (typeof SIDES)[number];

/** The heading, where keys are commands again. */
const leaveEditor = (): void => document.querySelector<HTMLElement>('main h1')?.focus();

export const SqlScreen = (): ReactNode => <QueryScreen Editor={SqlEditor} />;

interface QueryScreenProps {
  /** Tests write without a real editor, which needs the layout of a page. */
  readonly Editor: FunctionComponent<SqlEditorProps>;
}

export function QueryScreen({ Editor }: QueryScreenProps): ReactNode {
  const { t } = useTranslation('sql');
  const query = useSqlQuery();
  const { text, setText, opened, isRunning, run, stop, problem } = query;
  const [side, setSide] = useStepMemory<Side>('side', 'help');
  const [place, setPlace] = useStepMemory('place', 0);
  const editor = useRef<EditorHandle>(null);
  usePreparedTableState('sql');
  useEffect(() => editor.current?.focus(), []);

  const start = (): void => {
    editor.current?.settle();
    run();
  };
  const choose = (sql: string): void => {
    setText(sql);
    editor.current?.focus();
  };
  useQueryCommands({
    isRunning,
    onRun: start,
    onStop: stop,
    onWrite: () => editor.current?.focus(),
    onBeside: () => setSide(side === 'help' ? 'history' : 'help'),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const isStop = event.key === 'Escape' && isRunning && isOnScreen(event) && !event.nativeEvent.isComposing;
    if (isRunKey(event)) start();
    else if (isStop) stop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div role="presentation" className="sql-screen" onKeyDownCapture={onKeyDown}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} leavesFocus />
      <div className="sql-work">
        <div className="sql-writing">
          <Editor
            ref={editor}
            text={text}
            onText={(next, at) => {
              setText(next);
              setPlace(at);
            }}
            onPlace={setPlace}
            onLeave={leaveEditor}
            problem={problem}
          />
          <QueryBar
            isRunning={isRunning}
            isEmpty={text.trim() === ''}
            tooLong={query.isTooLong ? { count: text.trim().length, most: LONGEST_SQL } : undefined}
            onRun={start}
            onStop={stop}
          />
        </div>
        <aside className="sql-beside" aria-label={t('beside')}>
          <PanelSides
            label={t('beside')}
            sides={SIDES.map((id) => ({ id, label: t(id) }))}
            shown={side}
            onShow={setSide}
          />
          {side === 'help' ? (
            <HelpPanel
              help={helpAt(text, place)}
              onInsert={(name) => editor.current?.insert(name)}
              onExample={choose}
            />
          ) : (
            <HistoryPanel onChoose={choose} />
          )}
        </aside>
      </div>
      {opened === undefined && query.isStopped ? (
        <Stopped />
      ) : opened === undefined ? (
        <EmptyState title={t('nothingRun')} text={t('nothingRunText')} />
      ) : (
        <SqlResult opened={opened} isRunning={isRunning} />
      )}
    </div>
  );
}
