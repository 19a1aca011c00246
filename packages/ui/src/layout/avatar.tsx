import type { CountryCode } from '@sesa/contract'
import { Flag } from '../art/flag.tsx'

interface AvatarProps {
  name: string
  /** Adds the country's flag. */
  country?: CountryCode
}

/** Renders a person's initials in a circle. Decoration: the name is next to it. */
export function Avatar({ name, country }: AvatarProps) {
  return (
    <span aria-hidden="true" className="relative inline-flex shrink-0">
      <span className="flex size-12 items-center justify-center rounded-full bg-brand-soft text-[min(1rem,20px)] font-bold text-brand-ink forced-colors:border-2">
        {initialsOf(name)}
      </span>
      {country && (
        <span className="absolute -right-1 -bottom-1 flex rounded-sm border-2 border-surface">
          <Flag country={country} height={14} />
        </span>
      )}
    </span>
  )
}

/** Returns the initials of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = (words.length > 1 ? [words[0], words.at(-1)] : [words[0]]).map(
    (word) => [...(word?.replace(/\P{L}/gu, '') ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
