import { cx } from '../class-names.ts'

/** A link to a page, or an action on this page, for example opening a dialog. */
export type SideMenuEntry =
  | { label: string; href: string; onClick?: never; onApproach?: never }
  | {
      label: string
      onClick: () => void
      /** Called when a press is likely, to preload what it opens. */
      onApproach?: () => void
      href?: never
    }

interface SideMenuProps {
  /** Names the menu: "Settings". */
  label: string
  entries: readonly SideMenuEntry[]
  /** The path of the open page. */
  current: string
}

/** Renders the pages of one area, next to the content; on a phone, above it. */
export function SideMenu({ label, entries, current }: SideMenuProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-1 border-line max-md:border-b max-md:pb-4 md:border-r md:pr-6">
        {entries.map(({ label: text, href, onClick, onApproach }) => (
          <li key={text}>
            {href === undefined ? (
              <button
                type="button"
                onClick={onClick}
                onPointerDown={onApproach}
                onPointerEnter={onApproach}
                onFocus={onApproach}
                className={entryClass(false)}
              >
                {text}
              </button>
            ) : (
              <a
                href={href}
                aria-current={href === current ? 'page' : undefined}
                className={entryClass(href === current)}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function entryClass(here: boolean): string {
  return cx(
    'flex min-h-12 w-full items-center rounded-md px-4 text-left font-semibold',
    here ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
  )
}
