// The design system as a page: colors with their contrasts, type, spacing, and every component in its states. What the
// window looks like is decided in shared/theme.css and components/; this page only shows it.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { useRememberedScroll } from '../../app/navigation/use-remembered-scroll.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import {
  ButtonExamples,
  ChartExamples,
  ChipExamples,
  FieldExamples,
  NoticeExamples,
  StateExamples,
  TableExample,
} from './DesignExamples.tsx';
import { ThemeColors } from './ThemeColors.tsx';
import './DesignScreen.css';

const TYPE_SIZES = ['xs', 's', 'm', 'l', 'xl'] as const;
const SPACES = [1, 2, 3, 4, 5, 6] as const;

export function DesignScreen(): ReactNode {
  const { t } = useTranslation('design');
  const scrolled = useRememberedScroll('design.scroll');
  return (
    <div ref={scrolled} className="design">
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Section title={t('type')}>
        <ul className="design-type">
          {TYPE_SIZES.map((size) => (
            <li key={size} style={{ fontSize: `var(--text-${size})` }}>
              {t(`typeUses.${size}`)} 0123456789 <code>--text-{size}</code>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('spacing')}>
        <ul className="design-spaces">
          {SPACES.map((space) => (
            <li key={space}>
              <span style={{ width: `var(--space-${space})` }} aria-hidden="true" />
              <code>--space-{space}</code>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('buttons')}>
        <ButtonExamples />
      </Section>
      <Section title={t('fields')}>
        <FieldExamples />
      </Section>
      <Section title={t('chips')}>
        <ChipExamples />
      </Section>
      <Section title={t('tables')}>
        <TableExample />
      </Section>
      <Section title={t('charts')}>
        <ChartExamples />
      </Section>
      <Section title={t('notices')}>
        <NoticeExamples />
      </Section>
      <Section title={t('states')}>
        <StateExamples />
      </Section>
      <Section title={t('colors')}>
        <ThemeColors />
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="design-section" aria-label={title}>
      <h2>{title}</h2>
      <div className="design-section-body">{children}</div>
    </section>
  );
}
