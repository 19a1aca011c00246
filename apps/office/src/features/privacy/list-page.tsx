import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { officeCalls, type PrivacyRequest } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { useForm } from '@sesa/ui/form.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { countryName, dueText } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import { Section } from '../../parts/section.tsx'
import type { GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'
import { KIND_WORDS, STATE_WORDS } from './words.ts'

const COLUMNS: readonly GridColumn<PrivacyRequest>[] = [
  { key: 'number', header: 'Request', width: 120, text: (row) => row.number },
  { key: 'kind', header: 'Kind', width: 170, text: (row) => KIND_WORDS[row.kind] },
  { key: 'state', header: 'State', width: 230, text: (row) => STATE_WORDS[row.state] },
  {
    key: 'left',
    header: 'Due in',
    width: 190,
    text: (row) => (row.state === 'open' || row.state === 'waiting' ? dueText(row.dueAt, serverNow()) : ''),
    at: (row) => row.dueAt,
  },
  { key: 'country', header: 'Country', width: 150, text: (row) => countryName(row.country) },
  {
    key: 'received',
    header: 'Received',
    width: 250,
    text: (row) => formatMoment(row.receivedAt),
    at: (row) => row.receivedAt,
  },
  {
    key: 'done',
    header: 'Done',
    width: 250,
    text: (row) => (row.doneAt === null ? '' : formatMoment(row.doneAt)),
    at: (row) => row.doneAt,
  },
  { key: 'customer', header: 'Customer', width: 320, text: (row) => row.customerId, hidden: true },
]

const STATE_CHOICE: Choice = {
  name: 'state',
  label: 'Show',
  options: [
    { value: 'no', label: 'Open requests' },
    { value: 'yes', label: 'All requests' },
  ],
}

/** Requests for access and erasure, the first due one first, and a form for a new one. */
export default function PrivacyPage() {
  const [filters, setFilters] = useState<Filters>({})
  const all = filters['state'] === 'yes' ? 'yes' : undefined
  const requests = useQuery({
    queryKey: ['privacy', 'list', all],
    queryFn: ({ signal }) => callOffice(officeCalls.listPrivacyRequests, { query: { all }, signal }),
  })
  return (
    <ListPage
      title="Privacy"
      lead="Access and erasure requests, earliest deadline first."
      query={requests}
      what="the requests"
      choices={[STATE_CHOICE]}
      name="privacy-requests"
      caption="Requests"
      columns={COLUMNS}
      rowsOf={({ requests: rows }) => rows}
      rowKey={({ number }) => number}
      hrefOf={({ number }) => paths.privacyRequest(number)}
      filters={filters}
      onFilters={setFilters}
      empty={{ title: 'No requests', text: 'Record a customer’s request below.' }}
    >
      <NewRequest />
    </ListPage>
  )
}

const schema = v.object({
  kind: v.picklist(['access', 'erasure'], 'Choose a request type.'),
  customerId: v.pipe(v.string(), v.trim(), v.uuid('Copy the account id from the customer page.')),
  received: v.pipe(v.string(), v.isoDate('Choose the date received.')),
  identityConfirmed: reasonSchema,
  reason: reasonSchema,
})

function NewRequest() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const form = useForm({
    schema,
    initial: {
      kind: '',
      customerId: search.get('customer') ?? '',
      received: new Date(serverNow()).toISOString().slice(0, 10),
      identityConfirmed: '',
      reason: '',
    },
    fieldOf: { receivedAt: 'received' },
    onSubmit: async ({ received, ...given }) => {
      const { data, error } = await tryCall(officeCalls.openPrivacyRequest, {
        body: { ...given, receivedAt: `${received}T00:00:00Z` },
      })
      if (error) return error
      await client.invalidateQueries({ queryKey: ['privacy', 'list'] })
      await navigate(paths.privacyRequest(data.number).slice(BASE.length))
      return null
    },
  })
  return (
    <Section title="Record a request">
      <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <RadioGroup
          label="Request type"
          inline
          options={[
            { value: 'access', label: KIND_WORDS.access },
            { value: 'erasure', label: KIND_WORDS.erasure },
          ]}
          {...form.field('kind')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Account"
            hint="The account id from the customer page."
            autoComplete="off"
            spellCheck={false}
            {...form.field('customerId')}
          />
          <TextField
            label="Received"
            type="date"
            hint="The deadline runs from the start of this day."
            {...form.field('received')}
          />
        </div>
        <TextArea
          label="How you verified the customer’s identity"
          rows={2}
          hint="For example: call back. Leave out personal data."
          {...form.field('identityConfirmed')}
        />
        <TextArea
          label="Reason"
          rows={2}
          hint="Recorded permanently under your name."
          {...form.field('reason')}
        />
        <div>
          <Button type="submit" busy={form.busy}>
            Record request
          </Button>
        </div>
      </form>
    </Section>
  )
}
