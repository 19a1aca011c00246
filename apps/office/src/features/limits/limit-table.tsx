import { useState } from 'react'
import { isDestination } from '@sesa/contract'
import { countryName } from '../../lib/words.ts'
import { Cell } from '../../parts/policy/cell.tsx'
import { Choice } from '../../parts/policy/choice.tsx'
import type { Draft } from '../../parts/policy/use-draft.ts'
import { PolicyTable } from '../../parts/policy/fold.tsx'
import {
  LIMIT,
  placeKey,
  RECIPIENTS,
  SENDERS,
  TIERS,
  widerDebits,
  widerLimits,
  WORDS,
  type DebitLimits,
  type LimitMatrix,
} from './limit-matrix.ts'

const ANY = 'any'
const OPTIONS = RECIPIENTS.map((code) => [code ?? ANY, countryName(code, 'Every country')] as const)
/** Only customers in the United States pay from a bank account. */
const DEBITS_FROM = 'US'
const WINDOWS = WORDS.slice(0, 2)

interface TableProps {
  draft: Draft & { document: LimitMatrix }
  /** The limits of bank debits where none are set. */
  shipped: DebitLimits
}

/** Tiers as rows, sending countries as columns; for one receiving country, or for all. */
export function LimitTable({ draft, shipped }: TableProps) {
  const [to, setTo] = useState<string>(ANY)
  const recipient = isDestination(to) ? to : null
  return (
    <>
      <Choice label="Sending to" value={to} onChange={setTo} options={OPTIONS} />
      <PolicyTable
        label="Limits"
        caption="Limits by tier and sending country"
        headers={['From', ...SENDERS.map((sender) => countryName(sender, 'Every country'))]}
      >
        {TIERS.map(([tier, words]) => (
          <tr key={tier}>
            <th scope="row" className="border-b border-line px-3 py-2 text-left align-top font-semibold">
              {`Tier ${tier}`}
              <span className="block font-normal text-muted">{words}</span>
            </th>
            {SENDERS.map((sender) => {
              const place = { tier, sender, recipient }
              const wider = {
                ...widerLimits(draft.document, place),
                ...widerDebits(draft.document, place, shipped),
              }
              // Our pages and terms publish this one: it changes with a release.
              const isPublished = tier === 1 && sender === null && recipient === null
              const isNone = sender !== null && sender === recipient
              return (
                <td key={sender ?? ANY} className="border-b border-line px-3 py-2 align-top">
                  {!isNone &&
                    (sender === DEBITS_FROM ? WORDS : WINDOWS).map(([of, window]) => (
                      <span key={of} className="flex flex-wrap items-center justify-between gap-x-2 py-0.5">
                        <span className="text-muted">{`${window}, USD`}</span>
                        <Cell
                          draft={draft}
                          mayChange={!isPublished}
                          path={[placeKey(place), of]}
                          kind={LIMIT}
                          label={`${window}, tier ${tier}, ${countryName(sender, 'every country')}`}
                          width="w-26"
                          placeholder={LIMIT.show(wider[of])}
                        />
                      </span>
                    ))}
                </td>
              )
            })}
          </tr>
        ))}
      </PolicyTable>
      <p className="text-muted">
        Grey limits are those of every country. Limits of a receiving country override those of a sending one.
        “By bank” counts payments from a bank account that have not settled yet: at first, and once three have
        settled.
      </p>
    </>
  )
}
