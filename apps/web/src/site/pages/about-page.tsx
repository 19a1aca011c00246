import { paths } from '../../lib/paths.ts'
import { TextLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/layout/card.tsx'
import { ReachArt } from '../art.tsx'
import { DocPage, NextStep, Points, Reading, Topic } from './doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'

const FACTS = [
  { key: 'from', label: 'Send from', value: 'Liberia, Ghana, Sierra Leone, United States' },
  { key: 'to', label: 'Send to', value: 'Liberia, Ghana, Sierra Leone' },
  { key: 'pay', label: 'Paid with', value: 'Bank card' },
  { key: 'arrive', label: 'Arrives as', value: 'Mobile money' },
  { key: 'one', label: 'At most, one transfer', value: 'USD 2,000' },
  { key: 'day', label: 'At most, in 24 hours', value: 'USD 2,999' },
  { key: 'month', label: 'At most, in 30 days', value: 'USD 10,000' },
]

/** `/about`: who this is, how it earns, what becomes of the money. */
export function AboutPage({ session }: { session: LoginState }) {
  return (
    <>
      <DocPage
        title="About Sesa"
        lead="Sesa is Twi for “to change, to exchange”. It is what we do with money, and what a transfer that arrives can do for a family."
        art={<ReachArt deep className="w-96" />}
      >
        <Reading>
          <div className="grid items-start gap-12 md:grid-cols-[1.2fr_1fr]">
            <div className="flex flex-col gap-12">
              <Topic title="Why we built it">
                <p>
                  School fees in Freetown, rent in Monrovia, a hospital bill in Kumasi: money that is sent
                  home is rarely spare money. It has a purpose and a date. We built Sesa so that you know,
                  before paying, what will arrive and when, and can see afterwards that it has.
                </p>
              </Topic>
              <Topic title="How we earn">
                <p>
                  The exchange rate you are shown includes our margin, and what arrives is worked out with
                  exactly that rate. A transfer fee, where there is one, stands beside it before you pay.
                  Nothing is taken off later, and we never sell your data.
                </p>
              </Topic>
              <Topic title="How we protect your money">
                <Points
                  points={[
                    'You type your card details into the card provider’s own form. They never touch our servers.',
                    'The price is locked for 30 minutes. What you were quoted is what is charged and what is paid out.',
                    'Every transfer is reconciled daily.',
                    'If the network says that it cannot deliver, all you paid goes back to your card.',
                  ]}
                />
              </Topic>
              <Topic title="What comes next">
                <p>
                  <TextLink href={paths.loans}>Loans</TextLink> for people who send regularly, and{' '}
                  <TextLink href={paths.commodities}>commodities</TextLink> paid for here and handed over
                  there. Neither is open yet; leave your address and we tell you when.
                </p>
              </Topic>
            </div>
            <section aria-labelledby="facts" className="rounded-lg border border-line bg-surface p-6">
              <h2 id="facts" className="mb-5 text-2xl">
                In short
              </h2>
              <Facts facts={FACTS} />
              <p className="mt-5 text-muted">
                Limits are the same value in your own currency. Send Money shows it before they matter.
              </p>
            </section>
          </div>
        </Reading>
      </DocPage>
      <NextStep session={session} title="Send something home" text="It takes a few minutes and a card." />
    </>
  )
}
