// Places in the lines around the tabs of a race, which the shown tab fills: its state and actions stand in the line of the
// tabs, its note at the foot. So no line of its own pushes the runners down.

import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type PlaceName = 'bar' | 'note';

interface Place {
  readonly element: HTMLElement;
  /** A ref for what stands around the place. */
  readonly putInto: (around: HTMLElement | null) => void;
}

const Places = createContext<Readonly<Record<PlaceName, Place>> | undefined>(undefined);

/** The element is there before the screen is, so that a tab fills it while it is drawn, and not once more afterwards. */
function placeOf(name: PlaceName): Place {
  const element = document.createElement('div');
  element.className = `race-${name}`;
  return { element, putInto: (around) => around?.append(element) };
}

/** Its children may hold one `RacePlace` of each name, and what goes there. */
export function RacePlaces({ children }: { readonly children: ReactNode }) {
  const [places] = useState(() => ({ bar: placeOf('bar'), note: placeOf('note') }));
  return <Places value={places}>{children}</Places>;
}

export function RacePlace({ name }: { readonly name: PlaceName }) {
  return <div ref={use(Places)?.[name].putInto} className="race-place" />;
}

/** Draws its children in the place of that name; where they stand, if the screen has no such places. */
export function InRacePlace({ name, children }: { readonly name: PlaceName; readonly children: ReactNode }) {
  const places = use(Places);
  return places === undefined ? children : createPortal(children, places[name].element);
}
