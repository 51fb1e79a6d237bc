// Places in the lines around the tabs of a race, which the shown tab fills: its state and actions stand in the line of the
// tabs, its note at the foot. So no line of its own pushes the runners down.

import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type PlaceName = 'bar' | 'note';

interface Place {
  readonly element: HTMLElement | null;
  readonly set: (element: HTMLElement | null) => void;
}

const Places = createContext<Readonly<Record<PlaceName, Place>> | undefined>(undefined);

/** Its children may hold one `RacePlace` of each name, and what goes there. */
export function RacePlaces({ children }: { readonly children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [note, setNote] = useState<HTMLElement | null>(null);
  const places = useMemo(
    () => ({ bar: { element: bar, set: setBar }, note: { element: note, set: setNote } }),
    [bar, note],
  );
  return <Places value={places}>{children}</Places>;
}

export function RacePlace({ name }: { readonly name: PlaceName }) {
  return <div ref={use(Places)?.[name].set} className={`race-${name}`} />;
}

/** Draws its children in the place of that name; where they stand, if the screen has no such places. */
export function InRacePlace({ name, children }: { readonly name: PlaceName; readonly children: ReactNode }) {
  const places = use(Places);
  if (places === undefined) return children;
  const { element } = places[name];
  return element === null ? null : createPortal(children, element);
}
