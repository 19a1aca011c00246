import { officeCalls, type TransferPage } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, networkName, wordOf } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { CopyAnswer } from '../../parts/copy-answer.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'

/** Who asks, with personal data masked. */
export function CustomerCard({ id }: { id: string }) {
  const customer = useCall(['customer', id], officeCalls.showCustomer, { params: { id } })
  return (
    <Section title="Customer">
      <Loaded query={customer} what="this customer">
        {({ name, phone, country, createdAt, lockedAt, closedAt }) => (
          <Facts
            compact
            facts={[
              { label: 'Name', value: name ?? 'Not given' },
              { label: 'Phone', value: phone ?? 'Not given' },
              { label: 'Country', value: countryName(country) },
              { label: 'Customer since', value: formatDate(createdAt) },
              {
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
  const transfer = useCall(
    ['transfer', reference],
    officeCalls.showTransfer,
    { params: { reference } },
    { enabled: may('transfers.read') },
  )
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
    { label: 'State', value: wordOf('state', state) },
    ...(holdDetail === null ? [] : [{ label: 'On hold', value: wordOf('hold', holdDetail.reason) }]),
    { label: 'Sent', value: amountText(sent) },
    { label: 'Arrives', value: amountText(arrives) },
    { label: 'To', value: `${networkName(network, country)}, ${countryName(country)}` },
    { label: 'Created', value: formatDate(createdAt) },
  ]
}
