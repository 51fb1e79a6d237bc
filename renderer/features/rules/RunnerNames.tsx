// The runners of a bet by name, each a link to its horse.

import { Fragment, type ReactNode } from 'react';
import type { DecidingRunner } from '#shared/bridge/rules.ts';
import { styledName } from '#shared/names/latin.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { horsePlace } from '../../racing/key-links.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

/** A bet on more of them names the first. */
const MOST_NAMES = 4;

interface RunnerNamesProps {
  readonly runners: readonly DecidingRunner[];
  /** Puts the number before each name. */
  readonly hasNumbers?: boolean;
}

export function RunnerNames({ runners, hasNumbers = false }: RunnerNamesProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const names = useNameStyle();
  const shown = runners.slice(0, MOST_NAMES);
  const textOf = ({ number, horse_name }: DecidingRunner): string => {
    const name = styledName(horse_name?.trim() ?? '', names);
    return hasNumbers || name === '' ? `${number} ${name}`.trim() : name;
  };
  return (
    <span>
      {shown.map((runner, at) => {
        const place = horsePlace(runner.horse_id);
        return (
          <Fragment key={runner.number}>
            {at === 0 ? '' : ' '}
            <span className="rule-runner">
              {place === undefined ? textOf(runner) : <PlaceLink to={place}>{textOf(runner)}</PlaceLink>}
              {at === shown.length - 1 ? '' : language === 'ja' ? '、' : ','}
            </span>
          </Fragment>
        );
      })}
      {runners.length > shown.length ? t('moreRunners', { count: runners.length - shown.length }) : ''}
    </span>
  );
}
