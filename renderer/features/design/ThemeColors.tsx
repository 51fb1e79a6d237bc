// The colors of all themes and the contrast of what is written in them.

import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import {
  colorsOfThemes,
  contrastOf,
  LEAST_FOR_TEXT,
  TEXT_PAIRS,
  THEME_NAMES,
  type ThemeColors,
  type ThemeName,
} from './theme-colors.ts';

/** The rules of the page's own style sheets, also those inside a layer or a condition. */
function* rulesOf(document: Document): Generator<CSSRule> {
  for (const sheet of document.styleSheets) yield* sheet.cssRules;
}

export function ThemeColors(): ReactNode {
  const { t } = useTranslation('design');
  const themes = useMemo(() => colorsOfThemes(rulesOf(document)), []);
  return (
    <>
      <p className="design-note">{t('colorsNote', { least: LEAST_FOR_TEXT })}</p>
      <div className="design-themes">
        {THEME_NAMES.map((theme) => (
          <ThemeTable key={theme} theme={theme} colors={themes[theme]} />
        ))}
      </div>
    </>
  );
}

function ThemeTable({
  theme,
  colors,
}: {
  readonly theme: ThemeName;
  readonly colors: ThemeColors;
}): ReactNode {
  const { t } = useTranslation('design');
  const name = t(`themes.${theme}`);
  return (
    <section aria-label={name} className="design-theme">
      <h3>{name}</h3>
      <table className="design-table">
        <thead>
          <tr>
            <th scope="col">{t('ink')}</th>
            <th scope="col">{t('paper')}</th>
            <th scope="col" className="number">
              {t('contrast')}
            </th>
            <th scope="col">{t('example')}</th>
          </tr>
        </thead>
        <tbody>
          {TEXT_PAIRS.map(({ ink, paper }) => {
            const [color, ground] = [colors.get(ink), colors.get(paper)];
            if (color === undefined || ground === undefined) return null;
            const contrast = contrastOf(color, ground);
            return (
              <tr key={`${ink} ${paper}`}>
                <td>{ink}</td>
                <td>{paper}</td>
                <td className="number">
                  {/* Rounded down: 4.49 is not 4.5. */}
                  {(Math.floor(contrast * 10) / 10).toFixed(1)}
                  {contrast < LEAST_FOR_TEXT ? ` ${t('tooLow')}` : ''}
                </td>
                <td style={{ color, backgroundColor: ground }}>{t('sample')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <h4>{t('allColors')}</h4>
      <ul className="design-swatches">
        {[...colors].map(([color, value]) => (
          <li key={color}>
            <span className="design-swatch" style={{ backgroundColor: value }} aria-hidden="true" />
            {color} <code>{value}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
