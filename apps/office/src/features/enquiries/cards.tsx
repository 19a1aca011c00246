import { useQuery } from '@tanstack/react-query'
import { officeCalls, type TransferPage } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, networkName, wordOf } from '../../lib/words.ts'
import { CopyAnswer } from '../../parts/copy-answer.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'

/** Who asks, with personal data masked. */
export function CustomerCard({ id }: { id: string }) {
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showCustomer, { params: { id }, signal }),
  })
  return (
    <Section title="Customer">
      <Loaded query={customer} what="this customer">
        {({ name, phone, country, createdAt, lockedAt, closedAt }) => (
          <Facts
            compact
            facts={[
              { key: 'name', label: 'Name', value: name ?? 'Not given' },
              { key: 'phone', label: 'Phone', value: phone ?? 'Not given' },
              { key: 'country', label: 'Country', value: countryName(country) },
              { key: 'since', label: 'Customer since', value: formatDate(createdAt) },
              {
                key: 'account',
                label: 'Account',
                value: closedAt !== null ? 'Closed' : lockedAt !== null ? 'Locked' : 'Open',
              },
            ]}
          />
        )}
      </Loaded>
      <p>
        <TextLink href={paths.customer(id)}>Open customer</TextLink>
      </p>
    </Section>
  )
}

/** The transfer that the customer asks about, in short. */
export function TransferCard({ reference }: { reference: string }) {
  const may = useMay()
  const transfer = useQuery({
    queryKey: ['transfer', reference],
    queryFn: ({ signal }) => callOffice(officeCalls.showTransfer, { params: { reference }, signal }),
    enabled: may('transfers.read'),
  })
  return (
    <Section title="Transfer">
      <Loaded query={transfer} what="this transfer">
        {(shown) => (
          <>
            <p className="font-semibold">{shown.story.headline}</p>
            <Facts compact facts={factsOf(shown)} />
            <div>
              <CopyAnswer transfer={shown} />
            </div>
          </>
        )}
      </Loaded>
      <p>
        <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
      </p>
    </Section>
  )
}

function factsOf({ state, holdDetail, sent, arrives, network, country, createdAt }: TransferPage): Fact[] {
  return [
    { key: 'state', label: 'State', value: wordOf('state', state) },
    ...(holdDetail === null
      ? []
      : [{ key: 'hold', label: 'On hold', value: wordOf('hold', holdDetail.reason) }]),
    { key: 'sent', label: 'Sent', value: amountText(sent) },
    { key: 'arrives', label: 'Arrives', value: amountText(arrives) },
    { key: 'to', label: 'To', value: `${networkName(network, country)}, ${countryName(country)}` },
    { key: 'created', label: 'Created', value: formatDate(createdAt) },
  ]
}
