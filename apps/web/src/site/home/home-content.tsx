import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
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
    title: i18n.t('Money Transfer'),
    text: i18n.t('From your wallet or card to their phone.'),
    art: <PhoneArt className={ART} />,
    path: paths.sendMoney,
  },
  {
    title: i18n.t('Request Loans'),
    text: i18n.t('Borrow based on your transfer history.'),
    art: <HandshakeArt className={ART} />,
    soon: true,
    path: paths.loans,
  },
  {
    title: i18n.t('Buy Commodities'),
    text: i18n.t('Rice, fuel or cement, handed over there.'),
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
    title: i18n.t('Swift'),
    text: i18n.t('Transfers usually arrive within minutes.'),
    icon: <ClockIcon />,
  },
  {
    title: i18n.t('Secure'),
    text: i18n.t('We never see your PIN or your card number. Full refund if we can’t deliver.'),
    icon: <CheckIcon />,
  },
  {
    title: i18n.t('Affordable'),
    text: i18n.t('Rate, fee and total before you pay, locked for 30 minutes.'),
    icon: <CoinsIcon />,
  },
]
