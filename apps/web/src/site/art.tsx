/** Illustrations of the public pages: flat, in the palette's colours, for both themes. Hidden from screen readers. */

import type { ReactNode } from 'react'

interface ArtProps {
  className?: string
}

function Round({ fill = '#0e5a43', className, children }: ArtProps & { fill?: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 160" width="192" height="192" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill={fill} />
      {children}
    </svg>
  )
}

const LINE = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/**
 * Draws the coast from Guinea to Ghana, with the three countries highlighted and money moving between their capitals.
 * Outlines are simplified by hand.
 */
export function ReachArt({ className, deep }: ArtProps & { deep?: boolean }) {
  const [land, lit, way] = deep
    ? ['#14664c', '#f4ae3d', '#f9f3e5']
    : ['var(--line)', 'var(--brand)', 'var(--kola)']
  const edge = deep ? 'var(--deep)' : 'var(--paper)'
  return (
    <svg viewBox="0 0 480 264" aria-hidden="true" className={className}>
      <g strokeLinejoin="round" strokeWidth="3">
        <path
          d="M14 59l36-48 65 6 59 3 36 58-6 48-8 25-24 6-4-27-22-4-9 4-1-26-16-20-36 4-22 23zM196 151l8-25 6-48 50-8 20 3 28 19 48 3 8 39-20 48 9 39-31-4-56 10-43 14 1-42-22-17z"
          fill={land}
          stroke={edge}
        />
        <path
          d="M62 111l22-23 36-4 16 20 1 26 9-4-9 20-22 23-28-12-20-23zM115 169l22-23 9-20 22 4 4 27 24-6 6 31 22 17-1 42-47-23-44-30zM353 221l-9-39 20-48-8-39-3-39 81-3 0 14 11 11 0 48 9 6-6 25 1 17 19 19-20 10-28 13-42 15z"
          fill={lit}
          stroke={edge}
        />
      </g>
      <g {...LINE} strokeWidth="5" strokeDasharray="1 11" stroke={way}>
        <path d="M64 132Q250-60 424 205M136 192Q270 60 424 205M66 130Q74 180 132 190" />
      </g>
      <g strokeWidth="4" fill={deep ? '#a5412a' : '#f4ae3d'} stroke={edge}>
        <circle cx="64" cy="130" r="11" />
        <circle cx="134" cy="190" r="11" />
        <circle cx="426" cy="208" r="11" />
      </g>
    </svg>
  )
}

/** Draws a letter with a woven edge. */
export function LetterArt() {
  return (
    <Round fill="#f4ae3d">
      <g transform="rotate(-6 80 80)">
        <rect x="28" y="46" width="104" height="72" rx="8" fill="#f9f3e5" />
        <path d="M30 112h100" stroke="#a5412a" strokeWidth="8" strokeDasharray="12 12" />
        <path d="M42 112h88" stroke="#0e5a43" strokeWidth="8" strokeDasharray="12 12" />
        <path {...LINE} d="M32 52l48 34 48-34" stroke="#0b3b2d" strokeWidth="6" />
      </g>
    </Round>
  )
}

/** Draws an agent's umbrella over a counter. */
export function AgentArt() {
  return (
    <Round>
      <path d="M77 60h6v70h-6z" fill="#06231a" />
      <path d="M24 64a56 44 0 0 1 112 0z" fill="#f4ae3d" />
      <path d="M61 64a19 44 0 0 1 38 0z" fill="#a5412a" />
      <path d="M24 64q9-8 18 0 10-8 19 0 9-8 19 0 9-8 19 0 10-8 19 0 9-8 18 0v4H24z" fill="#f9f3e5" />
      <circle cx="106" cy="84" r="11" fill="#f9f3e5" />
      <path d="M88 124v-8a18 18 0 0 1 36 0v8z" fill="#f4ae3d" />
      <path d="M30 108h100v24H30z" fill="#0b3b2d" />
      <path d="M30 108h100v6H30z" fill="#f9f3e5" />
      <circle cx="52" cy="102" r="6" fill="#f4ae3d" />
      <circle cx="64" cy="102" r="6" fill="#f4ae3d" />
    </Round>
  )
}

/** Draws a bank under construction. */
export function BankArt() {
  return (
    <Round>
      <path d="M34 62l46-28 46 28v8H34z" fill="#f4ae3d" />
      <path d="M44 76h10v38H44zM66 76h10v38H66zM88 76h10v38H88z" fill="#f9f3e5" />
      <path d="M110 76h10v38h-10z" fill="none" stroke="#f9f3e5" strokeWidth="3" strokeDasharray="5 5" />
      <path d="M34 118h92v10H34z" fill="#f9f3e5" />
      <circle cx="80" cy="55" r="6" fill="#0b3b2d" />
    </Round>
  )
}

/** Draws a phone with the Sesa mark on its home screen. */
export function HomeScreenArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 200 190" aria-hidden="true" className={className}>
      <rect x="30" y="12" width="140" height="220" rx="24" fill="#06231a" />
      <rect x="38" y="20" width="124" height="204" rx="17" fill="#0e5a43" />
      <g fill="#f9f3e5" fillOpacity="0.35">
        <rect x="52" y="40" width="28" height="28" rx="8" />
        <rect x="120" y="40" width="28" height="28" rx="8" />
        <rect x="52" y="146" width="28" height="28" rx="8" />
        <rect x="86" y="146" width="28" height="28" rx="8" />
        <rect x="120" y="146" width="28" height="28" rx="8" />
      </g>
      <rect x="66" y="66" width="68" height="68" rx="19" fill="#f9f3e5" />
      <circle cx="100" cy="100" r="26" fill="#0b3b2d" />
      <path
        d="M100 80l5 10 11-4-4 11 9 4-9 4 4 11-11-4-5 10-5-10-11 4 4-11-9-4 9-4-4-11 11 4z"
        fill="#f4ae3d"
      />
    </svg>
  )
}
