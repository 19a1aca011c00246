import { useId } from 'react'
import { cx } from '../class-names.ts'

/** Renders a strip of woven cloth, the product's only ornament: the warp of kente, cut to 24 px. */
export function KenteStrip({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width="100%" height="24" className={cx('block', className)}>
      <defs>
        <pattern id={id} width="96" height="24" patternUnits="userSpaceOnUse">
          <path fill="#0e5a43" d="M0 0h96v24H0z" />
          <path
            fill="#f4ae3d"
            d="M0 0h8v4H0zM8 4h8v4H8zM16 8h8v8h-8zM8 16h8v4H8zM0 20h8v4H0zM32 4h-8v4h8zM40 0h-8v4h8zM32 16h-8v4h8zM40 20h-8v4h8z"
          />
          <path fill="#a5412a" d="M48 0h12v24H48zM84 0h12v24H84z" />
          <path fill="#0b3b2d" d="M60 0h24v24H60z" />
          <path fill="#f9f3e5" d="M72 4l8 8-8 8-8-8z" />
          <path fill="#a5412a" d="M72 8l4 4-4 4-4-4z" />
          <path
            fill="#f4ae3d"
            d="M52 2h4v4h-4zM52 10h4v4h-4zM52 18h4v4h-4zM88 2h4v4h-4zM88 10h4v4h-4zM88 18h4v4h-4z"
          />
        </pattern>
      </defs>
      <rect width="100%" height="24" fill={`url(#${id})`} />
    </svg>
  )
}
