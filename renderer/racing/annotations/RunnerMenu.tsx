// What a person can do with a runner: mark it, take a note, watch its horse, open it.

import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { glyphOfMark, MARKS, ofHorse } from '#shared/annotations/annotation.ts';
import type { Language } from '#shared/text.ts';
import { navigation, tabActions } from '../../app/navigation/navigation.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { EntryMenu, type MenuEntry } from '../../components/EntryMenu.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { figuresAt, openAboutFigures } from '../figures/shown-figures.ts';
import { runnerKeyOf, titleOf, wordsOfMark, type MarkedRunner } from './marked-runner.ts';

interface RunnerMenuProps {
  readonly runner: MarkedRunner;
  readonly annotations: ShownAnnotations;
  readonly anchor: HTMLElement | null;
  readonly onNote: () => void;
  readonly onClose: () => void;
}

export function RunnerMenu({ runner, annotations, anchor, onNote, onClose }: RunnerMenuProps): ReactNode {
  const { t } = useTranslation('annotations');
  const { t: figureTexts } = useTranslation('figures');
  const entries = useRunnerEntries(runner, annotations, onNote);
  const figures = figuresAt(anchor);
  const about: MenuEntry[] =
    figures === undefined
      ? []
      : [{ id: 'about', label: figureTexts('about'), keys: 'Alt+i', run: () => openAboutFigures(figures) }];
  return (
    <EntryMenu label={titleOf(runner, t)} anchor={anchor} groups={[...entries, about]} onClose={onClose} />
  );
}

/** The marks, then notes and watching, then opening. */
function useRunnerEntries(
  runner: MarkedRunner,
  { of, change }: ShownAnnotations,
  onNote: () => void,
): readonly (readonly MenuEntry[])[] {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const { racedate, name, horseId } = runner;
  const key = runnerKeyOf(runner);
  const about = { ...(racedate === undefined ? {} : { racedate }), name };
  const marks =
    key === undefined
      ? [{ id: 'mark.numberless', label: t('numberless'), isDisabled: true, run: () => undefined }]
      : markEntries(of(key)?.mark, (code) => change({ ...key, ...about, mark: code }), t, language);
  const note = { id: 'note', label: t('openNote'), keys: 'n', run: onNote };
  if (horseId === undefined) return [marks, key === undefined ? [] : [note]];
  const isWatched = of(ofHorse(horseId))?.watched === true;
  return [
    marks,
    [
      note,
      {
        id: 'watch',
        label: isWatched ? t('unwatch') : t('watch'),
        keys: 'w',
        run: () => change({ ...ofHorse(horseId), name, watched: !isWatched }),
      },
    ],
    [
      {
        id: 'horse',
        label: t('openHorse'),
        keys: 'Enter',
        run: () => navigation.go({ screen: 'horse', horse_id: horseId }),
      },
      {
        id: 'horseInTab',
        label: t('openHorseInTab'),
        keys: 'Ctrl+Enter',
        run: () => tabActions.open({ screen: 'horse', horse_id: horseId }, { title: name, isShown: false }),
      },
    ],
  ];
}

/** `own`: the mark that the runner has. */
function markEntries(
  own: string | undefined,
  mark: (code: string | null) => void,
  t: TFunction<'annotations'>,
  language: Language,
): readonly MenuEntry[] {
  const marks = MARKS.map((code) => ({
    id: `mark.${code}`,
    label: `${glyphOfMark(code)} ${wordsOfMark(code, language)}`,
    keys: code,
    isChosen: own === code,
    // Choosing the mark that it has takes it away.
    run: () => mark(own === code ? null : code),
  }));
  const none = {
    id: 'mark.none',
    label: t('noMark'),
    keys: '0',
    isDisabled: own === undefined,
    run: () => mark(null),
  };
  return [...marks, none];
}
