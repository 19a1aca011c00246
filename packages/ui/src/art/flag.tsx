import type { CountryCode } from '@sesa/contract'
import { cx } from '../class-names.ts'

interface FlagProps {
  country: CountryCode
  /** Height in px; the width is 1.5 times the height. */
  height?: number
  /** The country's name, where no text next to the flag gives it. */
  label?: string
  className?: string
}

/** Renders a country's flag from the document's sprite: no request, no emoji font. */
export function Flag({ country, height = 18, label, className }: FlagProps) {
  return (
    <svg
      viewBox="0 0 3 2"
      // Attributes, because the content security policy refuses style attributes in prerendered pages.
      height={height}
      width={height * 1.5}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx('inline-block shrink-0 rounded-[3px] hairline', className)}
    >
      <use href={`#flag-${country}`} />
    </svg>
  )
}
