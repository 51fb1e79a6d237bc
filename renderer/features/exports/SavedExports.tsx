// Presets and the user's own saved exports: choosing one, saving the choices under a name, removing one.

import { useState, type ReactNode } from 'react';
import {
  EXPORT_PRESET_NAMES,
  EXPORT_PRESETS,
  presetOf,
  type ExportPresetName,
} from '#shared/bridge/export-presets.ts';
import type { SavedExport, StoredExport } from '#shared/bridge/export-saved.ts';
import { filterOfSource, type ResultSource } from '#shared/bridge/source.ts';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { LONGEST_NAME } from '#shared/saved-views/view.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { ExportFormProps } from './ExportForm.tsx';

/** An id that no preset and no saved export has. */
const OWN = 'own';

const presetNamed = (id: string): ExportPresetName | undefined =>
  EXPORT_PRESET_NAMES.find((name) => name === id);

export function PresetChoice({ choice, resolved, onChange, saved }: ExportFormProps): ReactNode {
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const preset = presetOf(resolved.style);
  // Chosen, but not in the list: it has not arrived, or the saved export is gone.
  const absent = resolved.saved === undefined ? choice.saved : undefined;
  const isGone = absent !== undefined && saved.list !== undefined;
  const value = choice.saved ?? preset ?? OWN;
  const choose = (id: string): void => {
    const named = presetNamed(id);
    if (named !== undefined) return onChange({ style: EXPORT_PRESETS[named].style, saved: undefined });
    if (id === OWN) return onChange({ saved: undefined });
    const own = saved.list?.find((each) => each.id === id);
    if (own !== undefined) onChange({ style: own.style, saved: id });
  };
  return (
    <>
      <Select
        label={t('preset')}
        value={value}
        onChange={choose}
        options={[
          ...EXPORT_PRESET_NAMES.map((id) => ({
            id: id as string,
            label: EXPORT_PRESETS[id].label[language],
          })),
          ...(saved.list ?? []).map(({ id, name }) => ({ id, label: name })),
          ...(absent === undefined ? [] : [{ id: absent, label: t(isGone ? 'savedGone' : 'savedUnread') }]),
          ...(value === OWN || (isGone && preset === undefined) ? [{ id: OWN, label: t('ownChoices') }] : []),
        ]}
      />
      {saved.unread === null ? null : <FailureNotice thrown={saved.unread} />}
      {isGone ? <p className="field-hint">{t('savedGoneHint')}</p> : null}
      {choice.saved === undefined && preset !== undefined ? (
        <p className="field-hint">{EXPORT_PRESETS[preset].hint[language]}</p>
      ) : null}
    </>
  );
}

export function SaveExport({ resolved, onChange, saved }: ExportFormProps): ReactNode {
  const { t } = useTranslation('exports');
  const { t: views } = useTranslation('views');
  const [name, setName] = useState<string>();
  const shown = name ?? resolved.saved?.name ?? '';
  const wanted = shown.normalize('NFC').trim();
  const replaced = saved.list?.find((each) => each.name === wanted);
  const isTooLong = wanted.length > LONGEST_NAME;
  const save = async (): Promise<void> => {
    const { quick, groups, names, ...rest } = resolved.content;
    const id = replaced?.id ?? crypto.randomUUID();
    const own: SavedExport = {
      ...rest,
      ...(quick === undefined ? {} : { quick }),
      ...(groups === undefined ? {} : { groups }),
      ...(names === undefined ? {} : { names }),
      id,
      name: wanted,
      style: resolved.style,
    };
    if (!(await saved.save(own, replaced?.revision))) return;
    setName(undefined);
    onChange({ saved: id });
  };
  const remove = async (removed: StoredExport): Promise<void> => {
    if (await saved.remove(removed)) onChange({ saved: undefined });
  };
  const { saved: current } = resolved;
  // Under a name there are columns of records, which would not make the cells on screen.
  if (resolved.isComposed)
    return (
      <details className="export-save">
        <summary>{t('saveTitle')}</summary>
        <p className="field-hint">{t('saveComposed')}</p>
      </details>
    );
  return (
    <details className="export-save">
      <summary>{t('saveTitle')}</summary>
      <p className="field-hint">{t('saveHint')}</p>
      <div className="export-save-row">
        <TextField
          label={t('saveName')}
          value={shown}
          onChange={setName}
          problem={isTooLong ? views('tooLong', { most: LONGEST_NAME }) : undefined}
        />
        <Button
          onPress={() => void save()}
          isDisabled={wanted === '' || isTooLong || saved.list === undefined}
        >
          {t(replaced === undefined ? 'save' : 'saveOver')}
        </Button>
        {current === undefined ? null : (
          <Button kind="quiet" onPress={() => void remove(current)}>
            {t('removeSaved', { name: current.name })}
          </Button>
        )}
      </div>
      <WhatIsSaved current={current} replaced={replaced} />
      {wanted === '' || isTooLong ? null : (
        <code className="export-command">{commandOf(wanted, resolved.content.source)}</code>
      )}
      {saved.thrown === null ? null : <FailureNotice thrown={saved.thrown} />}
    </details>
  );
}

interface WhatIsSavedProps {
  /** The saved export that is chosen. */
  readonly current: StoredExport | undefined;
  readonly replaced: StoredExport | undefined;
}

/** Whose filters, order and columns are saved, where that is not plain. */
function WhatIsSaved({ current, replaced }: WhatIsSavedProps): ReactNode {
  const { t } = useTranslation('exports');
  if (current !== undefined)
    return <p className="field-hint">{t('savesContentOf', { name: current.name })}</p>;
  if (replaced === undefined) return null;
  return <p className="field-hint">{t('savesScreen', { name: replaced.name })}</p>;
}

/** What writes the next file from a terminal: next week's, that of another race or of another horse. */
export const commandOf = (name: string, source: ResultSource): string =>
  ['railbird export', shellQuoted(name), ...optionsOf(source)].join(' ');

const optionsOf = (source: ResultSource): readonly string[] => {
  if (source.kind === 'sql') return [];
  const { filters } = BROWSABLES[source.kind === 'table' ? source.table : source.subject];
  const filter = filterOfSource(source);
  if (filter.racekey !== undefined) return ['--racekey KEY'];
  if (filter.horse_id !== undefined) return ['--horse-id ID'];
  if (filter.kettonum !== undefined) return ['--kettonum NUMBER'];
  return filters.includes('start_racedate')
    ? ['--from YYYY-MM-DD --to YYYY-MM-DD']
    : ['--racedate YYYY-MM-DD'];
};

/** In double quotes, which every shell knows, unless the name has something that a shell would replace. */
const shellQuoted = (name: string): string =>
  /["$`\\!]/.test(name) ? `'${name.replaceAll("'", String.raw`'\''`)}'` : `"${name}"`;
