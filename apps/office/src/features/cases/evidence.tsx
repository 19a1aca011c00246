import { useState } from 'react'
import type { CaseEntity, CasePerson, OfficeCasePage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Tabs } from '@sesa/ui/layout/tabs.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, readable } from '../../lib/words.ts'
import { EvidenceGrid } from '../../parts/evidence-grid.tsx'
import { Section } from '../../parts/section.tsx'
import { isThin, listDay, rowsOf } from './marks.ts'

const NOT_GIVEN = 'Not given'

const scoreText = (score: number): string => score.toFixed(2)

/** Shows our people beside the entries of the list, the strongest match first. */
export function Evidence({ people }: Pick<OfficeCasePage, 'people'>) {
  const pairs = people
    .flatMap((person) => person.entities.map((entity) => ({ person, entity })))
    .toSorted((a, b) => b.entity.score - a.entity.score)
  const [chosen, setChosen] = useState('')
  const keyOf = ({ entity }: (typeof pairs)[number], index: number): string => `${entity.id}-${index}`
  const current = pairs.find((pair, index) => keyOf(pair, index) === chosen) ?? pairs[0]
  if (current === undefined)
    return people.map((person, index) => (
      <Section key={index} title={headingOf(person)}>
        <Facts compact facts={personFacts(person)} />
        <PersonNotes person={person} />
      </Section>
    ))
  const shown = <Pair {...current} />
  return (
    <Section title={`${headingOf(current.person)}, and the list`}>
      {pairs.length === 1 ? (
        shown
      ) : (
        <Tabs
          label="Entries of the list"
          tabs={pairs.map((pair, index) => ({
            key: keyOf(pair, index),
            label: `${scoreText(pair.entity.score)} ${pair.entity.name}`,
          }))}
          current={keyOf(current, pairs.indexOf(current))}
          onChange={setChosen}
        >
          {shown}
        </Tabs>
      )}
    </Section>
  )
}

const headingOf = ({ kind }: CasePerson): string => (kind === 'customer' ? 'Our customer' : 'Our recipient')

const personFacts = ({ kind, name, birthDate, country, phone, tier }: CasePerson): Fact[] => [
  { label: 'Name', value: name ?? NOT_GIVEN },
  { label: 'Birth date', value: birthDate ?? NOT_GIVEN },
  { label: 'Country', value: countryName(country) },
  { label: kind === 'customer' ? 'Number' : 'Wallet', value: phone ?? NOT_GIVEN },
  ...(tier === null ? [] : [{ label: 'Tier', value: String(tier) }]),
]

function PersonNotes({ person: { customer, isClosed, isNewData } }: { person: CasePerson }) {
  const may = useMay()
  return (
    <>
      {isClosed && <Notice tone="warn">This account is closed.</Notice>}
      {isNewData && (
        <Notice tone="warn">
          The account’s name or birth date has changed. These are the screened ones.
        </Notice>
      )}
      {customer !== null && may('customers.read') && (
        <TextLink href={paths.customer(customer)}>The customer’s page</TextLink>
      )}
    </>
  )
}

function Pair({ person, entity }: { person: CasePerson; entity: CaseEntity }) {
  const { score, threshold, algorithm, version, name, topics } = entity
  return (
    <div className="flex flex-col gap-3">
      {entity.isGone && (
        <Notice tone="warn">The list no longer has this match. You see it as last found.</Notice>
      )}
      {!entity.isWhole && (
        <Notice tone="warn">
          Other names, countries and programmes weren’t stored for this match. Look up the list entry.
        </Notice>
      )}
      <EvidenceGrid
        caption={`${person.name ?? headingOf(person)} and ${name}, compared`}
        ours={headingOf(person)}
        theirs={`List entry (${topics.map(readable).join(', ') || 'no topic'})`}
        rows={rowsOf(person, entity)}
        alarm="same"
      />
      <p>
        {isThin(entity) ? (
          <b className="text-warn">Score {scoreText(score)} rests on the name alone</b>
        ) : (
          <b>Score {scoreText(score)}</b>
        )}{' '}
        <span className="text-muted">
          (match threshold {scoreText(threshold)}, {algorithm}, list of {listDay(version)})
        </span>
      </p>
      <PersonNotes person={person} />
      <details>
        <summary className="font-semibold text-brand-ink">The entry and its score</summary>
        <Facts compact facts={entryFacts(entity)} />
      </details>
    </div>
  )
}

const entryFacts = ({ id, scores, dataset, version, screenedAt, sources }: CaseEntity): Fact[] => [
  ...scores.map(({ field, says }) => ({ key: `score-${field}`, label: readable(field), value: says })),
  { label: 'Sources', value: sources.join(', ') || NOT_GIVEN },
  { label: 'List', value: `${dataset}, version ${version}` },
  { label: 'Last screened', value: formatMoment(screenedAt) },
  { label: 'Entry id', value: id },
]

/** The money that waits for a screening case. */
export function Waiting({ page: { kind, waiting, people } }: { page: OfficeCasePage }) {
  if (kind !== 'screening') return null
  if (waiting.length === 0) return <p className="text-muted">No transfer is on hold for this case.</p>
  const tier = people.find((one) => one.kind === 'customer')?.tier ?? null
  return (
    <ul aria-label="Transfers on hold for this case" className="flex max-h-32 flex-col gap-1 overflow-y-auto">
      {waiting.map(({ reference, sent, arrives, sender, recipient, country, since }) => (
        <li key={reference}>
          <b>{amountText(sent)} waits:</b> <TextLink href={paths.transfer(reference)}>{reference}</TextLink>{' '}
          from {sender ?? 'an unknown sender'}
          {tier === null ? '' : `, tier ${tier},`} to {recipient}, {countryName(country)} (
          {amountText(arrives)}){since === null ? '' : `, since ${formatMoment(since)}`}
        </li>
      ))}
    </ul>
  )
}
