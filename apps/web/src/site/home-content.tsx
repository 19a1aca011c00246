import type { ReactNode } from 'react'
import { BasketArt, HandshakeArt, PhoneArt } from '../ui/art.tsx'
import { CheckIcon, ClockIcon, CoinsIcon } from '../ui/icons.tsx'

interface Feature {
  title: string
  text: string
  art: ReactNode
  soon?: boolean
}

export const FEATURES: readonly Feature[] = [
  {
    title: 'Money Transfer',
    text: 'From your card to a phone in Liberia, Ghana or Sierra Leone, tracked until it is there.',
    art: <PhoneArt className="size-28" />,
  },
  {
    title: 'Request Loans',
    text: 'Ask for a loan against the way you already send, without a stack of papers.',
    art: <HandshakeArt className="size-28" />,
    soon: true,
  },
  {
    title: 'Buy Commodities',
    text: 'Pay for rice, fuel or cement here, and have it handed over there.',
    art: <BasketArt className="size-28" />,
    soon: true,
  },
]

interface Reason {
  title: string
  text: string
  icon: ReactNode
}

export const REASONS: readonly Reason[] = [
  {
    title: 'Swift',
    text: 'Most transfers are in the wallet before you have put the phone away. You watch every step.',
    icon: <ClockIcon />,
  },
  {
    title: 'Secure',
    text: 'Your card details go to the card provider and never to us. If a pay-out fails, the money comes back.',
    icon: <CheckIcon />,
  },
  {
    title: 'Affordable',
    text: 'Rate, fee and total are on the screen before you pay, and locked for 30 minutes.',
    icon: <CoinsIcon />,
  },
]

interface Testimonial {
  name: string
  from: string
  to: string
  words: string
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ma Hawa',
    from: 'Accra',
    to: 'Monrovia',
    words: 'My mother reads me the amount from her phone before I have closed the page.',
  },
  {
    name: 'Kwame',
    from: 'Columbus, Ohio',
    to: 'Kumasi',
    words: 'I know what arrives, to the pesewa, before I pay. No more phone calls about the difference.',
  },
  {
    name: 'Isatu',
    from: 'Paynesville',
    to: 'Freetown',
    words: 'I typed one digit wrong once. It told me, and the money came back.',
  },
]
