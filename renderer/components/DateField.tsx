// A race date to type or to pick: YYYYMMDD in and out, a CalendarDate inside. A race date has no time zone.

import { CalendarDate } from '@internationalized/date';
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
import { useTranslation } from 'react-i18next';
import './DateField.css';

interface DateFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** YYYYMMDD; anything else shows as empty. */
  readonly value: string | undefined;
  /** Called with a whole, real date only. */
  readonly onChange: (racedate: string) => void;
  /** Days to mark in the calendar, YYYYMMDD: those with racing. */
  readonly marked?: ReadonlySet<string>;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

function calendarDateOf(racedate: string | undefined): CalendarDate | null {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(racedate ?? '');
  return parts === null ? null : new CalendarDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

const racedateOf = (date: { toString(): string }): string => date.toString().slice(0, 10).replaceAll('-', '');

export function DateField({ label, hideLabel = false, value, onChange, marked, min, max }: DateFieldProps) {
  const { t } = useTranslation('shell');
  const minValue = calendarDateOf(min);
  const maxValue = calendarDateOf(max);
  return (
    <DatePicker
      className="date-field"
      value={calendarDateOf(value)}
      onChange={(date) => {
        // While a year is being typed it passes through 0002, 0020, ...: no race date.
        if (date !== null && date.year >= 1900) onChange(racedateOf(date));
      }}
      shouldForceLeadingZeros
      {...(minValue === null ? {} : { minValue })}
      {...(maxValue === null ? {} : { maxValue })}
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
