// The filter of the list of races: surface, class and state, and how many races it shows.

import { useRef } from 'react';
import { codeText, withoutAside } from '#shared/racing/race-words.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { choicesOf, type ListedRace, type ListFilter } from './race-list.ts';

interface ListFilterBarProps {
  readonly races: readonly ListedRace[];
  readonly shown: number;
  readonly filter: ListFilter;
  readonly onChange: (filter: ListFilter) => void;
}

/** The choice that filters nothing. */
const ALL = '';

const SURFACES = ['turf', 'dirt', 'jump', 'unknown'] as const;

export function ListFilterBar({ races, shown, filter, onChange }: ListFilterBarProps) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const bar = useRef<HTMLDivElement>(null);
  const { surfaces, classes, states } = choicesOf(races);
  const all = { id: ALL, label: t('list.all') };
  const fields = [
    {
      field: 'surface',
      options: SURFACES.filter((id) => surfaces.includes(id)).map((id) => ({
        id,
        label: t(`list.surfaces.${id}`),
      })),
    },
    {
      field: 'class',
      options: classes.map((id) => ({
        id,
        label: withoutAside(codeText('condition_cd', id, language) ?? id),
      })),
    },
    { field: 'state', options: states.map((id) => ({ id, label: t(`list.states.${id}`) })) },
  ] as const;
  const change = (field: keyof ListFilter, value: string): void => {
    const { [field]: _, ...others } = filter;
    onChange(value === ALL ? others : { ...others, [field]: value });
  };
  return (
    <div ref={bar} className="list-filter" role="group" aria-label={t('list.filter')}>
      {fields.map(({ field, options }) => {
        const wanted = filter[field];
        return (
          <Select<string>
            key={field}
            label={t(`list.${field}`)}
            options={[all, ...options]}
            value={options.some(({ id }) => id === wanted) ? (wanted ?? ALL) : ALL}
            onChange={(value) => change(field, value)}
          />
        );
      })}
      <span role="status">{t('list.shown', { shown, all: races.length })}</span>
      {shown < races.length && (
        <Button
          kind="quiet"
          onPress={() => {
            onChange({});
            // The button is about to go, and the focus must not go with it.
            bar.current?.querySelector('select')?.focus();
          }}
        >
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
}
