const RIBBON = 'M-300 560C-120 430 172 470 150 296S96 62 236 56s142 104 134 204'

/** Draws a strip of kente that runs past a bank card into a phone: the path of the money. */
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
      <g transform="rotate(6 370 310)">
        <rect x="284" y="160" width="164" height="320" rx="30" fill="#06231a" />
        <rect x="295" y="172" width="142" height="300" rx="20" fill="#fffdf8" />
        <rect x="344" y="180" width="44" height="9" rx="4.5" fill="#06231a" />
        <circle cx="366" cy="262" r="38" fill="#0e5a43" />
        <path
          d="m349 263 12 12 24-26"
          fill="none"
          stroke="#f9f3e5"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="318" y="322" width="96" height="16" rx="8" fill="#17261f" />
        <rect x="332" y="350" width="68" height="11" rx="5.5" fill="#c9bda3" />
        <rect x="312" y="384" width="108" height="36" rx="18" fill="#f4ae3d" />
      </g>
    </svg>
  )
}
