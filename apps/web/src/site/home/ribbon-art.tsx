const RIBBON = 'M150 296C140 150 96 62 236 56s142 104 134 204'

/** Draws a strip of kente from a bank card to what stands before its end: the path of the money. */
export function RibbonArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 440" aria-hidden="true" className={className}>
      <circle cx="262" cy="262" r="196" fill="#0e5a43" />
      <g fill="none">
        <path d={RIBBON} stroke="#06231a" strokeWidth="74" />
        <path d={RIBBON} stroke="#f4ae3d" strokeWidth="68" />
        <path d={RIBBON} stroke="#a5412a" strokeWidth="68" strokeDasharray="6 10" />
        <path d={RIBBON} stroke="#a5412a" strokeWidth="52" />
        <path d={RIBBON} stroke="#f9f3e5" strokeWidth="40" />
        <path d={RIBBON} stroke="#0b3b2d" strokeWidth="36" />
        <path d={RIBBON} stroke="#0e5a43" strokeWidth="36" strokeDasharray="24 24" />
        <path d={RIBBON} stroke="#f4ae3d" strokeWidth="18" strokeDasharray="12 36" strokeDashoffset="-6" />
        <path d={RIBBON} stroke="#f9f3e5" strokeWidth="6" strokeDasharray="12 36" strokeDashoffset="-30" />
      </g>
      <g transform="rotate(-10 130 222)">
        <rect x="22" y="154" width="204" height="132" rx="18" fill="#f9f3e5" />
        <rect x="22" y="182" width="204" height="24" fill="#17261f" />
        <rect x="42" y="228" width="38" height="30" rx="6" fill="#f4ae3d" />
        <path d="M98 236h88M98 252h56" stroke="#c9bda3" strokeWidth="8" strokeLinecap="round" />
      </g>
    </svg>
  )
}
