import { cx } from '../class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'

/** A link to a page, or an action on this page, for example opening a dialog. */
export type SideMenuEntry =
  | { label: string; href: string }
  | {
      label: string
      open: () => void
      /** Called when a press is likely, to preload what it opens. */
      onApproach?: () => void
      /** True while it is opening. */
      busy?: boolean
    }

interface SideMenuProps {
  /** Names the menu: "Settings". */
  label: string
  /** A line separates the groups. */
  groups: readonly (readonly SideMenuEntry[])[]
  /** The path of the open page. */
  current: string
}

/** Renders the pages of one area, next to the content. */
export function SideMenu({ label, groups, current }: SideMenuProps) {
  return (
    <nav aria-label={label} className="divide-y divide-line border-r border-line pr-6">
      {groups.map((entries, index) => (
        // The groups never change position.
        <ul key={index} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
          {entries.map((entry) => (
            <li key={entry.label}>
              {'href' in entry ? (
                <a
                  href={entry.href}
                  aria-current={entry.href === current ? 'page' : undefined}
                  className={entryClass(entry.href === current)}
                >
                  {entry.label}
                </a>
              ) : (
                <button
                  type="button"
                  aria-busy={entry.busy}
                  onClick={entry.open}
                  onPointerDown={entry.onApproach}
                  onPointerEnter={entry.onApproach}
                  onFocus={entry.onApproach}
                  className={entryClass(false)}
                >
                  <span className="grow">{entry.label}</span>
                  {entry.busy && <Spinner />}
                </button>
              )}
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function entryClass(here: boolean): string {
  return cx(
    'flex min-h-12 w-full items-center rounded-md px-4 text-left font-semibold',
    here ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
  )
}
