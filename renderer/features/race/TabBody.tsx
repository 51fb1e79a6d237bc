// The body of a race's tab: scrolling content, with the state of the data, the actions and a note in the lines around it.
// While the records load, or if they fail to, it shows that instead.

import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import { Completeness } from '../../components/Completeness.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { focusRows, hasLostFocus } from '../../components/focus.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useRememberedScroll } from '../../app/navigation/use-remembered-scroll.ts';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { ScreenReasons } from '../exports/screen-reasons.ts';
import { againAll } from './batch.ts';
import { InRacePlace } from './race-places.tsx';
import type { LoadedRace } from './use-race-sheet.ts';

const NO_REASONS: readonly Incompleteness[] = [];

interface TabBodyProps {
  readonly main: LoadedRace;
  /** The scroll position is stored under this name. */
  readonly memoryName: string;
  /** The summary of everything on the tab; by default of the main records. */
  readonly summary?:
    | Pick<
        Summary,
        | 'records'
        | 'complete'
        | 'reasons'
        | 'quarantined'
        | 'drift'
        | 'repeated'
        | 'provisional'
        | 'fetchedAt'
      >
    | undefined;
  /**
   * What else its rows are joined from. The tab waits for them, since a rider of the card or a row without a name would
   * be taken for what the records say; one that failed is reported above the rows.
   */
  readonly joined?: readonly LoadedRace[];
  readonly onRefresh: () => void;
  /** A short text at the foot: where the figures are from. */
  readonly note?: ReactNode;
  /** The export button. */
  readonly actions?: ReactNode;
  /** A panel beside the content. */
  readonly beside?: ReactNode;
  /** Called once the main records are loaded. */
  readonly children: () => ReactNode;
}

export function TabBody(props: TabBodyProps) {
  const { main, joined = [] } = props;
  if (main.state === 'failed') return <FailureNotice thrown={main.thrown} onRetry={main.again} />;
  if ([main, ...joined].some(({ state }) => state === 'loading')) return <Skeleton rows={16} />;
  return <Loaded {...props} />;
}

function Loaded({
  main,
  memoryName,
  summary,
  joined = [],
  onRefresh,
  note,
  actions,
  beside,
  children,
}: TabBodyProps) {
  const { t } = useTranslation('race');
  const scrolled = useRememberedScroll(`${memoryName}.scroll`);
  useEffect(() => {
    // Another tab or race takes the focused element from the screen, so this one takes the focus for the keyboard.
    if (!hasLostFocus()) return;
    if (scrolled.current !== null && !focusRows(scrolled.current))
      scrolled.current.focus({ preventScroll: true });
  }, [scrolled]);
  // What was known at a time before has no state of its own; that of the other records on the tab would be taken for it.
  const account = main.loaded === undefined ? undefined : (summary ?? main.loaded);
  const unread = [main, ...joined].filter(({ thrown }) => thrown !== null);
  return (
    <>
      <InRacePlace name="bar">
        {/* Without records there is no badge: a race that has not been run is not a complete set. */}
        {account !== undefined && account.records > 0 && main.records.length > 0 && (
          <Completeness summary={account} />
        )}
        {/* What was known at a time before stays as it was. */}
        {main.loaded === undefined ? null : (
          <IconButton label={t('refresh')} onPress={onRefresh} isDisabled={main.isRefreshing}>
            ⟳
          </IconButton>
        )}
        <ScreenReasons value={account?.reasons ?? NO_REASONS}>{actions}</ScreenReasons>
      </InRacePlace>
      <InRacePlace name="note">{note == null ? null : <span>{note}</span>}</InRacePlace>
      {unread[0] === undefined ? null : (
        <FailureNotice thrown={unread[0].thrown} onRetry={againAll(...unread)} />
      )}
      <div className="tab-body-around">
        <div ref={scrolled} className="tab-body" tabIndex={-1}>
          <FiguresOf read={[main.loaded, ...joined.map(({ loaded }) => loaded)]}>{children()}</FiguresOf>
        </div>
        {beside}
      </div>
    </>
  );
}
