// How names are shown: the user's setting, for everything below the provider in App.

import { createContext, use } from 'react';
import type { NameStyle } from '#shared/names/latin.ts';

/** As recorded, unless a provider says otherwise. */
export const NameStyleContext = createContext<NameStyle>('kana');

export const useNameStyle = (): NameStyle => use(NameStyleContext);
