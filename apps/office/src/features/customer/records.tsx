import { TOPIC_WORDS } from '@sesa/contract'
import { officeCalls, type CustomerPage } from '@sesa/contract/office'
import { formatDate, formatMoment, formatRecent } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { networkName, readable, wordOf } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { Folded } from '../../parts/folded.tsx'
import { Notices } from '../../parts/notices.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

interface RecordsProps {
  customer: CustomerPage
}

/** Lists signed-in devices; each can be signed out by itself. */
export function Devices({ customer: { id, devices } }: RecordsProps) {
  const may = useMay()
  const act = useAct()
  const signOut = (device: string) =>
    act(
      (reason: string) => tryCall(officeCalls.signOutDevice, { params: { id, device }, body: { reason } }),
      {
        said: 'Signed out',
        changes: [['customer', id]],
      },
    )
  return (
    <Folded
      title="Signed-in devices"
      what="devices"
      lines={devices.map(({ id: device, device: name, trusted, signedInAt, lastUsedAt }) => ({
        key: device,
        line: (
          <span className="flex items-center justify-between gap-x-6">
            <span className="min-w-0">
              <b>{name}</b>
              {trusted && ', stays signed in'}, since {formatDate(signedInAt)}, last used{' '}
              {formatRecent(lastUsedAt)}
            </span>
            {may('accounts.change') && (
              <ReasonDialog
                label="Sign out"
                variant="quiet"
                title={`Sign ${name} out?`}
                text="The customer has to sign in again on this device. Other devices stay signed in."
                onSubmit={signOut(device)}
              />
            )}
          </span>
        ),
      }))}
    />
  )
}

/** The recipients whom the customer saved, masked. */
export function Recipients({ recipients }: Pick<CustomerPage, 'recipients'>) {
  return (
    <Folded
      title="Saved recipients"
      what="recipients"
      lines={recipients.map(({ id, name, phone, country, network }) => ({
        key: id,
        line: (
          <>
            <b>{name}</b>, {phone}, {networkName(network, country)}, {country}
          </>
        ),
      }))}
    />
  )
}

/** The documents that the customer agreed to, by their newest answer. */
export function Consents({ consents }: Pick<CustomerPage, 'consents'>) {
  return (
    <Folded
      title="Consents"
      what="consents"
      none="None recorded."
      lines={consents.map(({ document, version, given, at }) => ({
        key: document,
        line: (
          <>
            <b>{wordOf('consent', document)}</b>, version {version}: {given ? 'agreed' : 'withdrawn'}{' '}
            {formatDate(at)}
          </>
        ),
      }))}
    />
  )
}

export function NoticesSent({ notices }: Pick<CustomerPage, 'notices'>) {
  return (
    <Section title="Last 50 notices">
      <Notices notices={notices} />
    </Section>
  )
}

/** The conversations with support. */
export function Enquiries({ enquiries }: Pick<CustomerPage, 'enquiries'>) {
  const may = useMay()
  return (
    <Folded
      title="Enquiries"
      what="enquiries"
      lines={enquiries.map(({ number, topic, state, createdAt }) => ({
        key: number,
        line: (
          <>
            {may('enquiries.answer') ? (
              <TextLink href={paths.enquiry(number)}>{number}</TextLink>
            ) : (
              <b>{number}</b>
            )}
            , {TOPIC_WORDS[topic]}, {readable(state)}, {formatMoment(createdAt)}
          </>
        ),
      }))}
    />
  )
}

type Hold = CustomerPage['holds'][number]

/** Account holds, open and lifted. Without `cases.read`, none says its cause. */
export function Holds({ holds }: Pick<CustomerPage, 'holds'>) {
  return (
    <Folded
      title="Account holds"
      what="holds"
      none="None, past or present."
      lines={holds.map((hold) => ({
        key: `${hold.openedAt}${hold.cause}`,
        line: <HoldLine hold={hold} />,
      }))}
    />
  )
}

function HoldLine({ hold }: { hold: Hold }) {
  const { cause, openedAt, openedBy, reason, liftedAt, liftedBy, liftReason, reference } = hold
  return (
    <>
      <b>
        {wordOf('accountHold', cause)}
        {liftedAt === null ? ', open' : ', lifted'}
      </b>
      : {openedBy === null ? 'since ' : `${openedBy} on `}
      {formatMoment(openedAt)}
      {reason !== null && `: ${reason}`}
      {openedBy === null && '. Compliance decides.'}
      {liftedAt !== null &&
        ` Lifted ${liftedBy === null ? '' : `by ${liftedBy} on `}${formatMoment(liftedAt)}${liftReason === null ? '' : `: ${liftReason}`}`}
      {reference !== null && (
        <>
          {' '}
          <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
        </>
      )}
    </>
  )
}

const LINKS = { card: 'same card', wallet: 'same wallet' } as const

/** What only compliance sees: the screening, cases, and customers with the same card or wallet. */
export function Compliance({ customer: { cases, screening, linked } }: RecordsProps) {
  return (
    <>
      <Section title="Screening">
        <p>
          {screening === null
            ? 'Not screened yet.'
            : `${readable(screening.state)}${screening.at === null ? '' : `, ${formatMoment(screening.at)}`}`}
        </p>
      </Section>
      <Section title="Cases">
        <CaseLinks cases={cases} none="No case about this customer." />
      </Section>
      <Folded
        title="Linked people"
        what="people"
        none="No other customer has the same card or wallet."
        lines={linked.map(({ id, name, by }) => ({
          key: `${id}${by}`,
          line: (
            <>
              <TextLink href={paths.customer(id)}>{name ?? 'No name'}</TextLink>, {LINKS[by]}
            </>
          ),
        }))}
      />
    </>
  )
}
