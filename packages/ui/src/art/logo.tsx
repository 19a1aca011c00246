/** Renders the mark: a star that turns within a wheel, after "Sesa wo suban", the Adinkra symbol of change. */
function Mark() {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill="#0b3b2d" />
      <circle cx="20" cy="20" r="15.5" fill="none" stroke="#f9f3e5" strokeWidth="2" />
      <path
        d="M20 7.5 23.2 13.6 29.8 11.2 27.3 17.7 33 20 27.3 22.3 29.8 28.8 23.2 26.4 20 32.5 16.8 26.4 10.2 28.8 12.7 22.3 7 20 12.7 17.7 10.2 11.2 16.8 13.6Z"
        fill="#f4ae3d"
      />
      <circle cx="20" cy="20" r="4" fill="#0b3b2d" />
    </svg>
  )
}

/** Renders the mark and the name. The link around it names its target. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="text-2xl font-extrabold tracking-tight">Sesa</span>
    </span>
  )
}
