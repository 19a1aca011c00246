import { useParams } from 'react-router'
import { officeCalls, type CustomerPage as Customer, type CustomerPage } from '@sesa/contract/office'
import { formatDate, formatMoment, formatRecent } from '@sesa/ui/format.ts'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { tryCall, useCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, amountText } from '../../lib/words.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { PersonData } from '../../parts/person-data.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Actions } from './actions.tsx'
import { Identity } from './identity.tsx'
import { Compliance, Consents, Devices, Enquiries, Holds, NoticesSent, Recipients } from './records.tsx'
import { Transfers } from './transfers.tsx'

/** Everything about a customer on one page, with personal data masked. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const customer = useCall(['customer', id], officeCalls.showCustomer, { params: { id } })
  return (
    <LoadedPage
      title={customer.data?.name ?? 'Customer'}
      documentTitle="Customer"
      beside={customer.data && <Head customer={customer.data} />}
      query={customer}
      what="this customer"
    >
      {(data) => <Content customer={data} />}
    </LoadedPage>
  )
}

function Head({ customer }: { customer: Customer }) {
  const { phone, country, tier, createdAt } = customer
  return (
    <>
      <State customer={customer} />
      <p className="font-semibold tabular-nums">{phone ?? 'No number'}</p>
      <p className="text-muted">
        {countryName(country)}, tier {tier}, customer since {formatDate(createdAt)}
      </p>
    </>
  )
}

function State({ customer: { closedAt, lockedAt, holds } }: { customer: Customer }) {
  if (closedAt !== null) return <Tag>Closed {formatDate(closedAt)}</Tag>
  const isHeld = holds.some(({ liftedAt }) => liftedAt === null)
  return (
    <>
      {lockedAt !== null && <Tag tone="danger">Locked since {formatMoment(lockedAt)}</Tag>}
      {isHeld && <Tag tone="warn">On hold</Tag>}
      {lockedAt === null && !isHeld && <Tag tone="ok">Open</Tag>}
    </>
  )
}

function Content({ customer }: { customer: Customer }) {
  const may = useMay()
  return (
    <div className="-mt-2 flex flex-col gap-4">
      <Actions customer={customer} />
      <div className="grid items-start gap-4 md:grid-cols-[5fr_3fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Transfers customer={customer} />
          <Enquiries enquiries={customer.enquiries} />
          {may('notes.write') && <Notes subject={{ customer: customer.id }} />}
          <Holds holds={customer.holds} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Limits limits={customer.limits} />
          <Identity customer={customer} />
          <Person customer={customer} />
          {may('cases.read') && <Compliance customer={customer} />}
        </div>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Devices customer={customer} />
        <Recipients recipients={customer.recipients} />
        <Consents consents={customer.consents} />
        <NoticesSent notices={customer.notices} />
      </div>
    </div>
  )
}

/** The personal data, and how the customer signs in. */
function Person({ customer }: { customer: Customer }) {
  const may = useMay()
  const { id, name, phone, email } = customer
  return (
    <Section title="Account">
      <PersonData
        whose="the customer’s"
        masked={{
          name: { label: 'Name', value: name },
          phone: { label: 'Phone', value: phone },
          email: { label: 'Email', value: email },
        }}
        reveal={
          may('customers.reveal')
            ? (reason) => tryCall(officeCalls.revealCustomer, { params: { id }, body: { reason } })
            : undefined
        }
      />
      <Facts compact facts={accountFacts(customer)} />
    </Section>
  )
}

function accountFacts(customer: Customer) {
  const ways = [
    customer.passkeys > 0 && `${customer.passkeys} ${customer.passkeys === 1 ? 'passkey' : 'passkeys'}`,
    customer.hasPassword && 'password',
    customer.hasGoogle && 'Google',
  ].filter((way) => way !== false)
  const numbers = customer.payerNumbers.join(', ')
  return [
    ...(numbers === '' ? [] : [{ label: 'Also pays from', value: numbers }]),
    { label: 'Email confirmed', value: customer.emailConfirmed ? 'Yes' : 'No' },
    { label: 'Signs in with', value: ways.join(', ') || 'Phone codes only' },
    { label: 'Open sessions', value: customer.openSessions },
    { label: 'Wrong codes', value: `${customer.wrongCodes} of 100` },
    { label: 'Account', value: <span className="break-all">{customer.id}</span> },
  ]
}

type Limit = NonNullable<CustomerPage['limits']>['day']

/** What the customer has sent of each limit, and when more is free. */
function Limits({ limits }: Pick<CustomerPage, 'limits'>) {
  return (
    <Section title="Limits">
      {limits === null ? (
        <p className="text-muted">Unknown: the account has no country or is closed, or there’s no rate.</p>
      ) : (
        <>
          <Bar of={limits.day} window="24 hours" />
          <Bar of={limits.month} window="30 days" />
        </>
      )}
    </Section>
  )
}

/** Returns true when little or nothing of a limit is left. */
const isNear = (left: number, limit: number): boolean => left * 5 <= limit

function Bar({ of: { limit, left, frees }, window }: { of: Limit; window: string }) {
  const used = limit.amount - left.amount
  return (
    <div className="flex flex-col gap-1">
      <p>
        {amountText({ ...limit, amount: used })} of {amountText(limit)} in {window}
        {frees && `, ${amountText(frees.amount)} more from ${formatRecent(frees.at)}`}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, limit.amount)} 8`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-2 w-full rounded-full border border-line"
      >
        <rect
          width={Math.min(used, limit.amount)}
          height="8"
          className={cx(
            'forced-colors:fill-[CanvasText]',
            isNear(left.amount, limit.amount) ? 'fill-accent' : 'fill-brand',
          )}
        />
      </svg>
    </div>
  )
}
