import type { Chip } from '@sesa/contract/office'
import { CrossIcon } from '@sesa/ui/art/icons.tsx'
import { cx } from '@sesa/ui/class-names.ts'

interface ChipsProps {
  chips: readonly Chip[]
  onRemove: (chip: Chip) => void
}

/** What was understood, part by part. Each can be removed; one that was not understood says what to type. */
export function Chips({ chips, onRemove }: ChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Understood as" className="flex flex-wrap gap-2 print:hidden">
      {chips.map((chip, nth) => (
        <li key={`${nth} ${chip.text}`} className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            aria-label={`Remove ${chip.label}`}
            onClick={() => onRemove(chip)}
            className={cx(
              'flex min-h-9 items-center gap-2 rounded-full px-3 hover:bg-brand-soft forced-colors:border',
              chip.problem === null ? 'bg-sunken' : 'bg-accent-soft text-warn',
            )}
          >
            {chip.label}
            <CrossIcon className="size-4" />
          </button>
          {chip.problem !== null && <span>{chip.problem}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Returns a text without one of its parts, as the server wrote it. */
export function withoutPart(text: string, part: string): string {
  const words = ` ${text} `
  const at = words.indexOf(` ${part} `)
  return at < 0 ? text : (words.slice(0, at) + words.slice(at + part.length + 1)).trim()
}
