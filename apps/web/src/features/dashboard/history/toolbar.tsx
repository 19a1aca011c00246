import { lazy, Suspense, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { FilterIcon } from '@sesa/ui/art/icons.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import type { PageCursor } from './page-cursor.ts'

/** Loads the filters on demand: few visits filter or export. */
const loadFilters = () => loadCode(() => import('./filters.tsx'))
const Filters = lazy(loadFilters)

interface ToolbarProps {
  text: string
  onText: (text: string) => void
  /** Searches at once, on Enter in the search box. */
  onSearch: () => void
  place: PageCursor
  onNarrow: (change: Partial<PageCursor>) => void
}

/** Renders one line: the search, and the button for the filters and the export. */
export function Toolbar({ text, onText, onSearch, place, onNarrow }: ToolbarProps) {
  const { status, from, to } = place
  const active = [status !== null, from !== '' || to !== ''].filter(Boolean).length
  const [open, setOpen] = useState(active > 0)
  return (
    <div className="flex flex-col gap-4">
      <form
        role="search"
        aria-label={i18n.t('Transfers')}
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            id="search"
            type="search"
            label={i18n.t('Search')}
            hideLabel
            placeholder={i18n.t('Search transfers')}
            value={text}
            onChange={onText}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls="filters"
          // The code has usually loaded by the time the finger lifts.
          onPointerDown={() => void loadFilters().catch(() => undefined)}
          onClick={() => setOpen(!open)}
          className="relative max-sm:w-12 max-sm:px-0"
        >
          <FilterIcon />
          <span className="max-sm:sr-only">{i18n.t('Filter and export')}</span>
          {active > 0 && (
            <span className="min-w-6 rounded-full bg-brand px-1.5 text-on-brand tabular-nums max-sm:absolute max-sm:-top-2 max-sm:-right-1">
              {active}
              <span className="sr-only"> {i18n.t('on')}</span>
            </span>
          )}
        </Button>
      </form>
      {open && (
        <div id="filters">
          <SectionBoundary name={i18n.t('the filters')}>
            <Suspense fallback={<Skeleton lines={4} className="rounded-lg border border-line p-4" />}>
              <Filters place={place} onNarrow={onNarrow} />
            </Suspense>
          </SectionBoundary>
        </div>
      )}
    </div>
  )
}
