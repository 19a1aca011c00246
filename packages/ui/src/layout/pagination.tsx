import * as i18n from '@sesa/contract/i18n'
import { Button } from '../button.tsx'

interface PaginationProps {
  /** Names the list: "Transfers". */
  label: string
  /** The range shown: "11 to 60". */
  shown: string
  /** Loads the previous or next page; absent on the first and the last page. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** True while a page loads. The previous rows stay. */
  busy?: boolean
}

/** Moves between the pages of a long list, and announces the range shown. */
export function Pagination({ label, shown, onPrevious, onNext, busy }: PaginationProps) {
  return (
    <nav
      aria-label={i18n.t('{label}: pages', { label })}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <Button variant="secondary" disabled={busy || !onPrevious} onClick={onPrevious}>
        {i18n.t('Previous')}
      </Button>
      <p role="status" className="text-muted tabular-nums">
        {shown}
      </p>
      <Button variant="secondary" disabled={busy || !onNext} onClick={onNext}>
        {i18n.t('Next')}
      </Button>
    </nav>
  )
}

interface ViewAllProps {
  onClick: () => void
  busy?: boolean
}

/** Renders a link below the first rows of a list that shows all of them. */
export function ViewAll({ onClick, busy }: ViewAllProps) {
  return (
    <Button
      variant="secondary"
      className="self-center"
      busy={busy ?? false}
      busyLabel={i18n.t('Loading')}
      onClick={onClick}
    >
      {i18n.t('View all')}
    </Button>
  )
}
