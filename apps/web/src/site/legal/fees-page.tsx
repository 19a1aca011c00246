import type { ReactNode } from 'react'
import { TextLink } from '@sesa/ui/button.tsx'
import { Each, item, TERMS, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { Points, Topic } from '../pages/doc-page.tsx'
import { LegalFrame } from './legal-page.tsx'

/** Renders `/fees`: the current price of a transfer and how much can be sent. */
export function FeesPage() {
  return (
    <LegalFrame
      title="Fees and limits"
      lead="What a transfer costs, how much you can send, and who decides."
      path={paths.fees}
    >
      <Topic title="What you pay">
        <p>
          You pay the amount you send, plus the fee. Our margin is part of the rate: our rate is the
          mid-market rate less the margin. You see the rate, fee and total before you pay. We take nothing off
          later.
        </p>
      </Topic>
      <When name="terms">
        <p className="text-muted">
          As of {TERMS.at}. <TextLink href={paths.rates}>Exchange rates</TextLink> shows today’s rate.
        </p>
        <ul className="grid gap-4 sm:grid-cols-2">
          <Each name="corridors">
            <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
              <h3 className="text-xl">
                {item('from')} to {item('to')}
              </h3>
              <dl className="flex flex-col gap-1">
                <When name="item.momo-fees">
                  <Bands label="Fee by mobile money" name="item.momo-fees" />
                  <Bands label="Our margin by mobile money" name="item.momo-margins" />
                </When>
                <Bands label="Fee by card" name="item.fees" />
                <Bands label="Our margin by card" name="item.margins" />
                <When name="item.bank-fees">
                  <Bands label="Fee from a bank account" name="item.bank-fees" />
                  <Bands label="Our margin from a bank account" name="item.bank-margins" />
                </When>
                <Row label="At least">{item('least')}</Row>
                <Row label="At most">{item('most')}</Row>
                <When name="item.charged">
                  <Row label="Card charged in">{item('charged')}</Row>
                </When>
              </dl>
              <When name="item.closed">
                <p className="rounded-md bg-accent-soft p-3">{item('closed')}</p>
              </When>
            </li>
          </Each>
        </ul>
      </When>
      <When name="no-terms">
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
          We can’t read our prices right now. <TextLink href={paths.sendMoney}>Send Money</TextLink> shows
          yours before you pay.
        </p>
      </When>
      <Topic title="What others may charge">
        <Points
          points={[
            'Your network may charge a fee or a tax for paying from your wallet. It shows them before you enter your PIN.',
            'Your bank may charge for using your card abroad or for a cash-like payment. Ask it.',
            <>
              The network may charge your recipient for{' '}
              <TextLink href={paths.helpAgents}>cash at an agent</TextLink>.
            </>,
          ]}
        />
      </Topic>
      <When name="terms">
        <Topic title="How much you can send">
          <p>These limits are ours. They apply to each person, in US dollars or the same in your currency.</p>
          <p>Payments from a bank account have lower limits until some of them have settled.</p>
          <dl className="flex flex-col gap-1">
            <Row label="In one transfer">{TERMS.perTransfer}</Row>
            <Row label="In 24 hours">{TERMS.per24Hours}</Row>
            <Row label="In 30 days">{TERMS.per30Days}</Row>
          </dl>
        </Topic>
        <When name="network-limits">
          <Topic title="What a network accepts">
            <p>The networks set these limits for one payment. A wallet’s own limit may be lower.</p>
            <dl className="flex flex-col gap-3">
              <Each name="network-limits">
                <Row label={`${item('name')}, ${item('country')}`}>
                  {item('least')} to {item('most')}
                </Row>
              </Each>
            </dl>
          </Topic>
        </When>
      </When>
      <Topic title="Who sets them">
        <Points
          points={[
            'We set the fee, the margin and the limits of each person.',
            'The networks set what one payment and one wallet may hold.',
            'The law can ask for lower limits until we know you better.',
            'The mid-market rate comes from rate services that we compare with each other.',
          ]}
        />
      </Topic>
    </LegalFrame>
  )
}

/** Renders a part of the price: one line for each band of the amount. */
function Bands({ label, name }: { label: string; name: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5">
      <dt className="text-muted">{label}</dt>
      <Each name={name}>
        <When name="item.amounts">
          <dd className="flex w-full flex-wrap items-baseline justify-between gap-x-4 py-1.5 pl-4 tabular-nums">
            <span className="text-muted">{item('amounts')}</span>
            <span className="ml-auto font-semibold">{item('price')}</span>
          </dd>
        </When>
        <When name="item.any-amount">
          <dd className="ml-auto text-right font-semibold tabular-nums">{item('price')}</dd>
        </When>
      </Each>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
