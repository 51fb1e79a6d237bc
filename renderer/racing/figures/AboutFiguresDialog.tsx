// The dialog about a figure: what it is, the table and column it comes from, when that was fetched, and whether it is
// complete. Of a row with several figures one is chosen.

import { useState, type ReactNode } from 'react';
import { formulaOf } from '#shared/catalogue/formula.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { locationText } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { figureText, tableText, tokyoTime, type Figure } from './figure.ts';
import { openAboutFigures, useAboutFigures, type AboutFigures } from './shown-figures.ts';
import { useCite } from './use-cite.ts';
import './AboutFiguresDialog.css';

export function AboutFiguresDialog(): ReactNode {
  const about = useAboutFigures((state) => state.about);
  return about === undefined ? null : <OpenDialog {...about} />;
}

function OpenDialog({ figures, column }: AboutFigures): ReactNode {
  const { t } = useTranslation('figures');
  const language = useLanguage();
  const cite = useCite();
  const [name, setName] = useState(
    figures.find((each) => each.column.name === column)?.column.name ?? figures[0]?.column.name ?? '',
  );
  const figure = figures.find((each) => each.column.name === name);
  const close = (): void => openAboutFigures(undefined);
  return (
    <Dialog
      title={t('title')}
      isOpen
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('close')}</Button>
          <Button kind="primary" isDisabled={figure === undefined} onPress={() => figure && cite(figure)}>
            {t('cite')}
          </Button>
        </>
      }
    >
      {figures.length > 1 ? (
        <Select
          label={t('figure')}
          options={figures.map(({ column: each }) => ({ id: each.name, label: each.label[language] }))}
          value={name}
          onChange={setName}
        />
      ) : null}
      {figure === undefined ? null : <FigureFacts figure={figure} />}
    </Dialog>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FigureFacts({ figure }: { readonly figure: Figure }): ReactNode {
  const { t } = useTranslation('figures');
  const language = useLanguage();
  const names = useNameStyle();
  const { column, origin, raw, key } = figure;
  const formula = formulaOf(column, language);
  const own = raw?.trim() ?? '';
  const at = origin?.facts.fetchedAt;
  return (
    <dl className="about-figure">
      <Fact name={t('column')}>
        {column.label[language]} <code>{column.name}</code>
      </Fact>
      <Fact name={t('value')}>
        <strong>{figureText(figure, language, names)}</strong>
      </Fact>
      <Fact name={t('inRecord')}>{own === '' ? t('blank') : <code>{own}</code>}</Fact>
      <Fact name={t('meaning')}>{column.meaning[language]}</Fact>
      {formula === undefined ? null : <Fact name={t('formula')}>{formula}</Fact>}
      <Fact name={t('table')}>
        {origin === undefined ? t('composed') : tableText(origin.table, language)}
      </Fact>
      <Fact name={t('record')}>
        {key.length === 0 ? t('noKey') : <code>{key.map((pair) => pair.join('=')).join(' ')}</code>}
      </Fact>
      {origin === undefined ? null : (
        <>
          <Fact name={t('fetched')}>
            {at === undefined ? t('notFetched') : t('fetchedAt', { time: tokyoTime(at) })}
          </Fact>
          <Fact name={t('completeness')}>
            <State facts={origin.facts} />
          </Fact>
        </>
      )}
    </dl>
  );
}

function State({ facts }: { readonly facts: NonNullable<Figure['origin']>['facts'] }): ReactNode {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  if (facts.complete) return t('complete');
  return (
    <>
      {t('incomplete')}
      <ul>
        {facts.reasons.map(({ reason, where }, at) => (
          <li key={`${reason} ${where} ${at}`}>
            {t(`incompleteness.${reason}`)} ({locationText(where, language)})
          </li>
        ))}
      </ul>
    </>
  );
}
