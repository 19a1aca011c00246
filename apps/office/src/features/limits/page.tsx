import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type Approval, type TierLimit } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { countryName } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { useDraft } from '../../parts/policy/use-draft.ts'
import { Impact } from './impact.tsx'
import { changedPlaces, dollars, isWhole, matrixOf, placeKey } from './limit-matrix.ts'
import { LimitTable } from './limit-table.tsx'
import { Threshold } from './threshold.tsx'
import { Fold } from '../../parts/policy/fold.tsx'

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
        {(data) => <Editor limits={data.limits} />}
      </Loaded>
      {asked && <AskedNotice approval={asked} />}
      <Threshold onAsked={setAsked} />
    </Page>
  )
}

function Editor({ limits }: { limits: readonly TierLimit[] }) {
  const client = useQueryClient()
  const draft = useDraft({ version: newestOf(limits), document: matrixOf(limits) })
  const changed = changedPlaces(draft.document, draft.base)
  const half = changed.filter((one) => !isWhole(one))
  /** Asks for each place by itself. Those asked for leave the draft, so that nothing is asked twice after a failure. */
  const askAll = async (said: { validFrom: string; source: string; reason: string }) => {
    let last: Outcome<{ approval: Approval }> | undefined
    for (const { place, limits: wanted } of changed) {
      last = await tryCall(officeCalls.requestTierLimits, { body: { ...place, ...wanted, ...said } })
      if (last.error) return last
      draft.set([placeKey(place)], draft.base[placeKey(place)])
    }
    if (last === undefined) throw new Error('Nothing was changed')
    return last
  }
  return (
    <>
      <LimitTable draft={draft} />
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
