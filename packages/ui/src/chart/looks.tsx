import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { LineMark } from './figure.tsx'

/** A filled look: a colour with a pattern of its own. `hatch` is for what is overdue. */
type Filled = 'solid' | 'dots' | 'level' | 'upright' | 'rings' | 'hatch'
/** How a series looks: filled, or a mark of its own. */
export type Look = Filled | 'line' | 'dashes' | 'dot' | 'span' | 'ring'

const COLOURS: Readonly<Record<Filled, string>> = {
  solid: 'text-brand',
  dots: 'text-kola',
  level: 'text-warn',
  upright: 'text-muted',
  rings: 'text-ok',
  hatch: 'text-danger',
}
const colourOf = (look: Filled): string => cx(COLOURS[look], 'forced-colors:text-[CanvasText]')

const DRAWN: Readonly<Record<Exclude<Filled, 'solid'>, ReactNode>> = {
  dots: <circle cx="3" cy="3" r="1.6" fill="currentColor" />,
  level: <path d="M0 2h8M0 6h8" stroke="currentColor" strokeWidth="2" />,
  upright: <path d="M2 0v8M6 0v8" stroke="currentColor" strokeWidth="1.5" />,
  rings: <circle cx="4" cy="4" r="2.4" fill="none" stroke="currentColor" strokeWidth="1.2" />,
  hatch: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" stroke="currentColor" strokeWidth="2" />,
}
type Patterned = keyof typeof DRAWN
const PATTERNED = Object.keys(DRAWN) as Patterned[]
const isPattern = (look: Filled): look is Patterned => Object.hasOwn(DRAWN, look)
const isFilled = (look: Look): look is Filled => Object.hasOwn(COLOURS, look)

/** Renders the patterns that a chart's marks name, below ids of its own. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {PATTERNED.map((look) => (
        <pattern
          key={look}
          id={`${id}-${look}`}
          width={look === 'dots' ? 6 : 8}
          height={look === 'dots' ? 6 : 8}
          patternUnits="userSpaceOnUse"
          className={colourOf(look)}
        >
          <rect width="8" height="8" fill="currentColor" opacity="0.16" className="forced-colors:opacity-0" />
          {DRAWN[look]}
        </pattern>
      ))}
      <pattern
        id={`${id}-open`}
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
        className="text-surface forced-colors:text-[Canvas]"
      >
        <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" stroke="currentColor" strokeWidth="2.5" />
      </pattern>
    </defs>
  )
}

interface BlockProps {
  id: string
  look: Look
  x: number
  y: number
  width: number
  height: number
  /** Not final: hatched over its own pattern. */
  isOpen?: boolean | undefined
}

/** Renders a rectangle of a series. */
export function Block({ id, look, isOpen, ...box }: BlockProps) {
  if (!isFilled(look) || box.width <= 0 || box.height <= 0) return null
  return (
    <>
      <rect
        {...box}
        className={colourOf(look)}
        fill={isPattern(look) ? `url(#${id}-${look})` : 'currentColor'}
        stroke="currentColor"
        data-look={look}
      />
      {isOpen && <rect {...box} fill={`url(#${id}-open)`} data-look="open" />}
    </>
  )
}

const MAIN = 'text-brand-ink forced-colors:text-[CanvasText]'

/** The marks that are not filled, as the legend shows them. */
const MARKS: Readonly<Record<Exclude<Look, Filled>, ReactNode>> = {
  line: <LineMark d="M2 9h24" />,
  dashes: <LineMark d="M2 9h24" isBefore />,
  dot: <circle cx="14" cy="9" r="6" fill="currentColor" className={MAIN} />,
  span: <path d="M2 9h22M24 4v10" stroke="currentColor" strokeWidth="3" className={MAIN} />,
  ring: <RingMark x={14} y={9} r={6} />,
}

/** Renders a ring: what a dot was before. */
export function RingMark({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <circle
      cx={x}
      cy={y}
      r={r}
      className="text-kola forced-colors:text-[CanvasText]"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeDasharray="3 2"
    />
  )
}

interface LegendProps {
  id: string
  keys: readonly { readonly name: string; readonly look: Look }[]
  /** The meaning of the hatching over other patterns. */
  open?: string | undefined
}

/** Renders what each look means. */
export function Legend({ id, keys, open }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {keys.map(({ name, look }) => (
        <Key key={name} name={name}>
          {isFilled(look) ? <Block id={id} look={look} x={1} y={1} width={26} height={16} /> : MARKS[look]}
        </Key>
      ))}
      {open !== undefined && (
        <Key name={open}>
          <Block id={id} look="solid" x={1} y={1} width={26} height={16} isOpen />
        </Key>
      )}
    </ul>
  )
}

function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-2">
      <svg width="28" height="18" aria-hidden="true" className="shrink-0">
        {children}
      </svg>
      {name}
    </li>
  )
}
