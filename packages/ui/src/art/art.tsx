import type { ReactNode } from 'react'

/** Illustrations: flat, in the palette's colours, for both themes. Decorative, so hidden from screen readers. */

interface ArtProps {
  className?: string | undefined
}

function Round({ fill, className, children }: ArtProps & { fill: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 160" width="192" height="192" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill={fill} />
      {children}
    </svg>
  )
}

const LINE = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Draws a phone with a banknote on its screen: money received. */
export function PhoneArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#f4ae3d" />
      <rect x="50" y="24" width="60" height="112" rx="12" fill="#0b3b2d" />
      <rect x="56" y="34" width="48" height="88" rx="4" fill="#f9f3e5" />
      <circle cx="80" cy="66" r="16" fill="#0e5a43" />
      <path
        d="m73 66 5 5 9-10"
        fill="none"
        stroke="#f9f3e5"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="60" y="88" width="40" height="26" rx="4" fill="#0e5a43" />
      <circle cx="80" cy="101" r="8" fill="#f4ae3d" />
      <path d="M72 129h16" stroke="#f9f3e5" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** Draws a road with eight stones to a house: on its way. */
export function RoadArt({ className }: ArtProps) {
  return (
    <Round fill="#0e5a43" className={className}>
      <path {...LINE} d="M22 128c40 12 84 4 84-22S42 92 46 68s60-6 72-20" stroke="#06231a" strokeWidth="20" />
      <path
        {...LINE}
        d="M22 128c40 12 84 4 84-22S42 92 46 68s60-6 72-20"
        stroke="#f4ae3d"
        strokeWidth="9"
        strokeDasharray="0.1 26"
      />
      <path d="M102 44l20-18 20 18v26h-40z" fill="#f9f3e5" />
      <path d="M96 48l26-24 26 24" {...LINE} stroke="#a5412a" strokeWidth="7" />
      <path d="M116 70V54h12v16z" fill="#0b3b2d" />
    </Round>
  )
}

/** Draws a card and a check mark: paid. */
export function CardArt({ className }: ArtProps) {
  return (
    <Round fill="#f4ae3d" className={className}>
      <g transform="rotate(-10 80 84)">
        <rect x="26" y="48" width="108" height="70" rx="10" fill="#0b3b2d" />
        <path d="M26 62h108v14H26z" fill="#f9f3e5" />
        <rect x="38" y="88" width="22" height="16" rx="3" fill="#f4ae3d" />
        <path {...LINE} d="M76 92h44M76 104h26" stroke="#c0d3c6" strokeWidth="5" />
      </g>
      <circle cx="122" cy="50" r="17" fill="#0e5a43" stroke="#f4ae3d" strokeWidth="4" />
      <path {...LINE} d="m114 50 6 6 10-11" stroke="#f9f3e5" strokeWidth="5" />
    </Round>
  )
}

/** Draws an arrow that brings a coin back: the money returns. */
export function ReturnArt({ className }: ArtProps) {
  return (
    <Round fill="#fbe1b7" className={className}>
      <path {...LINE} d="M48 60h44a32 32 0 0 1 0 64H58" stroke="#a5412a" strokeWidth="13" />
      <path {...LINE} d="M68 36 44 60l24 24" stroke="#a5412a" strokeWidth="13" />
      <circle cx="90" cy="92" r="17" fill="#f4ae3d" stroke="#0b3b2d" strokeWidth="5" />
    </Round>
  )
}

/** Draws an empty basket: nothing here yet. */
export function BasketArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#fbe1b7" />
      <path d="M48 72c4-26 60-26 64 0" fill="none" stroke="#a5412a" strokeWidth="7" strokeLinecap="round" />
      <path d="M32 72h96l-12 50a8 8 0 0 1-8 6H52a8 8 0 0 1-8-6z" fill="#0e5a43" />
      <path d="M38 84h84l-3 12H41zM44 108h72l-3 12H47z" fill="#f4ae3d" />
      <path
        d="m56 84 6 12 6-12zM80 84l6 12 6-12zM104 84l6 12 6-12zM60 108l6 12 6-12zM84 108l6 12 6-12z"
        fill="#a5412a"
      />
    </svg>
  )
}

/** Draws a road that turns back: the page does not exist, or something went wrong. */
export function LostArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#0e5a43" />
      <path
        d="M40 132c20-24 92-20 80-52-10-26-70-6-74-32"
        fill="none"
        stroke="#f9f3e5"
        strokeWidth="14"
        strokeLinecap="round"
      />
      <path
        d="M40 132c20-24 92-20 80-52-10-26-70-6-74-32"
        fill="none"
        stroke="#a5412a"
        strokeWidth="3"
        strokeDasharray="8 8"
        strokeLinecap="round"
      />
      <circle cx="46" cy="40" r="16" fill="#f4ae3d" />
      <circle cx="46" cy="40" r="6" fill="#0b3b2d" />
    </svg>
  )
}

/** Draws a handshake: an agreement. */
export function HandshakeArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#0e5a43" />
      <path d="M10 62h34l26 10v34H10z" fill="#f4ae3d" />
      <path d="M150 62h-34L90 72v34h60z" fill="#a5412a" />
      <path d="M10 62h14v44H10zM136 62h14v44h-14z" fill="#f9f3e5" />
      <path d="M62 74c10-8 22-8 36 2v28c-12 10-26 10-36 2z" fill="#f9f3e5" />
      <path d="M72 92h18M72 102h14M72 82h20" stroke="#0b3b2d" strokeWidth="4" strokeLinecap="round" />
      <path d="M80 30v14M58 38l6 11M102 38l-6 11" stroke="#f4ae3d" strokeWidth="5" strokeLinecap="round" />
    </svg>
  )
}

/** Draws a signal that does not reach: no connection. */
export function OfflineArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#f4ae3d" />
      <path
        d="M34 70c26-26 66-26 92 0M50 88c17-17 43-17 60 0"
        fill="none"
        stroke="#0b3b2d"
        strokeWidth="10"
        strokeLinecap="round"
        strokeDasharray="18 14"
      />
      <circle cx="80" cy="112" r="12" fill="#a5412a" />
      <path d="M44 124 116 44" stroke="#f9f3e5" strokeWidth="14" strokeLinecap="round" />
      <path d="M44 124 116 44" stroke="#a5412a" strokeWidth="6" strokeLinecap="round" />
    </svg>
  )
}
