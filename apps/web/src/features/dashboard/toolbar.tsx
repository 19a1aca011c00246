import { TRANSFER_STATUSES, type TransferStatus } from '@sesa/contract'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField, type Option } from '../../ui/fields/select-field.tsx'
import { STATUS_WORDS } from '../../ui/feedback/status.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const ANY = 'any'

const OPTIONS: readonly Option<TransferStatus | typeof ANY>[] = [
  { value: ANY, label: 'All' },
  ...TRANSFER_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
]

interface ToolbarProps {
  text: string
  onText: (text: string) => void
  /** Searches at once, on Enter in the search box. */
  onSearch: () => void
  status: TransferStatus | null
  onStatus: (status: TransferStatus | null) => void
}

/** The search, the status filter and the link to a new transfer. */
export function Toolbar({ text, onText, onSearch, status, onStatus }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <form
        role="search"
        aria-label="Transfers"
        className="flex min-w-60 flex-1 flex-wrap gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <div className="min-w-60 flex-3">
          <TextField
            id="search"
            type="search"
            label="Search"
            placeholder="Name, reference, amount"
            value={text}
            onChange={onText}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="min-w-40 flex-1">
          <SelectField
            id="status"
            label="Status"
            value={status ?? ANY}
            onChange={(value) => onStatus(value === ANY ? null : value)}
            options={OPTIONS}
          />
        </div>
      </form>
      <ButtonLink href={paths.sendMoney} className="max-sm:w-full">
        Send Money
      </ButtonLink>
    </div>
  )
}
