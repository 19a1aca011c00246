import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type ReconciliationBreak } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, useCall, usePages } from '../../lib/api.ts'
import { breakWord, readable, spanText } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { amountColumn, type GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
import { BreakPanel } from './break-panel.tsx'
import { aboutText, BREAK_TONES, TEAMS } from './words.ts'

type Checks = AnswerOf<typeof officeCalls.showReconciliation>

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'explained', label: 'Explained' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const
type Choice = (typeof STATES)[number]['value']

/** The columns of breaks in a state: an open one shows its age, another one who explained it. */
const columnsOf = (state: Choice): readonly GridColumn<ReconciliationBreak>[] => [
  { key: 'id', header: 'No.', width: 90, text: ({ id }) => id, order: ({ id }) => Number(id) },
  { key: 'kind', header: 'Kind', width: 375, text: ({ kind }) => breakWord(kind) },
  amountColumn('difference', 'Difference', 165, ({ amounts: { difference } }) => difference),
  {
    key: 'about',
    header: 'About',
    width: 180,
    leaves: 2,
    text: ({ transfer, ...row }) =>
      transfer ?? (row.kind === 'balance_differs' ? aboutText(row) : 'No transfer'),
  },
  {
    key: 'since',
    header: 'Since',
    width: 120,
    leaves: 1,
    text: ({ firstSeen }) => spanText(Date.parse(firstSeen), serverNow()),
    at: ({ firstSeen }) => firstSeen,
    ...(state !== 'open' && state !== 'all' && { hidden: true }),
  },
  {
    key: 'state',
    header: 'State',
    width: 110,
    text: ({ state: one }) => readable(one),
    render: ({ state: one }) => <Tag tone={BREAK_TONES[one]}>{readable(one)}</Tag>,
    ...(state !== 'all' && { hidden: true }),
  },
  {
    key: 'by',
    header: 'Explained by',
    width: 140,
    text: ({ explained }) => explained?.by ?? '',
    ...((state === 'open' || state === 'all') && { hidden: true }),
  },
  { key: 'ours', header: 'Our books', width: 320, text: ({ ours }) => ours ?? 'Nothing', hidden: true },
  {
    key: 'theirs',
    header: 'Provider’s books',
    width: 320,
    text: ({ theirs }) => theirs ?? 'Nothing',
    hidden: true,
  },
  { key: 'owner', header: 'Team', width: 140, text: ({ owner }) => TEAMS[owner], hidden: true },
  {
    key: 'why',
    header: 'Explanation',
    width: 280,
    text: ({ explained }) => explained?.reason ?? '',
    hidden: true,
  },
]

/** Reconciliation: the differences between our books and the providers’, and when both were last compared. */
export default function ReconciliationPage() {
  const checks = useCall(['reconciliation'], officeCalls.showReconciliation, {})
  return (
    <Page title="Reconciliation" width="wide" lead="Our books against the providers’, entry by entry.">
      <Breaks />
      <Loaded query={checks} what="the checks">
        {(shown) => <Checks checks={shown} />}
      </Loaded>
    </Page>
  )
}

const momentText = (at: string | null): string => (at === null ? 'Never' : formatMoment(at))

function Checks({ checks: { open, compared, unfinishedSince, invariants } }: { checks: Checks }) {
  const counts = Object.entries(compared?.counts ?? {})
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title="Providers’ books">
        {unfinishedSince !== null && (
          <Notice tone="warn">
            A comparison started {spanText(Date.parse(unfinishedSince), serverNow())} ago and isn’t finished.
            After more than a few minutes, it means a provider didn’t answer.
          </Notice>
        )}
        <Facts
          compact
          facts={[
            { label: 'Open breaks', value: String(open) },
            { label: 'Last compared', value: momentText(compared?.at ?? null) },
            ...counts.map(([name, count]) => ({
              key: name,
              label: COMPARED_WORDS[name] ?? readable(name),
              value: String(count),
            })),
          ]}
        />
      </Section>
      <Section title="Database invariants">
        <Facts
          compact
          facts={[
            {
              label: 'Violated',
              value:
                invariants.violated === 0 ? (
                  invariants.checkedAt === null ? (
                    'Not checked yet'
                  ) : (
                    'None'
                  )
                ) : (
                  <Tag tone="danger">{`${invariants.violated} invariants`}</Tag>
                ),
            },
            { label: 'Recent changes checked', value: momentText(invariants.checkedAt) },
            { label: 'Full history checked', value: momentText(invariants.walkedAt) },
          ]}
        />
      </Section>
    </div>
  )
}

/** The entries that a comparison counts. */
const COMPARED_WORDS: Readonly<Record<string, string>> = {
  cardEntriesOurs: 'Card entries in our books',
  cardEntriesTheirs: 'Card entries at the provider',
  cardPayments: 'Card payments',
  payouts: 'Pay-outs',
  payoutsOlder: 'Older pay-outs, rechecked',
  payoutsAnswered: 'Pay-outs reported by the carrier',
}

function Breaks() {
  const [params, setParams] = useSearchParams()
  const state = STATES.find(({ value }) => value === params.get('state'))?.value ?? 'open'
  const opened = params.get('break')
  const columns = useMemo(() => columnsOf(state), [state])
  const { query, rows, more } = usePages(
    ['reconciliation', 'breaks', state],
    (cursor, signal) =>
      callOffice(officeCalls.listBreaks, {
        query: { limit: '100', cursor, ...(state !== 'all' && { state }) },
        signal,
      }),
    ({ breaks }) => breaks,
  )
  const show = (next: { state?: string; break?: string | null }) => {
    const wanted = { state, break: opened, ...next }
    setParams(
      {
        ...(wanted.state !== 'open' && { state: wanted.state }),
        ...(wanted.break && { break: wanted.break }),
      },
      { replace: true },
    )
  }
  const choose = (value: string) => show({ state: value })
  return (
    <>
      {opened !== null && <BreakPanel id={opened} onClose={() => show({ break: null })} />}
      <div className="max-w-60">
        <SelectField id="break-state" label="State" options={STATES} value={state} onChange={choose} />
      </div>
      <Loaded query={query} what="the breaks">
        {() => (
          <DataTable
            name="reconciliation-breaks"
            caption="Breaks"
            key={state}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => show({ break: id })}
            more={more}
            empty={
              state === 'open'
                ? { title: 'No open breaks', text: 'The books are compared every hour.' }
                : { title: 'No matching breaks', text: 'Choose another state.' }
            }
          />
        )}
      </Loaded>
    </>
  )
}
