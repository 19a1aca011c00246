import { useState } from 'react'
import { LISTED_STATUSES, type ListedStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { deviceZone } from '@sesa/ui/format.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { SelectField, type Option } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { downloadFile } from '../../../lib/api/download.ts'
import { dayOf, PRESETS, rangeOf } from '../../../lib/date-range.ts'
import { filterParams, filtersOf } from '../../../lib/history-filters.ts'
import { paths, withQuery } from '../../../lib/paths.ts'
import { isNarrowed, LATEST, type PageCursor } from './page-cursor.ts'

const ANY = 'any'

const OPTIONS: readonly Option<ListedStatus | typeof ANY>[] = [
  { value: ANY, label: i18n.t('All') },
  ...LISTED_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
]

interface FiltersProps {
  place: PageCursor
  onNarrow: (change: Partial<PageCursor>) => void
}

/** Renders the list's filters for status and days, and its exports. */
export default function Filters({ place, onNarrow }: FiltersProps) {
  const { status, from, to } = place
  const isBackwards = from !== '' && to !== '' && from > to
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3">
        <div className="max-sm:col-span-full">
          <SelectField
            id="status"
            label={i18n.t('Status')}
            value={status ?? ANY}
            onChange={(value) => onNarrow({ status: value === ANY ? null : value })}
            options={OPTIONS}
          />
        </div>
        <TextField
          id="from"
          type="date"
          label={i18n.t('From')}
          value={from}
          onChange={(day) => isWhole(day) && onNarrow({ from: day })}
        />
        <TextField
          id="to"
          type="date"
          label={i18n.t('To')}
          value={to}
          onChange={(day) => isWhole(day) && onNarrow({ to: day })}
          error={isBackwards ? i18n.t('Choose a day on or after the From date.') : undefined}
        />
      </div>
      <Presets place={place} onNarrow={onNarrow} />
      <Exports place={place} />
    </div>
  )
}

function Presets({ place, onNarrow }: FiltersProps) {
  const today = new Date(serverNow())
  return (
    <div className="flex flex-wrap gap-2">
      {PRESETS.map((preset) => {
        const range = rangeOf(preset, today)
        const isChosen = range.from === place.from && range.to === place.to
        return (
          <button
            key={preset}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onNarrow(isChosen ? { from: '', to: '' } : range)}
            className={cx(
              'min-h-11 rounded-full border-2 px-4 font-semibold',
              isChosen ? 'border-brand bg-brand text-on-brand' : 'border-edge hover:bg-sunken',
            )}
          >
            {preset}
          </button>
        )
      })}
      {isNarrowed({ ...place, search: '' }) && (
        <Button
          variant="quiet"
          className="mx-0"
          onClick={() => onNarrow({ status: LATEST.status, from: '', to: '' })}
        >
          {i18n.t('Clear filters')}
        </Button>
      )}
    </div>
  )
}

/** Downloads the matching transfers, or opens them as a statement. */
function Exports({ place }: { place: PageCursor }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const download = async () => {
    setBusy(true)
    const query = new URLSearchParams({ format: 'csv', zone: deviceZone(), ...filtersOf(place) })
    const failed = await downloadFile(`/user/transactions?${query}`, fileName(place))
    setBusy(false)
    setFailure(failed)
    if (!failed) toast(i18n.t('Transfers downloaded'))
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {failure && (
        <Notice tone="error" title={i18n.t('We couldn’t download your transfers')}>
          {failure.message}
        </Notice>
      )}
      <ButtonRow>
        <Button
          variant="secondary"
          busy={busy}
          busyLabel={i18n.t('Downloading')}
          onClick={() => void download()}
        >
          {i18n.t('Download CSV')}
        </Button>
        <ButtonLink variant="secondary" href={withQuery(paths.statement, filterParams(place))}>
          {i18n.t('Print or save as PDF')}
        </ButtonLink>
      </ButtonRow>
      <p className="text-muted">
        {i18n.t('The file has every transfer in this list and opens in a spreadsheet.')}
      </p>
    </div>
  )
}

/** Returns false for a year that is still being typed: the field reports 0202 on the way to 2026. */
function isWhole(day: string): boolean {
  return day === '' || day >= '2000'
}

function fileName({ from, to }: PageCursor): string {
  const days = [from, to].filter((day) => day !== '')
  return `sesa-transfers-${days.length > 0 ? days.join('-to-') : dayOf(new Date())}.csv`
}
