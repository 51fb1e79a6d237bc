// What the palette and the keys do on the SQL screen, wherever the focus is.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { useLatest } from '../../components/use-latest.ts';

const NAMESPACES = ['sql'] as const;

interface QueryActions {
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Back to the editor. */
  readonly onWrite: () => void;
  /** The other panel beside the query. */
  readonly onBeside: () => void;
}

export function useQueryCommands({ isRunning, onRun, onStop, onWrite, onBeside }: QueryActions): void {
  const { t } = useTranslation(NAMESPACES);
  const run = useLatest(onRun);
  const stop = useLatest(onStop);
  const write = useLatest(onWrite);
  const beside = useLatest(onBeside);
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, NAMESPACES, (translate): readonly Command[] => [
        isRunning
          ? { id: 'sql.stop', group: 'here', label: translate('sql:stop'), keys: ['Escape'], run: stop }
          : { id: 'sql.run', group: 'here', label: translate('sql:run'), keys: ['Ctrl+Enter'], run },
        { id: 'sql.write', group: 'here', label: translate('sql:write'), keys: ['e'], run: write },
        { id: 'sql.beside', group: 'here', label: translate('sql:otherPanel'), keys: ['b'], run: beside },
      ]),
    [t, isRunning, run, stop, write, beside],
  );
  useCommands(commands);
}
