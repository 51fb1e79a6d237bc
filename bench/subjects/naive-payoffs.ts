// What the naive subjects read of a payoff record, and how they read text.

import { betOf } from '#shared/catalogue/bets.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';

export const text = (record: WireRecord | undefined, field: string): string | null => {
  const value = record?.[field];
  return value === null || value === undefined ? null : String(value);
};

export const isStated = (value: string | null): boolean => value !== null && /[^\s0]/.test(value);

export function twoDigits(value: string | null): string | null {
  const plain = value?.normalize('NFKC').trim() ?? '';
  return /^\d+$/.test(plain) ? String(Number(plain)).padStart(2, '0') : value;
}

/** What the bet paid for the horse; null unless it won. */
export function paid(record: WireRecord | undefined, bet: 'win' | 'place', horse: string): string | null {
  const { slots, numberField, payoffField } = betOf(bet);
  for (let slot = 1; slot <= slots; slot += 1) {
    if (twoDigits(text(record, numberField(slot))) !== horse) continue;
    return text(record, payoffField(slot))?.trim() || null;
  }
  return null;
}

/** What 100 yen returned; null if the stake was given back, the race paid out no such bet, or it is not known. */
export function returned(record: WireRecord | undefined, bet: 'win' | 'place', horse: string): string | null {
  const { slots, numberField, payoffField } = betOf(bet);
  const used = Array.from({ length: slots }, (_, index) => ({
    number: text(record, numberField(index + 1)),
    payoff: text(record, payoffField(index + 1)),
  })).filter(({ number, payoff }) => isStated(number) || isStated(payoff));
  if (!used.some(({ payoff }) => isStated(payoff))) return null;
  if (!used.every(({ number }) => /^(?:0[1-9]|1[0-8])$/.test(twoDigits(number) ?? ''))) return null;
  if ((refundsOf(record) ?? '').match(/../g)?.includes(horse) === true) return null;
  const won = used.find(({ number }) => twoDigits(number) === horse);
  if (won === undefined) return '0';
  return Number(won.payoff) > 0 ? (won.payoff?.trim() ?? null) : null;
}

/** The numbers of the horses whose stakes were given back, joined. */
export function refundsOf(payoff: WireRecord | undefined): string | null {
  const numbers = [1, 2, 3, 4, 5].map((slot) => text(payoff, `refund_number_${slot}`));
  return numbers.filter(isStated).map(twoDigits).join('') || null;
}
