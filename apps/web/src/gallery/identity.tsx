import {
  BasketArt,
  CardArt,
  HandshakeArt,
  LostArt,
  OfflineArt,
  PhoneArt,
  ReturnArt,
  RoadArt,
} from '@sesa/ui/art/art.tsx'
import { CalendarArt, PeopleArt } from '@sesa/ui/art/empty-art.tsx'
import { Flag } from '@sesa/ui/art/flag.tsx'
import * as icons from '@sesa/ui/art/icons.tsx'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { Show } from './show.tsx'

const SIZES = ['text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl', 'text-5xl', 'text-6xl']

/** The background tokens, each with a text token that is used on it. */
const SWATCHES = [
  ['bg-paper', 'text-ink', 'paper'],
  ['bg-surface', 'text-ink', 'surface'],
  ['bg-sunken', 'text-muted', 'sunken'],
  ['bg-brand', 'text-on-brand', 'brand'],
  ['bg-brand-soft', 'text-brand-ink', 'brand-soft'],
  ['bg-deep', 'text-on-deep', 'deep'],
  ['bg-accent', 'text-on-accent', 'accent'],
  ['bg-accent-soft', 'text-warn', 'accent-soft'],
  ['bg-ok-soft', 'text-ok', 'ok-soft'],
  ['bg-danger-soft', 'text-danger', 'danger-soft'],
] as const

/** Shows logo, colours, type and drawings. */
export function Identity() {
  return (
    <>
      <Show name="Logo and weave">
        <Logo />
        <KenteStrip />
      </Show>
      <Show name="Colours">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
          {SWATCHES.map(([fill, text, name]) => (
            <li key={name} className={`${fill} ${text} rounded-md border border-line p-3 font-semibold`}>
              {name}
            </li>
          ))}
        </ul>
      </Show>
      <Show name="Type">
        {SIZES.map((size) => (
          <p key={size} className={`${size} truncate font-extrabold`}>
            Send money home 1,500.50
          </p>
        ))}
      </Show>
      <Show name="Illustrations">
        <div className="flex flex-wrap gap-4">
          {[
            CardArt,
            RoadArt,
            PhoneArt,
            ReturnArt,
            BasketArt,
            LostArt,
            HandshakeArt,
            OfflineArt,
            PeopleArt,
            CalendarArt,
          ].map((Art) => (
            <Art key={Art.name} className="size-28" />
          ))}
        </div>
      </Show>
      <Show name="Icons and flags">
        <div className="flex flex-wrap gap-4">
          {Object.entries(icons).map(([name, Icon]) => (
            <Icon key={name} />
          ))}
          <Flag country="LR" label="Liberia" />
          <Flag country="GH" label="Ghana" />
          <Flag country="SL" label="Sierra Leone" />
          <Flag country="US" label="United States" />
        </div>
      </Show>
    </>
  )
}
