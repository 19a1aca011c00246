import type { ReactNode } from 'react'
import { BasketArt, HandshakeArt, PhoneArt } from '@sesa/ui/art/art.tsx'
import { CheckIcon, ClockIcon, CoinsIcon } from '@sesa/ui/art/icons.tsx'
import { REACH } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'

interface Feature {
  title: string
  text: string
  art: ReactNode
  soon?: boolean
  path: string
  action: string
}

export const FEATURES: readonly Feature[] = [
  {
    title: 'Money Transfer',
    text: `From your card to a phone in ${REACH.toOr}, tracked all the way.`,
    art: <PhoneArt className="size-28" />,
    path: paths.sendMoney,
    action: 'Send money now',
  },
  {
    title: 'Request Loans',
    text: 'Borrow based on your transfer history. Less paperwork.',
    art: <HandshakeArt className="size-28" />,
    soon: true,
    path: paths.loans,
    action: 'About loans',
  },
  {
    title: 'Buy Commodities',
    text: 'Pay for rice, fuel or cement here, and have it handed over there.',
    art: <BasketArt className="size-28" />,
    soon: true,
    path: paths.commodities,
    action: 'About commodities',
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
    text: 'Transfers usually arrive within minutes. Track every step.',
    icon: <ClockIcon />,
  },
  {
    title: 'Secure',
    text: 'Your card details go to the card provider and never to us. If we can’t deliver your transfer, we refund you in full.',
    icon: <CheckIcon />,
  },
  {
    title: 'Affordable',
    text: 'Rate, fee and total are on the screen before you pay, and locked for 30 minutes.',
    icon: <CoinsIcon />,
  },
]
