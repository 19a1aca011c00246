import { useQuery, useQueryClient, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls, type Approval, type TierLimit } from '@sesa/contract/office'
import type { CurrencyCode } from '@sesa/money'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatMoment } from '@sesa/ui/format.ts'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { callOffice, tryCall, useCall } from '../../lib/api.ts'
import { countryName, amountText } from '../../lib/words.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { useDraft, SETTLED_MS } from '../../parts/policy/use-draft.ts'
import { Fold } from '../../parts/policy/fold.tsx'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'
import {
  askedOf,
  changedPlaces,
  dollars,
  isWhole,
  matrixOf,
  placeKey,
  type DebitLimits,
} from './limit-matrix.ts'
import { LimitTable } from './limit-table.tsx'

const KEY = ['tier-limits']
const readLimits = () => callOffice(officeCalls.listTierLimits, {})
const newestOf = (limits: readonly TierLimit[]): number => Math.max(0, ...limits.map(({ id }) => Number(id)))

/** What customers may send by tier and country, and from which amount a release takes two people. */
export default function LimitsPage() {
  const [asked, setAsked] = useState<Approval | null>(null)
  const limits = useQuery({ queryKey: KEY, queryFn: readLimits })
  return (
    <Page
      title="Limits"
      width="wide"
      lead="What customers can send in 24 hours and 30 days. Limits are kept in US dollars; customers see them in their currency."
    >
      <Loaded query={limits} what="the limits">
        {(data) => <Editor limits={data.limits} shipped={data.bankDebit} />}
      </Loaded>
      {asked && <AskedNotice approval={asked} />}
      <Threshold onAsked={setAsked} />
    </Page>
  )
}

function Editor({ limits, shipped }: { limits: readonly TierLimit[]; shipped: DebitLimits }) {
  const client = useQueryClient()
  const draft = useDraft({ version: newestOf(limits), document: matrixOf(limits) })
  const changed = changedPlaces(draft.document, draft.base)
  const half = changed.filter((one) => !isWhole(one))
  /** Asks for each place by itself. Those asked for leave the draft, so that nothing is asked twice after a failure. */
  const askAll = async (said: { validFrom: string; source: string; reason: string }) => {
    let last: Outcome<{ approval: Approval }> | undefined
    for (const { place, limits: wanted } of changed) {
      last = await tryCall(officeCalls.requestTierLimits, {
        body: { ...place, ...askedOf(wanted), ...said },
      })
      if (last.error) return last
      draft.set([placeKey(place)], draft.base[placeKey(place)])
    }
    if (last === undefined) throw new Error('Nothing was changed')
    return last
  }
  return (
    <>
      <LimitTable draft={draft} shipped={shipped} />
      <Impact changed={changed.filter(isWhole)} />
      <AskForm
        draft={{
          ...draft,
          problems: [...draft.problems, ...half.map(() => 'Enter both limits: none can be taken away.')],
        }}
        what="your limits"
        offers="limits"
        readVersion={async () =>
          newestOf((await client.fetchQuery({ queryKey: KEY, queryFn: readLimits })).limits)
        }
        ask={({ validFrom = '', source, reason }) => askAll({ validFrom, source, reason })}
      />
      <Sources limits={limits} />
    </>
  )
}

const COLUMNS: readonly FigureColumn<TierLimit>[] = [
  { header: 'Tier', render: ({ tier }) => tier },
  { header: 'From', render: ({ sender }) => countryName(sender, 'Every country') },
  { header: 'To', render: ({ recipient }) => countryName(recipient, 'Every country') },
  { header: '24 hours', align: 'right', render: ({ per24Hours }) => dollars(per24Hours) },
  { header: '30 days', align: 'right', render: ({ per30Days }) => dollars(per30Days) },
  {
    ...{ header: 'By bank, not settled', align: 'right' },
    render: ({ debitsFirst, debitsLater }) =>
      debitsFirst && debitsLater ? `${dollars(debitsFirst)}, later ${dollars(debitsLater)}` : '',
  },
  {
    header: 'Since',
    render: ({ validFrom, state }) => (state === 'future' ? `Planned, ${validFrom}` : validFrom),
  },
  { header: 'Source', render: ({ source }) => source },
]

/** The limits in force and planned, with the law or the reason for each. */
function Sources({ limits }: { limits: readonly TierLimit[] }) {
  const rows = limits.filter(({ state }) => state !== 'earlier')
  return (
    <Fold title="Sources and planned limits">
      <Figures
        caption="Sources and planned limits"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        none="No limits."
      />
    </Fold>
  )
}

type Changed = ReturnType<typeof changedPlaces>

/** How many customers have already sent more than changed limits allow. */
function Impact({ changed }: { changed: Changed }) {
  const [settled] = useSettled(changed, SETTLED_MS, JSON.stringify(changed))
  const tried = useQueries({
    queries: settled.map(({ place: { tier, sender }, limits: { per24Hours, per30Days } }) => ({
      queryKey: ['tier-limits', 'tried', tier, sender, per24Hours, per30Days],
      queryFn: () => callOffice(officeCalls.tryTierLimits, { body: { tier, sender, per24Hours, per30Days } }),
    })),
  })
  if (settled.length === 0) return null
  return (
    <Notice title="What this changes">
      <ul>
        {settled.map(({ place }, index) => (
          <li key={placeKey(place)}>
            {`Tier ${place.tier}, ${countryName(place.sender, 'every country')}: `}
            {wordsOf(tried[index])}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function wordsOf(
  tried: { data?: { above: number; isMore: boolean } | undefined; isError: boolean } | undefined,
) {
  if (tried?.isError) return 'we couldn’t count the customers. Change a limit to try again.'
  if (tried?.data === undefined) return 'counting customers.'
  const { above, isMore } = tried.data
  if (above === 0) return 'no customer is above the new limits.'
  if (above === 1) return '1 customer is above the new limits.'
  return `${above.toLocaleString('en-US')}${isMore ? '+' : ''} customers are above the new limits.`
}

interface ThresholdProps {
  onAsked: (approval: Approval) => void
}

/** The amount from which a release needs two people. */
function Threshold({ onAsked }: ThresholdProps) {
  const threshold = useCall(['release-threshold'], officeCalls.readReleaseThreshold, {})
  return (
    <Loaded query={threshold} what="the release threshold">
      {({ amount, since }) => (
        <ThresholdForm
          currency={amount.currency}
          now={`Releases of ${amountText(amount)} or more need approval. In force since ${formatMoment(since)}.`}
          onAsked={onAsked}
        />
      )}
    </Loaded>
  )
}

function ThresholdForm({ currency, now, onAsked }: ThresholdProps & { currency: CurrencyCode; now: string }) {
  const form = useChange({
    schema: v.object({ amount: amountSchema(currency), reason: reasonSchema }),
    initial: { amount: '', reason: '' },
    idPrefix: 'threshold-',
    ask: (body, typed) => tryCall(officeCalls.requestReleaseThreshold, { body: { ...body, ...typed } }),
    onAsked,
  })
  return (
    <ChangeForm title="Release threshold" form={form} reason={form.field('reason')}>
      <MoneyField label="New amount" hint={now} currency={currency} {...form.field('amount')} />
    </ChangeForm>
  )
}
