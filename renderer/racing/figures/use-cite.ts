// Copies the citation of a figure.

import { announce } from '../../app/announce.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';
import { citationOf, type Figure } from './figure.ts';

/** A function that copies the citation, and says so, or why it could not. */
export function useCite(): (figure: Figure) => void {
  const language = useLanguage();
  const names = useNameStyle();
  return (figure) => {
    const citation = citationOf(figure, language, names);
    navigator.clipboard.writeText(citation).then(
      () => announce('cited', { citation }),
      () => announce('notCited', { citation }),
    );
  };
}
