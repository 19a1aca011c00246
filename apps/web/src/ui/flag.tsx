import GH from 'country-flag-icons/react/3x2/GH'
import LR from 'country-flag-icons/react/3x2/LR'
import SL from 'country-flag-icons/react/3x2/SL'
import US from 'country-flag-icons/react/3x2/US'
import type { CountryCode } from '@sesa/contract'
import { cx } from './class-names.ts'

const FLAGS = { GH, LR, SL, US } as const

interface FlagProps {
  country: CountryCode
  /** Height in px; the width is one and a half of it. */
  height?: number
  /** The country's name, where no text beside the flag says it. */
  label?: string
  className?: string
}

/** A country's flag, drawn inline: no request, no emoji font. */
export function Flag({ country, height = 18, label, className }: FlagProps) {
  const Drawing = FLAGS[country]
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx('inline-block shrink-0 overflow-hidden rounded-[3px] ring-1 ring-line', className)}
      style={{ height, width: height * 1.5 }}
    >
      <Drawing className="block size-full" />
    </span>
  )
}
