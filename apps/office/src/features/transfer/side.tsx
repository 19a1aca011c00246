import { type TransferPage, officeCalls } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, networkName } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { Notices } from '../../parts/notices.tsx'
import { PersonData } from '../../parts/person-data.tsx'
import { Section } from '../../parts/section.tsx'

/** What the transfer costs, and what is due. */
export function Money({ transfer }: { transfer: TransferPage }) {
  const { sent, fee, charged, paidBy, rate, arrives, owed, story } = transfer
  const facts: Fact[] = [
    { label: 'Sent', value: amountText(sent) },
    { label: 'Fee', value: amountText(fee) },
    { label: 'Charged', value: amountText(charged) },
    { label: 'Paid by', value: paidBy ?? 'Not paid yet' },
    { label: 'Rate', value: rate },
    { label: 'Arrives', value: amountText(arrives) },
    { label: 'We owe the customer', value: owed === null ? 'Books archived' : amountText(owed) },
    ...story.dues
      .filter(({ of }) => of !== 'to_customer')
      .map(({ amount, text }) => ({ key: text, label: text, value: amountText(amount) })),
  ]
  return (
    <Section title="Money">
      <Facts compact facts={facts} />
    </Section>
  )
}

/** The recipient, masked, and the way to the sender. */
export function Recipient({ transfer }: { transfer: TransferPage }) {
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
        more={[{ label: 'Wallet', value: `${networkName(network, country)}, ${countryName(country)}` }]}
        reveal={
          may('customers.reveal')
            ? (reason) => tryCall(officeCalls.revealRecipient, { params: { reference }, body: { reason } })
            : undefined
        }
      >
        {may('customers.read') && <TextLink href={paths.customer(customerId)}>Open sender</TextLink>}
      </PersonData>
    </Section>
  )
}

/** The ids of the transfer elsewhere. */
export function Ids({ transfer: { paymentId, payoutReference, trace } }: { transfer: TransferPage }) {
  const id = (value: string | null) => (value === null ? 'None' : <span className="break-all">{value}</span>)
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-bold">At the providers</summary>
      <div className="px-4 pb-4">
        <Facts
          compact
          facts={[
            { label: 'Payment', value: id(paymentId) },
            { label: 'Pay-out', value: id(payoutReference) },
            { label: 'Trace', value: id(trace) },
          ]}
        />
      </div>
    </details>
  )
}

/** Notices to the customer; for compliance also cases, and the decision of the fraud rules. */
export function Records({ transfer: { notices, cases, fraud } }: { transfer: TransferPage }) {
  const may = useMay()
  return (
    <>
      {may('cases.read') && (
        <Section title="Cases and fraud">
          <p>{fraudText(fraud)}</p>
          <CaseLinks cases={cases} none="No case about the sender or the recipient’s wallet." />
        </Section>
      )}
      <Section title="Notices to the customer">
        <Notices notices={notices} />
      </Section>
    </>
  )
}

const OUTCOMES = {
  allow: 'allowed the payment',
  authenticate: 'required bank authentication',
  delay: 'delayed the pay-out',
  refuse: 'refused the payment',
} as const

function fraudText(fraud: TransferPage['fraud']): string {
  if (fraud === null) return 'No fraud decision on this payment yet.'
  const { outcome, rule, applied, version, at } = fraud
  const because = rule === null ? '' : ` because of ${rule}`
  const others = applied.filter((one) => one !== rule)
  const also = others.length === 0 ? '' : ` Also applied: ${others.join(', ')}.`
  return `Version ${version} of the fraud rules ${OUTCOMES[outcome]} on ${formatMoment(at)}${because}.${also}`
}
