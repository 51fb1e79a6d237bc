// "Report a problem": the report as it would be saved, which the user reads, completes and saves.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { create } from 'zustand';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { WrittenFile } from '../../components/WrittenFile.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import './ReportDialog.css';

const useReportStore = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openReport = (): void => useReportStore.setState({ isOpen: true });
const closeReport = (): void => useReportStore.setState({ isOpen: false });

/** Shown once `openReport` was called. */
export function ReportDialog(): ReactNode {
  const isOpen = useReportStore((state) => state.isOpen);
  return isOpen ? <OpenReport /> : null;
}

function OpenReport(): ReactNode {
  const { t } = useTranslation(['report', 'shell']);
  const { queries } = useBridge();
  const language = useLanguage();
  const id = useId();
  const read = useQuery({ ...queries.app.report.queryOptions(), staleTime: 0, gcTime: 0 });
  const [happened, setHappened] = useState('');
  const [edited, setEdited] = useState<string>();
  const written = useMutation(queries.app.writeReport.mutationOptions());
  const facts = edited ?? read.data?.text;
  const save = (): void =>
    written.mutate({ text: `# ${t('happened')}\n\n${happened.trim()}\n\n${facts ?? ''}`, language });
  return (
    <Dialog
      title={t('title')}
      isOpen
      onClose={closeReport}
      actions={
        <>
          <Button onPress={closeReport}>{t('shell:close')}</Button>
          <Button
            kind="primary"
            isDisabled={facts === undefined}
            isPending={written.isPending}
            onPress={save}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="report">
        <p>{t('meaning')}</p>
        <label htmlFor={`${id}-happened`}>{t('happened')}</label>
        <textarea
          id={`${id}-happened`}
          rows={3}
          maxLength={10_000}
          value={happened}
          placeholder={t('happenedExample')}
          onChange={(event) => setHappened(event.target.value)}
        />
        <label htmlFor={`${id}-facts`}>{t('facts')}</label>
        <textarea
          id={`${id}-facts`}
          className="report-facts"
          spellCheck={false}
          wrap="off"
          value={facts ?? t('shell:loading')}
          readOnly={facts === undefined}
          onChange={(event) => setEdited(event.target.value)}
        />
        {read.error === null ? null : <FailureNotice thrown={read.error} />}
        {written.error === null ? null : <FailureNotice thrown={written.error} />}
        <p role="status" className="report-written">
          <WrittenFile file={written.data} />
        </p>
      </div>
    </Dialog>
  );
}
