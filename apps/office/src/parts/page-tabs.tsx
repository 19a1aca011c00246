import { cx } from '@sesa/ui/class-names.ts'

interface PageTabsProps {
  /** Names the choice: "Reports". */
  label: string
  tabs: readonly { readonly href: string; readonly label: string; readonly isCurrent: boolean }[]
}

/** The views of a page, each with its own address. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  if (tabs.length < 2) return null
  return (
    <nav aria-label={label} className="flex flex-wrap border-b-2 border-line print:hidden">
      {tabs.map(({ href, label: text, isCurrent }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            '-mb-0.5 flex min-h-11 items-center border-b-4 px-4 font-bold',
            isCurrent ? 'border-brand-ink text-brand-ink' : 'border-transparent text-muted hover:bg-sunken',
          )}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
