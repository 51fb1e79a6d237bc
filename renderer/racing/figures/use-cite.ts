// Copies the citation of a figure.

import { announce } from '../../app/announce.ts';
import { copyOrShow } from '../../app/copy-or-show.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';
import { citationOf, type Figure } from './figure.ts';

/** A function that copies the citation, and says so. */
export function useCite(): (figure: Figure) => void {
  const language = useLanguage();
  const names = useNameStyle();
  return (figure) => {
    const citation = citationOf(figure, language, names);
    void copyOrShow(citation).then((isCopied) => isCopied && announce('cited', { citation }));
  };
}
