// Lists of bets: the list on one side, what it returned on the other.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { BetListPanes } from './BetListPanes.tsx';
import { useBetLists } from './use-bet-lists.ts';
import './bets.css';

export function BetsScreen(): ReactNode {
  const { t } = useTranslation('bets');
  const lists = useBetLists();
  return (
    <div className="bets-screen">
      {lists.editor === undefined && <PageHeader title={t('title')} subtitle={t('subtitle')} />}
      {lists.thrown === null ? null : <FailureNotice thrown={lists.thrown} />}
      {lists.editor === undefined ? (
        lists.thrown === null && <Skeleton rows={8} />
      ) : (
        <BetListPanes key={lists.editor.key} editor={lists.editor} lists={lists} />
      )}
    </div>
  );
}
