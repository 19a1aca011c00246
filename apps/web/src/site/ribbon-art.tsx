const RIBBON = 'M96 150C96 40 250 20 262 128S196 262 268 300s120-38 116-104'

/** A strip of kente runs from a bank card to a phone: the money's way. */
export function RibbonArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 440" aria-hidden="true" className={className}>
      <circle cx="250" cy="250" r="190" fill="#0e5a43" />
      <circle
        cx="250"
        cy="250"
        r="148"
        fill="none"
        stroke="#13714f"
        strokeWidth="2"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <g transform="rotate(-12 110 190)">
        <rect x="16" y="120" width="188" height="122" rx="16" fill="#f9f3e5" />
        <rect x="16" y="146" width="188" height="22" fill="#17261f" />
        <rect x="34" y="188" width="34" height="26" rx="5" fill="#f4ae3d" />
        <path d="M84 194h74M84 208h46" stroke="#c9bda3" strokeWidth="7" strokeLinecap="round" />
      </g>
      <g transform="rotate(7 370 300)">
        <rect x="286" y="150" width="150" height="310" rx="28" fill="#06231a" />
        <rect x="297" y="163" width="128" height="284" rx="18" fill="#fffdf8" />
        <rect x="340" y="170" width="42" height="9" rx="4.5" fill="#06231a" />
        <circle cx="361" cy="250" r="34" fill="#dcebdd" />
        <path
          d="m346 251 11 11 21-23"
          fill="none"
          stroke="#0e5a43"
          strokeWidth="8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="318" y="304" width="86" height="15" rx="7.5" fill="#17261f" />
        <rect x="330" y="330" width="62" height="11" rx="5.5" fill="#c9bda3" />
        <rect x="312" y="364" width="98" height="34" rx="17" fill="#0e5a43" />
      </g>
      <g fill="none" strokeLinejoin="round">
        <path d={RIBBON} stroke="#06231a" strokeWidth="52" />
        <path d={RIBBON} stroke="#f4ae3d" strokeWidth="46" />
        <path d={RIBBON} stroke="#a5412a" strokeWidth="46" strokeDasharray="20 52" />
        <path d={RIBBON} stroke="#0b3b2d" strokeWidth="46" strokeDasharray="8 64" strokeDashoffset="-36" />
        <path d={RIBBON} stroke="#f9f3e5" strokeWidth="14" strokeDasharray="20 52" />
        <path d={RIBBON} stroke="#0e5a43" strokeWidth="14" strokeDasharray="8 64" strokeDashoffset="-36" />
      </g>
    </svg>
  )
}
