import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type Approval, type OfficeIdentityCheck } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { providerName, readable } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

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

const CHECKS: FigureColumn<OfficeIdentityCheck>[] = [
  {
    key: 'since',
    header: 'Since',
    render: ({ id, since }) => <TextLink href={paths.identityCheck(id)}>{formatMoment(since)}</TextLink>,
  },
  { key: 'state', header: 'State', render: ({ state }) => readable(state) },
  { key: 'reason', header: 'Reason', render: ({ reason }) => readable(reason ?? '') },
  { key: 'provider', header: 'Provider', render: ({ provider }) => providerName(provider) },
  { key: 'expires', header: 'Document expiry', render: ({ expires }) => expires ?? 'Not given' },
]

/** A customer's tier and identity checks, and a request for another tier. */
export default function CustomerIdentityPage() {
  const { id = '' } = useParams()
  const shown = useQuery({
    queryKey: ['customer-identity', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showCustomerIdentity, { params: { id }, signal }),
  })
  return (
    <Page title="Identity and tier" width="wide">
      <Loaded query={shown} what="this customer’s identity">
        {({ tier, checks }) => (
          <>
            <Section title="Current tier">
              <Facts
                compact
                facts={[
                  {
                    key: 'customer',
                    label: 'Customer',
                    value: <TextLink href={paths.customer(id)}>{id}</TextLink>,
                  },
                  { key: 'tier', label: 'Tier', value: `Tier ${tier}: ${RESTS_ON[tier]}` },
                ]}
              />
              <Figures
                caption="Identity checks"
                columns={CHECKS}
                rows={checks}
                rowKey={(check) => check.id}
                none="No identity check yet."
              />
            </Section>
            <SetTier id={id} tier={tier} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function SetTier({ id, tier: now }: { id: string; tier: 1 | 2 | 3 }) {
  const client = useQueryClient()
  const [tier, setTier] = useState<'1' | '2' | '3' | ''>('')
  const [until, setUntil] = useState('')
  const [asked, setAsked] = useState<Approval | null>(null)
  const wanted = tier === '1' ? 1 : tier === '2' ? 2 : 3
  const ask = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.requestTier, {
      params: { id },
      body: { tier: wanted, until: until === '' || wanted === 1 ? null : until, reason },
    })
    if (error) return error
    setAsked(data.approval)
    await client.invalidateQueries({ queryKey: ['approvals'] })
    return null
  }
  return (
    <Section title="Change tier">
      {asked && <AskedNotice approval={asked} />}
      <p>Tier 3 needs proof of address and source of funds, and a verified identity check.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id="tier"
          label="New tier"
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
      </div>
      {tier !== '' && (
        <div>
          <ReasonDialog
            label="Request approval"
            title={`Request tier ${tier}?`}
            confirm="Send request"
            onSubmit={ask}
            onDone={() => {
              setTier('')
              setUntil('')
            }}
          >
            <p>Takes effect only after approval.</p>
          </ReasonDialog>
        </div>
      )}
    </Section>
  )
}
