import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { callOffice, tryCall, useCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { AMOUNT_TEXT } from '../../parts/policy/document.ts'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { FileMenu } from '../../parts/policy/file-menu.tsx'
import { SETTLED_MS, useDraft } from '../../parts/policy/use-draft.ts'
import { CurrentVersions, History, sinceText, type PolicyVersion } from '../../parts/policy/versions.tsx'
import { PastPrices } from '../../parts/price-simulation.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { ProviderCosts } from './costs.tsx'
import { PriceGrid } from './grid.tsx'
import { readPriceList, withBand, type PriceList } from './price-list.ts'

type Prices = AnswerOf<typeof officeCalls.showPrices>

const KEY = ['prices']
const readPrices = (version?: number) =>
  callOffice(officeCalls.showPrices, { query: version === undefined ? {} : { version: String(version) } })

/** The price list in force in a grid, what a change of it means, and the lists before and after. */
export default function PricesPage() {
  const prices = useQuery({ queryKey: KEY, queryFn: () => readPrices() })
  return (
    <LoadedPage title="Prices" query={prices} what="the prices">
      {(shown) => {
        const list = readPriceList(shown.list)
        return list === null ? (
          <p>A newer release wrote this price list. Update the office to read it.</p>
        ) : (
          <Editor prices={shown} list={list} />
        )
      }}
    </LoadedPage>
  )
}

const versionsOf = ({ versions, inForce }: Prices): PolicyVersion[] =>
  versions.map(({ version, since, validFrom, by, approvedBy, reason }) => {
    const isAhead =
      version !== inForce && validFrom !== null && validFrom > new Date().toISOString().slice(0, 10)
    const state = version === inForce ? 'in_force' : isAhead ? 'planned' : 'earlier'
    return { version, state, since: sinceText(validFrom, by === null ? null : since), by, approvedBy, reason }
  })

function Editor({ prices, list }: { prices: Prices; list: PriceList }) {
  const may = useMay()
  const client = useQueryClient()
  const mayChange = may('prices.change')
  const draft = useDraft({ version: prices.inForce, document: list })
  const { document, isChanged } = draft
  const [settled] = useSettled(document, SETTLED_MS, JSON.stringify(document))
  const isSettled = settled === document
  const isValid = draft.problems.length === 0
  const simulated = useSimulation(settled, isValid)
  const past = useSimulation(settled, isValid, true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const open = async (version: number) => {
    const { data, error } = await tryCall(officeCalls.showPrices, { query: { version: String(version) } })
    setFailure(error ?? null)
    const found = data && readPriceList(data.list)
    if (found) draft.replace(found)
  }
  const versions = versionsOf(prices)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <CurrentVersions versions={versions} onOpen={(version) => void open(version)} />
        <FileMenu
          name={`prices-version-${prices.inForce}`}
          document={document}
          read={mayChange ? readPriceList : null}
          onImport={draft.replace}
          what="a price list"
        />
      </div>
      {failure && <Refusal failure={failure} />}
      <LoadTrouble what="the simulation" state={useLoadState(simulated)} />
      <PriceGrid
        draft={draft}
        mayChange={mayChange}
        transfers={simulated.data?.transfers ?? []}
        isOld={!isSettled || simulated.isPlaceholderData}
        onAdd={({ corridor, way, isOwn }) => {
          const bands = document.corridors[corridor]?.[isOwn ? way : 'card'] ?? []
          draft.set(['corridors', corridor, way], isOwn ? withBand(bands) : bands)
          // It begins at an amount that is still to be typed.
          if (isOwn) draft.type(['corridors', corridor, way, bands.length, 'from'], '', AMOUNT_TEXT)
        }}
        onRemove={({ corridor, way, index }) => {
          const left = document.corridors[corridor]?.[way]?.toSpliced(index, 1) ?? []
          // Without bands of its own, a way has the card's.
          draft.set(['corridors', corridor, way], left.length === 0 ? undefined : left)
        }}
      />
      <PastPrices simulated={past.data} isOld={!isSettled || past.isPlaceholderData} isChanged={isChanged} />
      <ProviderCosts draft={draft} mayChange={mayChange} />
      {mayChange && (
        <AskForm
          draft={draft}
          what="your prices"
          offers="day"
          caution={isSettled && isChanged ? simulated.data?.caution : undefined}
          readVersion={async () =>
            (await client.fetchQuery({ queryKey: KEY, queryFn: () => readPrices() })).inForce
          }
          ask={({ reason, validFrom, confirmed }) =>
            tryCall(officeCalls.requestPrices, {
              body: {
                list: document,
                reason,
                ...(validFrom !== undefined && { validFrom }),
                ...(confirmed !== undefined && { confirmed }),
              },
            })
          }
        />
      )}
      <History versions={versions} onOpen={(version) => void open(version)} />
    </>
  )
}

/** Simulates a list next to the one in force: usual amounts, or also the last 30 days, which takes longer. */
const useSimulation = (list: PriceList, enabled: boolean, isPast = false) =>
  useCall(
    [...KEY, 'simulated', isPast, list],
    officeCalls.simulatePrices,
    { body: { list, ...(isPast && { past: true }) } },
    {
      placeholderData: keepPreviousData,
      enabled,
    },
  )
