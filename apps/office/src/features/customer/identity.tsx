import { useState } from 'react'
import { officeCalls, type CustomerPage } from '@sesa/contract/office'
import { formatCalendarDate, formatMoment } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { providerName, readable } from '../../lib/words.ts'
import { useAsked } from '../../parts/asked-notice.tsx'
import { Folded } from '../../parts/folded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

type Check = CustomerPage['identity'][number]

const RESTS_ON = {
  1: 'phone number',
  2: 'identity document and selfie',
  3: 'proof of address and source of funds',
} as const
const TIERS = [
  { value: '1', label: 'Tier 1' },
  { value: '2', label: 'Tier 2' },
  { value: '3', label: 'Tier 3' },
] as const

/** How well we know the customer: the tier, the checks, and for compliance a request for another tier. */
export function Identity({ customer: { id, tier, identity, closedAt } }: { customer: CustomerPage }) {
  const may = useMay()
  const [changes, setChanges] = useState(false)
  return (
    <Section title="Identity">
      <p>
        Tier {tier}: {RESTS_ON[tier]}
      </p>
      <Folded
        what="checks"
        none="No identity check yet."
        lines={identity.map((check) => ({ key: check.id ?? check.since, line: <CheckLine check={check} /> }))}
      />
      {may('identity.review') && closedAt === null && !changes && (
        <Button variant="secondary" onClick={() => setChanges(true)} className="self-start">
          Change tier
        </Button>
      )}
      {changes && <ChangeTier {...{ id, tier }} />}
    </Section>
  )
}

function CheckLine({ check: { id, state, reason, provider, expires, since } }: { check: Check }) {
  const more = [
    reason === null ? null : readable(reason),
    provider === null ? null : providerName(provider),
    expires === null ? null : `document expires ${formatCalendarDate(expires)}`,
  ].filter((word) => word !== null)
  return (
    <>
      <b>{readable(state)}</b>,{' '}
      {id === null ? (
        formatMoment(since)
      ) : (
        <TextLink href={paths.identityCheck(id)}>{formatMoment(since)}</TextLink>
      )}
      {more.map((word) => `, ${word}`)}
    </>
  )
}

function ChangeTier({ id, tier: now }: { id: string; tier: 1 | 2 | 3 }) {
  const [tier, setTier] = useState<'1' | '2' | '3' | ''>('')
  const [until, setUntil] = useState('')
  const { ask, asked } = useAsked()
  const wanted = tier === '1' ? 1 : tier === '2' ? 2 : 3
  const request = ask((reason: string) =>
    tryCall(officeCalls.requestTier, {
      params: { id },
      body: { tier: wanted, until: until === '' || wanted === 1 ? null : until, reason },
    }),
  )
  if (asked) return asked
  return (
    <>
      <SelectField
        id="tier"
        label="New tier"
        hint="Tier 3 needs proof of address and source of funds, and a verified identity check."
        placeholder="Choose a tier"
        value={tier}
        options={TIERS.filter(({ value }) => value !== String(now))}
        onChange={setTier}
      />
      {wanted !== 1 && tier !== '' && (
        <TextField
          id="until"
          type="date"
          label="Document expiry date"
          hint="Leave blank if it doesn’t expire."
          optional
          value={until}
          onChange={setUntil}
        />
      )}
      {tier !== '' && (
        <div>
          <ReasonDialog
            label="Request approval"
            title={`Request tier ${tier}?`}
            text="Takes effect only after approval."
            confirm="Send request"
            onSubmit={request}
          />
        </div>
      )}
    </>
  )
}
