// A race date field with a calendar: YYYYMMDD in and out, a CalendarDate inside. A race date has no time zone.

import { useContext, useEffect, useMemo, type ReactNode } from 'react';
import { toCalendarDate, type CalendarDate } from '@internationalized/date';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
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

/** How a day of the calendar is marked. */
export interface DateMark {
  /** A character below the day's number, so that marks differ by shape; may be empty. */
  readonly glyph: string;
  /** Added to the name that a screen reader says of the day. */
  readonly label: string;
}

interface DateFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** YYYYMMDD; anything else shows as empty. */
  readonly value: string | undefined;
  /** Called only with a complete, real date. */
  readonly onChange: (racedate: string) => void;
  /** Race days to mark in the calendar, YYYYMMDD. */
  readonly marked?: ReadonlySet<string>;
  /** Days to mark in several ways, by YYYYMMDD. */
  readonly marks?: ReadonlyMap<string, DateMark>;
  /** What the marks mean, below the days. */
  readonly legend?: ReactNode;
  /** Called with the first and last day of the month that the calendar shows; with undefined when it closes. */
  readonly onMonth?: (month: { readonly from: string; readonly to: string } | undefined) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export function DateField(props: DateFieldProps) {
  const { label, hideLabel = false, value, onChange, marked, marks, legend, onMonth, min, max } = props;
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
                {(date) => <DayCell date={date} marked={marked} marks={marks} />}
              </CalendarGridBody>
            </CalendarGrid>
            {onMonth !== undefined && <ShownMonth onMonth={onMonth} />}
          </Calendar>
          {legend !== undefined && <div className="date-field-legend">{legend}</div>}
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

interface DayCellProps {
  readonly date: CalendarDate;
  readonly marked: ReadonlySet<string> | undefined;
  readonly marks: ReadonlyMap<string, DateMark> | undefined;
}

function DayCell({ date, marked, marks }: DayCellProps) {
  const { t } = useTranslation('shell');
  const racedate = racedateOf(date);
  const mark = marks?.get(racedate);
  const isMarked = mark !== undefined || marked?.has(racedate) === true;
  const className = `date-field-day ${isMarked ? 'date-field-day-marked' : ''}`;
  if (marks === undefined) return <CalendarCell date={date} className={className} />;
  return (
    <CalendarCell
      date={date}
      className={className}
      render={({ 'aria-label': day = '', ...cell }) => (
        <div {...cell} aria-label={mark === undefined ? day : t('markedDay', { day, mark: mark.label })} />
      )}
    >
      {({ formattedDate }) => (
        <>
          {formattedDate}
          <span aria-hidden="true" className="date-field-glyph">
            {mark?.glyph}
          </span>
        </>
      )}
    </CalendarCell>
  );
}

/** Tells which month the calendar around it shows, for as long as it is open. */
function ShownMonth({ onMonth }: Required<Pick<DateFieldProps, 'onMonth'>>): ReactNode {
  const range = useContext(CalendarStateContext)?.visibleRange;
  const from = range === undefined ? undefined : racedateOf(range.start);
  const to = range === undefined ? undefined : racedateOf(range.end);
  useEffect(() => {
    if (from !== undefined && to !== undefined) onMonth({ from, to });
  }, [from, to, onMonth]);
  useEffect(() => () => onMonth(undefined), [onMonth]);
  return null;
}
