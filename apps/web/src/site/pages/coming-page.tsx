import type { ReactNode } from 'react'
import { BasketArt, HandshakeArt } from '@sesa/ui/art/art.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { InterestForm, type Topic as Interest } from '../../features/enquiries/interest-form.tsx'
import { DocPage, Points, Topic } from './doc-page.tsx'
import { Island } from '../island.tsx'

interface Coming {
  title: string
  lead: string
  art: ReactNode
  plan: readonly string[]
  open: string
}

const COMING: Readonly<Record<Interest, Coming>> = {
  loans: {
    title: 'Request Loans',
    lead: 'Borrow based on your transfer history. Less paperwork. Coming soon.',
    art: <HandshakeArt />,
    plan: [
      'You ask for an amount in the app and see what it costs in full before you accept.',
      'Your transfer history counts, so you need less paperwork.',
      'You pay it back by card, on days that you choose.',
    ],
    open: 'Not open yet. You can’t borrow from Sesa. Any Sesa loan offered today is a scam.',
  },
  commodities: {
    title: 'Buy Commodities',
    lead: 'Pay for rice, fuel or cement here, and have it handed over there. Coming soon.',
    art: <BasketArt />,
    plan: [
      'You choose what they need from a shop near them and see the price in your own currency.',
      'They get a code on their phone and collect with it.',
      'We refund anything they don’t collect.',
    ],
    open: 'Not open yet. You can’t order or pay for anything here.',
  },
}

/** Renders `/loans` and `/commodities`: the plans, and a form to get an email when they open. */
export function ComingPage({ topic }: { topic: Interest }) {
  const { title, lead, art, plan, open } = COMING[topic]
  return (
    <DocPage title={title} lead={lead} art={art}>
      <div className="mx-auto grid max-w-288 items-start gap-12 px-4 py-12 sm:px-6 md:grid-cols-[1.2fr_1fr] md:py-16">
        <div className="flex flex-col gap-12">
          <Topic title="How it is meant to work">
            <Points points={plan} />
          </Topic>
          <Topic title="Where we are">
            <p>{open}</p>
          </Topic>
        </div>
        <Card>
          <h2 className="mb-6 text-2xl">Interested?</h2>
          <Island name="interest">
            <InterestForm topic={topic} />
          </Island>
        </Card>
      </div>
    </DocPage>
  )
}
