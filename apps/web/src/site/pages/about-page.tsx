import { TextLink } from '@sesa/ui/button.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { REACH, TERMS, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { ReachArt } from '../art.tsx'
import { DocPage, NextStep, Points, Reading, Topic } from './doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'

const FACTS = [
  { key: 'pay', label: 'Paid with', value: 'Mobile money, card, or bank account (US)' },
  { key: 'arrive', label: 'Arrives as', value: 'Mobile money' },
]

const REACH_FACTS = [
  { key: 'from', label: 'Send from', value: REACH.from },
  { key: 'to', label: 'Send to', value: REACH.to },
]

const LIMIT_FACTS = [
  { key: 'one', label: 'At most, one transfer', value: TERMS.perTransfer },
  { key: 'day', label: 'At most, in 24 hours', value: TERMS.per24Hours },
  { key: 'month', label: 'At most, in 30 days', value: TERMS.per30Days },
]

/** Renders `/about`: who we are, how we earn, and how we protect the money. */
export function AboutPage({ session }: { session: LoginState }) {
  return (
    <>
      <DocPage
        title="About Sesa"
        lead="Sesa is Twi for “to change, to exchange”. It’s what we do with money, and what a transfer can do for a family."
        art={<ReachArt deep className="w-96" />}
      >
        <Reading>
          <div className="grid items-start gap-12 md:grid-cols-[1.2fr_1fr]">
            <div className="flex flex-col gap-12">
              <Topic title="Why we built it">
                <p>
                  School fees in Freetown, rent in Monrovia, a hospital bill in Kumasi. Money sent home has a
                  purpose and a date. So before you pay, you see what will arrive and when. Afterwards you see
                  that it has.
                </p>
              </Topic>
              <Topic title="How we earn">
                <p>
                  Our margin is part of the rate you see. If there’s a fee, we show it before you pay. We take
                  nothing off later, and we never sell your data.
                </p>
              </Topic>
              <Topic title="How we protect your money">
                <Points
                  points={[
                    'You enter your PIN on your own phone, and your card details in the card provider’s own form. We never see them.',
                    'We lock the price for 30 minutes. We charge and pay out exactly what we quoted.',
                    'We check every transfer daily against the card provider’s and the networks’ records.',
                    'If the network can’t deliver, we refund you in full.',
                  ]}
                />
              </Topic>
              <Topic title="What comes next">
                <p>
                  <TextLink href={paths.loans}>Loans</TextLink> for people who send regularly, and{' '}
                  <TextLink href={paths.commodities}>commodities</TextLink> paid for here and handed over
                  there. Neither is open yet. Leave your email and we’ll tell you when.
                </p>
              </Topic>
            </div>
            <section aria-labelledby="facts" className="rounded-lg border border-line bg-surface p-6">
              <h2 id="facts" className="mb-5 text-2xl">
                In short
              </h2>
              <div className="flex flex-col gap-3">
                <When name="reach-from">
                  <Facts facts={REACH_FACTS} />
                </When>
                <Facts facts={FACTS} />
              </div>
              <When name="terms">
                <h3 className="mt-5 mb-2 text-xl">Before an identity check</h3>
                <Facts facts={LIMIT_FACTS} />
              </When>
              <p className="mt-5 text-muted">
                Limits apply in your own currency. Send Money shows yours as you type.
              </p>
            </section>
          </div>
        </Reading>
      </DocPage>
      <NextStep
        session={session}
        title="Send something home"
        text="It takes a few minutes, and a mobile money wallet or a card."
      />
    </>
  )
}
