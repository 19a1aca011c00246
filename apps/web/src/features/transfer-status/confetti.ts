/** Pieces of kente cloth: stripes of two colours. */
const CLOTHS = [
  'border-accent bg-deep',
  'border-kola bg-accent',
  'border-deep bg-kola',
  'border-accent bg-kola',
]
const PIECES = 36
const LONGEST_MS = 3_200

/** Makes pieces of cloth fall once across the screen, above the page and without catching touches. */
export function throwConfetti(): void {
  const layer = document.createElement('div')
  layer.ariaHidden = 'true'
  layer.dataset['confetti'] = ''
  layer.className = 'pointer-events-none fixed inset-0 z-40 overflow-hidden print:hidden'
  for (let index = 0; index < PIECES; index++) layer.append(pieceOf(index))
  document.body.append(layer)
  setTimeout(() => layer.remove(), LONGEST_MS)
}

function pieceOf(index: number): HTMLElement {
  const piece = document.createElement('i')
  piece.className = `absolute top-0 left-0 h-5 w-3 border-y-4 ${CLOTHS[index % CLOTHS.length] ?? ''}`
  const from = (index + Math.random()) * (100 / PIECES)
  const to = from + Math.random() * 20 - 10
  const turns = (Math.random() - 0.5) * 3
  piece.animate(
    [
      { transform: `translate(${from}vw, -2rem)` },
      { transform: `translate(${to}vw, 105vh) rotate(${turns}turn) rotateX(${turns * 2}turn)` },
    ],
    {
      duration: 1_600 + Math.random() * 1_000,
      delay: Math.random() * 500,
      easing: 'cubic-bezier(.3,.2,.7,1)',
      fill: 'both',
    },
  )
  return piece
}
