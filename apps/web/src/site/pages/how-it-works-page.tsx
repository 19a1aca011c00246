import type { ReactNode } from 'react'
import { TextLink } from '@sesa/ui/button.tsx'
import { REACH } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { RoadArt } from '@sesa/ui/art/art.tsx'
import { DocPage, NextStep } from './doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'

interface Step {
  title: string
  text: ReactNode
}

const STEPS: readonly Step[] = [
  {
    title: 'Sign up',
    text: 'With your mobile number. We text you a code of six digits. Type it in, add your name, email and date of birth, and agree to our documents.',
  },
  {
    title: 'Add funds',
    text: (
      <>
        There is nothing to top up first. You pay at the moment you send: from your mobile money wallet, with
        your card, or in the US from your bank account.{' '}
        <TextLink href={paths.helpPayByCard}>How paying works</TextLink>
      </>
    ),
  },
  {
    title: 'Choose recipient',
    text: `Their full name and mobile number in ${REACH.toOr}. We guess the network from the number; you can always change it.`,
  },
  {
    title: 'Enter amount',
    text: 'Type what you send or what should arrive: the other figure follows. Every amount carries its currency’s code.',
  },
  {
    title: 'Review and confirm',
    text: 'See rate, fee, total and what arrives on one page. We lock the price for 30 minutes. Something wrong? Edit takes you back.',
  },
  {
    title: 'Track',
    text: 'Follow each step from payment to wallet. Close the page whenever you like.',
  },
  {
    title: 'Funds delivered',
    text: (
      <>
        The money lands in their mobile money wallet, usually within minutes. They spend it from the phone or{' '}
        <TextLink href={paths.helpAgents}>cash out at an agent</TextLink>.
      </>
    ),
  },
  {
    title: 'Peace of mind',
    text: 'A receipt for every transfer. If the network can’t deliver, we refund you in full. And real people answer your messages.',
  },
]

/** Renders `/how-it-works`: the eight steps of the spec. */
export function HowItWorksPage({ session }: { session: LoginState }) {
  return (
    <>
      <DocPage
        title="How it works"
        lead="Eight steps from your wallet or card to their phone. The first takes minutes, once; the rest become routine."
        art={<RoadArt />}
      >
        <ol className="mx-auto grid max-w-288 gap-x-16 px-4 py-12 sm:px-6 md:grid-cols-2 md:py-16">
          {STEPS.map(({ title, text }, index) => (
            <li
              key={title}
              className="flex gap-5 border-line py-8 not-last:border-b md:nth-last-2:border-b-0"
            >
              <span
                aria-hidden="true"
                className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent text-2xl font-extrabold text-on-accent"
              >
                {index + 1}
              </span>
              <div>
                <h2 className="text-2xl">{title}</h2>
                <p className="mt-2 max-w-[52ch] text-lg text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </DocPage>
      <NextStep session={session} title="That’s it" text="All you need to start is your phone." />
    </>
  )
}
