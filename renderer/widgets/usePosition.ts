/** The position of the device, asked for on request. */
import { useEffect, useRef, useState } from 'react';
import { placeAt } from '#engine';

type Outcome = { readonly message: string; readonly metres?: number; readonly isFailure: boolean };

const patience = 20_000;

export function usePosition(take: (place: string) => void) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isAsking, setAsking] = useState(false);
  // A position that arrives after the person has typed, or left, is not taken.
  const asked = useRef(0);
  const forget = () => {
    asked.current += 1;
    setAsking(false);
    setOutcome(undefined);
  };
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  const ask = () => {
    forget();
    const own = asked.current;
    const end = (ended: Outcome) => {
      setAsking(false);
      setOutcome(ended);
    };
    if (!('geolocation' in navigator) || !window.isSecureContext)
      return end({ message: 'ui.place.none', isFailure: true });
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const place = placeAt(coords.latitude, coords.longitude);
        if (asked.current !== own || !place) return;
        take(place);
        end({ message: 'ui.place.taken', metres: Math.ceil(coords.accuracy), isFailure: false });
      },
      ({ code }) => {
        if (asked.current === own)
          end({ message: failures[code] ?? 'ui.place.unavailable', isFailure: true });
      },
      { enableHighAccuracy: true, timeout: patience, maximumAge: 0 },
    );
  };
  return { ask, forget, isAsking, outcome };
}

/** By code of the Geolocation API. */
const failures: Readonly<Record<number, string>> = {
  1: 'ui.place.denied',
  2: 'ui.place.unavailable',
  3: 'ui.place.late',
};
