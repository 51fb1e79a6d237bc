// Presets and the user's own saved exports: choosing one, saving the choices under a name, removing one.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EXPORT_PRESET_NAMES,
  EXPORT_PRESETS,
  presetOf,
  type ExportPresetName,
} from '#shared/bridge/export-presets.ts';
import type { SavedExport, StoredExport } from '#shared/bridge/export-saved.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useLanguage } from '../../text/text.ts';
import type { ExportFormProps } from './ExportForm.tsx';

/** What a saved export has besides its name and style. */
export type ToSave = Pick<SavedExport, 'source' | 'columns' | 'sort' | 'filters' | 'language' | 'names'> & {
  readonly quick: SavedExport['quick'] | undefined;
  readonly groups: SavedExport['groups'] | undefined;
};

/** An id that no preset and no saved export has. */
const OWN = 'own';

const presetNamed = (id: string): ExportPresetName | undefined =>
  EXPORT_PRESET_NAMES.find((name) => name === id);

export function PresetChoice({ resolved, onChange, saved }: ExportFormProps): ReactNode {
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const preset = presetOf(resolved.style);
  const value = resolved.saved?.id ?? preset ?? OWN;
  const choose = (id: string): void => {
    const named = presetNamed(id);
    if (named !== undefined) return onChange({ style: EXPORT_PRESETS[named].style, saved: undefined });
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
          ...(value === OWN ? [{ id: OWN, label: t('ownChoices') }] : []),
        ]}
      />
      {resolved.saved === undefined && preset !== undefined ? (
        <p className="field-hint">{EXPORT_PRESETS[preset].hint[language]}</p>
      ) : null}
    </>
  );
}

export function SaveExport({ resolved, onChange, saved, toSave }: ExportFormProps): ReactNode {
  const { t } = useTranslation('exports');
  const [name, setName] = useState<string>();
  const shown = name ?? resolved.saved?.name ?? '';
  const wanted = shown.normalize('NFC').trim();
  const replaced = saved.list?.find((each) => each.name === wanted);
  const save = async (): Promise<void> => {
    const { quick, groups, ...rest } = toSave;
    const id = replaced?.id ?? crypto.randomUUID();
    const own: SavedExport = {
      ...rest,
      ...(quick === undefined ? {} : { quick }),
      ...(groups === undefined ? {} : { groups }),
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
  return (
    <details className="export-save">
      <summary>{t('saveTitle')}</summary>
      <p className="field-hint">{t('saveHint')}</p>
      <div className="export-save-row">
        <TextField label={t('saveName')} value={shown} onChange={setName} />
        <Button onPress={() => void save()} isDisabled={wanted === ''}>
          {t(replaced === undefined ? 'save' : 'saveOver')}
        </Button>
        {current === undefined ? null : (
          <Button kind="quiet" onPress={() => void remove(current)}>
            {t('removeSaved', { name: current.name })}
          </Button>
        )}
      </div>
      {wanted === '' ? null : <code className="export-command">{commandOf(wanted)}</code>}
      {saved.thrown === null ? null : <FailureNotice thrown={saved.thrown} />}
    </details>
  );
}

/** What writes next week's file from a terminal. */
const commandOf = (name: string): string => `railbird export "${name}" --from YYYY-MM-DD --to YYYY-MM-DD`;
