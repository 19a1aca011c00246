/** Illustrations of empty lists, apart from `art` so that only their pages load them. Hidden from screen readers. */

interface ArtProps {
  className?: string
}

/** Draws two people and a plus sign: add someone to pay. */
export function PeopleArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#fbe1b7" />
      <circle cx="100" cy="58" r="18" fill="#a5412a" />
      <path d="M70 120v-8a30 30 0 0 1 60 0v8z" fill="#a5412a" />
      <circle cx="62" cy="62" r="21" fill="#0b3b2d" stroke="#fbe1b7" strokeWidth="5" />
      <path d="M25 126v-4a37 37 0 0 1 74 0v4z" fill="#0e5a43" stroke="#fbe1b7" strokeWidth="5" />
      <path d="M48 126v-8M62 126v-8M76 126v-8" stroke="#f4ae3d" strokeWidth="6" />
      <circle cx="122" cy="118" r="19" fill="#f4ae3d" stroke="#fbe1b7" strokeWidth="5" />
      <path d="M122 109v18M113 118h18" stroke="#0b3b2d" strokeWidth="5" strokeLinecap="round" />
    </svg>
  )
}

/** Draws a calendar with one marked day, and a bell: we remind you on the day. */
export function CalendarArt({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden="true" className={className}>
      <circle cx="80" cy="80" r="76" fill="#0e5a43" />
      <rect x="34" y="42" width="84" height="80" rx="10" fill="#f9f3e5" />
      <path d="M34 66V52a10 10 0 0 1 10-10h64a10 10 0 0 1 10 10v14z" fill="#a5412a" />
      <path d="M34 66h84" stroke="#f4ae3d" strokeWidth="6" strokeDasharray="6 6" />
      <path d="M54 34v16M98 34v16" stroke="#0b3b2d" strokeWidth="7" strokeLinecap="round" />
      <path d="M48 82h10M71 82h10M94 82h10M48 104h10" stroke="#c9bda3" strokeWidth="10" />
      <rect x="66" y="94" width="20" height="20" rx="5" fill="#f4ae3d" />
      <g stroke="#0e5a43" strokeWidth="4">
        <path d="M90 124c7-5 6-12 7-19a15 15 0 0 1 30 0c1 7 0 14 7 19z" fill="#f4ae3d" />
        <circle cx="112" cy="129" r="7" fill="#f4ae3d" />
      </g>
    </svg>
  )
}
