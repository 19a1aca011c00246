import { Button } from '../button.tsx'

interface PaginationProps {
  /** Names the list: "Transfers". */
  label: string
  /** What is shown now: "11 to 60". */
  shown: string
  /** Go one page back or on; absent on the first and the last page. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** While a page is on its way. The rows of the last one stay. */
  busy?: boolean
}

/** From page to page of a long list; which rows they are is announced. */
export function Pagination({ label, shown, onPrevious, onNext, busy }: PaginationProps) {
  return (
    <nav aria-label={`${label}: pages`} className="flex flex-wrap items-center justify-between gap-3">
      <Button variant="secondary" disabled={busy || !onPrevious} onClick={onPrevious}>
        Previous
      </Button>
      <p role="status" className="text-muted tabular-nums">
        {shown}
      </p>
      <Button variant="secondary" disabled={busy || !onNext} onClick={onNext}>
        Next
      </Button>
    </nav>
  )
}

interface ViewAllProps {
  onClick: () => void
  busy?: boolean
}

/** Under the first rows of a list: leads to all of them. */
export function ViewAll({ onClick, busy }: ViewAllProps) {
  return (
    <Button
      variant="secondary"
      className="self-center"
      busy={busy ?? false}
      busyLabel="Loading"
      onClick={onClick}
    >
      View all
    </Button>
  )
}
