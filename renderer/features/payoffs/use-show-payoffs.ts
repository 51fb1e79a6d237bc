// Leads from a figure to its payoffs: sets the filters of the grid below, and its order.

import type { PayoffRanks } from '#shared/bridge/payoffs.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { BetName } from '#shared/catalogue/bets.ts';
import { onlyPicked, withRange } from '../table/filters/condition-edit.ts';
import { narrowed, withFilter, withoutFilter, type Filters } from '../table/filters/filter-list.ts';
import type { ResultState } from '../table/use-result.ts';
import type { Shown } from './SpreadTable.tsx';

/** Payoffs from an amount to below another, in yen. */
interface Amounts extends Shown {
  readonly below?: number;
}

type Ignored = Pick<PayoffRanks, 'withoutFilters' | 'withoutSearch'>;

const ALL_APPLY: Ignored = { withoutFilters: [], withoutSearch: false };

/** What leads from the figures above a list to their payoffs in it. */
export function useShowPayoffs({ all, find, state, tableState }: ResultState) {
  const { filters, sort } = tableState;
  return {
    /**
     * The payoffs of a bet that also pass `added`, and of those the given amounts, among those that pass now. `ignored`:
     * the filters and the search that the figure does not go by.
     */
    show: (
      bet: BetName,
      added: readonly ColumnFilter[],
      { by, from, below }: Amounts,
      ignored: Ignored = ALL_APPLY,
    ): void => {
      const [betColumn, payoffColumn] = [find('bet'), find('payoff')];
      if (betColumn === undefined || payoffColumn === undefined) return;
      const amounts = withRange(payoffColumn, { from, to: below, below: below !== undefined });
      state.want({
        filters: narrowed(
          ignored.withoutFilters.reduce<Filters>(withoutFilter, filters),
          [
            { column: 'bet', text: onlyPicked(betColumn, bet) },
            ...added,
            ...(amounts === '' ? [] : [{ column: 'payoff', text: amounts }]),
          ],
          all,
        ),
        ...(ignored.withoutSearch ? { quick: '' } : {}),
        sort: by === undefined ? sort : [{ column: 'payoff', direction: by }],
      });
    },
    setFilter: (column: string, text: string): void =>
      state.want({ filters: withFilter(filters, column, text) }),
  };
}
