// Files that the system, a drop or a command opens in the window: what came of each, and the question before anything of
// the same name is replaced.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { OpenedFile } from '#shared/bridge/app.ts';
import { LONGEST_BET_LIST } from '#shared/bridge/bets.ts';
import { FILE_TYPES, LARGEST_OPENED } from '#shared/opened-files.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useLatest } from '../../components/use-latest.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../commands/both-languages.ts';
import { useCommands, type Command } from '../commands/commands.ts';
import { addOffer, takenNames, type Added } from './add-offer.ts';
import { openedFileOf, readOffer, type FileProblem, type Offer } from './read-file.ts';

type Outcome =
  | { readonly added: Added }
  | { readonly name: string; readonly problem: FileProblem }
  | { readonly thrown: unknown };

interface Question {
  readonly offer: Offer;
  /** The names that are in use. */
  readonly taken: readonly string[];
}

/** Names in the question; more are counted. */
const MOST_NAMED = 3;
const ACCEPTED = [...FILE_TYPES.map(({ ending }) => `.${ending}`), '.json', '.csv', '.tsv', '.txt'].join(',');
const NO_LIST = z.string().max(64);

export function OpenedFiles(): ReactNode {
  const { t } = useTranslation('files');
  const bridge = useBridge();
  const cache = useQueryClient();
  const current = useRemembered('bets.list', NO_LIST, '');
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const chosen = useRef<HTMLInputElement>(null);
  const tell = (outcome: Outcome): void => setOutcomes((shown) => [...shown, outcome]);

  const add = async (offer: Offer, overwrites: boolean): Promise<void> => {
    try {
      tell({ added: await addOffer(bridge, cache, offer, { overwrites, openList: current.keep }) });
    } catch (thrown) {
      tell({ thrown });
    }
  };
  const take = useLatest(async (file: OpenedFile): Promise<void> => {
    const read = readOffer(file);
    if ('problem' in read) return tell({ name: file.name, problem: read.problem });
    try {
      const taken = await takenNames(bridge, read.offer);
      if (taken.length === 0) await add(read.offer, false);
      else setQuestions((asked) => [...asked, { offer: read.offer, taken }]);
    } catch (thrown) {
      tell({ thrown });
    }
  });
  const takeAll = useLatest(async (files: readonly File[]): Promise<void> => {
    for (const file of files) await take(await openedFileOf(file));
  });
  useSystemFiles(take);
  useDroppedFiles(takeAll);
  const choose = useLatest(() => chosen.current?.click());
  useCommands(
    useMemo<readonly Command[]>(
      () =>
        foundInBoth(t, 'files', (translate) => [
          { id: 'open-file', group: 'app', label: translate('open'), run: choose },
        ]),
      [t, choose],
    ),
  );
  const [question] = questions;
  const answer = (overwrites?: boolean): void => {
    setQuestions(questions.slice(1));
    if (question !== undefined && overwrites !== undefined) void add(question.offer, overwrites);
  };
  return (
    <>
      <FileInput
        input={chosen}
        label={t('open')}
        accept={ACCEPTED}
        onChoose={(file) => void takeAll([file])}
      />
      {question !== undefined && <Overwriting question={question} onAnswer={answer} />}
      {outcomes.map((outcome, at) => (
        <OutcomeNotice
          key={at}
          outcome={outcome}
          onClose={() => setOutcomes((shown) => shown.filter((each) => each !== outcome))}
        />
      ))}
    </>
  );
}

interface OverwritingProps {
  readonly question: Question;
  /** Without an answer, nothing is added. */
  readonly onAnswer: (overwrites?: boolean) => void;
}

function Overwriting({ question: { offer, taken }, onAnswer }: OverwritingProps): ReactNode {
  const { t } = useTranslation(['files', 'shell']);
  const named = taken.slice(0, MOST_NAMED).join(', ');
  const further = taken.length - MOST_NAMED;
  const names = further > 0 ? t('more', { names: named, count: further }) : named;
  return (
    <Dialog
      title={t('question', { name: offer.name })}
      isOpen
      onClose={() => onAnswer()}
      actions={
        <>
          <Button onPress={() => onAnswer()}>{t('shell:cancel')}</Button>
          <Button kind="danger" onPress={() => onAnswer(true)}>
            {t('overwrite')}
          </Button>
          <Button kind="primary" onPress={() => onAnswer(false)}>
            {t('keepBoth')}
          </Button>
        </>
      }
    >
      <p>{t(`taken.${offer.kind}`, { names, count: taken.length })}</p>
      <p>{t('overwriteMeaning')}</p>
    </Dialog>
  );
}

function OutcomeNotice({
  outcome,
  onClose,
}: {
  readonly outcome: Outcome;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation(['files', 'shell']);
  if ('thrown' in outcome) return <FailureNotice thrown={outcome.thrown} onClose={onClose} />;
  const close = <Button onPress={onClose}>{t('shell:close')}</Button>;
  if ('added' in outcome) {
    const { added } = outcome;
    return <Notice kind="info" title={t(`opened.${added.kind}`, { ...added })} actions={close} />;
  }
  return (
    <Notice kind="error" title={t('refused', { name: outcome.name })} actions={close}>
      <ProblemWords problem={outcome.problem} />
    </Notice>
  );
}

function ProblemWords({ problem }: { readonly problem: FileProblem }): ReactNode {
  const { t } = useTranslation(['files', 'views']);
  const language = useLanguage();
  switch (problem.is) {
    case 'views':
      return t(`views:problems.${problem.read.problem}`, { at: problem.read.at ?? '' });
    case 'rule':
      return t('problems.rule', { problem: problem.problem[language] });
    case 'too_large':
      return t('problems.too_large', { most: LARGEST_OPENED / 1024 / 1024 });
    case 'long':
      return t('problems.long', { most: LONGEST_BET_LIST });
    default:
      return t(`problems.${problem.is}`);
  }
}

/** Takes what the system opens in the desktop app; other hosts get nothing. */
function useSystemFiles(take: (file: OpenedFile) => Promise<void>): void {
  const { client } = useBridge();
  useEffect(() => {
    if (window.railbird === undefined) return undefined;
    const end = new AbortController();
    const read = async (): Promise<void> => {
      for await (const file of await client.app.files(undefined, { signal: end.signal })) await take(file);
    };
    // The status bar says that the app is gone, if it is.
    read().catch(() => undefined);
    return () => end.abort();
  }, [client, take]);
}

/** Takes files that are dropped anywhere; without this a browser leaves the app and shows the file. */
function useDroppedFiles(takeAll: (files: readonly File[]) => Promise<void>): void {
  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      // A part of the screen has taken them, as the text of a bet list does.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      void takeAll(files);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [takeAll]);
}
