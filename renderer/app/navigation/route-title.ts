// What a route is called in the tab strip before its screen was shown, in the language of the window.

import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { titleOfRacekey } from '#shared/racing/racekey.ts';
import { shortDate } from '../../features/day/short-date.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { Route } from '../screens.tsx';

const NAMESPACES = ['places', 'shell', 'design'] as const;

/** A function from a route, and the heading or link text if there is one, to a title. */
export function useRouteTitle(): (route: Route, title: string | undefined) => string {
  const { t } = useTranslation(NAMESPACES);
  const language = useLanguage();
  return (route, title) => {
    switch (route.screen) {
      case 'race':
        return titleOfRacekey(route.racekey, language);
      case 'horse':
        return title ?? t('places:horseTab');
      case 'person':
        return title ?? t(`places:kinds.${route.kind}`);
      case 'table':
        return BROWSABLES[route.table].label[language];
      case 'day':
        return route.racedate === undefined ? t('shell:day') : shortDate(route.racedate, language);
      case 'design':
        return t('design:title');
      case 'bets':
      case 'payoffs':
      case 'rules':
      case 'sql':
      case 'downloads':
      case 'settings':
        return t(`shell:${route.screen}`);
    }
  };
}
