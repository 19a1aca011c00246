import GH from 'country-flag-icons/react/3x2/GH'
import LR from 'country-flag-icons/react/3x2/LR'
import SL from 'country-flag-icons/react/3x2/SL'
import US from 'country-flag-icons/react/3x2/US'

/** Renders the drawings that `Flag` uses, once per document. Plain HTML, so they add nothing to a script. */
export function FlagSprite() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <symbol id="flag-GH" viewBox="0 0 3 2">
        <GH />
      </symbol>
      <symbol id="flag-LR" viewBox="0 0 3 2">
        <LR />
      </symbol>
      <symbol id="flag-SL" viewBox="0 0 3 2">
        <SL />
      </symbol>
      <symbol id="flag-US" viewBox="0 0 3 2">
        <US />
      </symbol>
    </svg>
  )
}
