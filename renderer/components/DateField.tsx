// A race date field with a calendar: YYYYMMDD in and out, a CalendarDate inside. A race date has no time zone.

import { useMemo } from 'react';
import { toCalendarDate } from '@internationalized/date';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { useTranslation } from '../text/text.ts';
import { parseRacedate, racedateOf } from '#shared/racing/racedate.ts';
import './DateField.css';

/** A year that is being typed passes through 0002, 0020, ..., which are not race dates. */
const FIRST_YEAR = 1900;

interface DateFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** YYYYMMDD; anything else shows as empty. */
  readonly value: string | undefined;
  /** Called only with a complete, real date. */
  readonly onChange: (racedate: string) => void;
  /** Race days to mark in the calendar, YYYYMMDD. */
  readonly marked?: ReadonlySet<string>;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export function DateField({ label, hideLabel = false, value, onChange, marked, min, max }: DateFieldProps) {
  const { t } = useTranslation('shell');
  // Another object would be another date to React Aria, which then shows it in place of one that is being typed.
  const date = useMemo(() => parseRacedate(value ?? '') ?? null, [value]);
  const minValue = parseRacedate(min ?? '');
  const maxValue = parseRacedate(max ?? '');
  return (
    <DatePicker
      className="date-field"
      value={date}
      onChange={(typed) => {
        if (typed !== null && typed.year >= FIRST_YEAR) onChange(racedateOf(toCalendarDate(typed)));
      }}
      shouldForceLeadingZeros
      {...(minValue === undefined ? {} : { minValue })}
      {...(maxValue === undefined ? {} : { maxValue })}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {!hideLabel && <Label className="field-label">{label}</Label>}
      <Group className="date-field-group">
        <DateInput className="date-field-input">
          {(segment) => <DateSegment segment={segment} className="date-field-segment" />}
        </DateInput>
        <AriaButton className="date-field-open" aria-label={t('openCalendar')}>
          <span aria-hidden="true">▾</span>
        </AriaButton>
      </Group>
      <Popover className="date-field-popover">
        <Dialog className="date-field-dialog">
          <Calendar>
            <header className="date-field-head">
              <AriaButton slot="previous" className="button button-quiet">
                <span aria-hidden="true">‹</span>
              </AriaButton>
              <Heading level={2} />
              <AriaButton slot="next" className="button button-quiet">
                <span aria-hidden="true">›</span>
              </AriaButton>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => (
                  <CalendarCell
                    date={date}
                    className={`date-field-day ${marked?.has(racedateOf(date)) === true ? 'date-field-day-marked' : ''}`}
                  />
                )}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
