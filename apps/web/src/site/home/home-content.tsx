import type { ReactNode } from 'react'
import { BasketArt, HandshakeArt, PhoneArt } from '@sesa/ui/art/art.tsx'
import { CheckIcon, ClockIcon, CoinsIcon } from '@sesa/ui/art/icons.tsx'
import { paths } from '../../lib/paths.ts'

interface Feature {
  title: string
  text: string
  art: ReactNode
  soon?: boolean
  path: string
}

const ART = 'size-16 shrink-0 md:size-28'

export const FEATURES: readonly Feature[] = [
  {
    title: 'Money Transfer',
    text: 'From your card to their phone.',
    art: <PhoneArt className={ART} />,
    path: paths.sendMoney,
  },
  {
    title: 'Request Loans',
    text: 'Borrow based on your transfer history.',
    art: <HandshakeArt className={ART} />,
    soon: true,
    path: paths.loans,
  },
  {
    title: 'Buy Commodities',
    text: 'Rice, fuel or cement, handed over there.',
    art: <BasketArt className={ART} />,
    soon: true,
    path: paths.commodities,
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
    text: 'Transfers usually arrive within minutes.',
    icon: <ClockIcon />,
  },
  {
    title: 'Secure',
    text: 'Visa, Mastercard, American Express. We never see your card. Full refund if we can’t deliver.',
    icon: <CheckIcon />,
  },
  {
    title: 'Affordable',
    text: 'Rate, fee and total before you pay, locked for 30 minutes.',
    icon: <CoinsIcon />,
  },
]
