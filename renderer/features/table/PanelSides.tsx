// The views of a panel, of which one is shown: a row of buttons under its head.

import type { ReactNode } from 'react';

interface PanelSidesProps<Side extends string> {
  /** The panel's name, for screen readers. */
  readonly label: string;
  readonly sides: readonly { readonly id: Side; readonly label: string }[];
  readonly shown: Side;
  readonly onShow: (side: Side) => void;
}

export function PanelSides<Side extends string>(props: PanelSidesProps<Side>): ReactNode {
  const { label, sides, shown, onShow } = props;
  return (
    <div className="panel-sides" role="group" aria-label={label}>
      {sides.map((side) => (
        <button key={side.id} type="button" aria-pressed={side.id === shown} onClick={() => onShow(side.id)}>
          {side.label}
        </button>
      ))}
    </div>
  );
}
