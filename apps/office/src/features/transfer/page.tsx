import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { officeCalls, type TransferPage as Transfer } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, networkName, wordOf } from '../../lib/words.ts'
import { ApprovalList } from '../../parts/approval-list.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { PersonData } from '../../parts/person-data.tsx'
import { Section } from '../../parts/section.tsx'
import { Actions } from './actions.tsx'
import { Attempts, Events } from './history.tsx'
import { Providers, Records } from './records.tsx'

/** Everything about a transfer: where it is, why, and what may be done now. */
export default function TransferPage() {
  const { reference = '' } = useParams()
  const transfer = useQuery({
    queryKey: ['transfer', reference],
    queryFn: ({ signal }) => callOffice(officeCalls.showTransfer, { params: { reference }, signal }),
  })
  return (
    <Page title={`Transfer ${reference}`} width="wide">
      <Loaded query={transfer} what="this transfer">
        {(data) => <Content transfer={data} />}
      </Loaded>
    </Page>
  )
}

function Content({ transfer }: { transfer: Transfer }) {
  const may = useMay()
  const { holdDetail, approvals } = transfer
  return (
    <>
      {holdDetail && <Hold hold={holdDetail} />}
      {approvals.length > 0 && (
        <Section title="Awaiting approval">
          <ApprovalList approvals={approvals} />
        </Section>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Money">
          <Facts compact facts={moneyFacts(transfer)} />
        </Section>
        <Recipient transfer={transfer} />
      </div>
      <Actions transfer={transfer} />
      <Section title="Timeline">
        <Events events={transfer.events} archived={transfer.archived} />
      </Section>
      <Section title="Attempts">
        <Attempts attempts={transfer.attempts} nextStep={transfer.nextStep} />
      </Section>
      {may('notes.write') && <Notes subject={{ transfer: transfer.reference }} />}
      <Records transfer={transfer} />
      <Providers transfer={transfer} />
    </>
  )
}

function Hold({ hold }: { hold: NonNullable<Transfer['holdDetail']> }) {
  return (
    <Notice tone="warn" title={`On hold: ${wordOf('hold', hold.reason)}`}>
      {hold.means ?? 'Staff put it on hold.'} {!hold.decided && `Owner: ${wordOf('owner', hold.owner)}. `}Held
      since {formatMoment(hold.since)}.
      {hold.runbook !== null && (
        <>
          {' '}
          Runbook: <span className="inline-block max-w-full font-semibold wrap-anywhere">{hold.runbook}</span>
        </>
      )}
    </Notice>
  )
}

function moneyFacts(transfer: Transfer): Fact[] {
  return [
    { key: 'state', label: 'State', value: wordOf('state', transfer.state) },
    ...(transfer.cancelReason === null
      ? []
      : [{ key: 'cancelled', label: 'Cancellation reason', value: wordOf('cancel', transfer.cancelReason) }]),
    { key: 'sent', label: 'Sent', value: amountText(transfer.sent) },
    { key: 'charged', label: 'Charged', value: amountText(transfer.charged) },
    { key: 'arrives', label: 'Arrives', value: amountText(transfer.arrives) },
    {
      key: 'owed',
      label: 'We owe the customer',
      value: transfer.owed === null ? 'Books archived' : amountText(transfer.owed),
    },
    { key: 'created', label: 'Created', value: formatMoment(transfer.createdAt) },
  ]
}

function Recipient({ transfer }: { transfer: Transfer }) {
  const may = useMay()
  const { reference, recipientName, recipientPhone, country, network, customerId } = transfer
  return (
    <Section title="Recipient">
      <PersonData
        whose="the recipient’s"
        masked={{
          name: { label: 'Name', value: recipientName },
          phone: { label: 'Phone', value: recipientPhone },
        }}
        reveal={
          may('customers.reveal')
            ? (reason) => tryCall(officeCalls.revealRecipient, { params: { reference }, body: { reason } })
            : undefined
        }
      />
      <Facts
        compact
        facts={[{ key: 'to', label: 'Wallet', value: `${networkName(network, country)}, ${country}` }]}
      />
      {may('customers.read') && <TextLink href={paths.customer(customerId)}>Open sender</TextLink>}
    </Section>
  )
}
