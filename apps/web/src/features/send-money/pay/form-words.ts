import * as i18n from '@sesa/contract/i18n'
import type { PayMethod } from '../../../lib/ways-to-pay.ts'

/** Ways to pay in Stripe's own form. */
export type FormMethod = Exclude<PayMethod['method'], 'momo'>

interface FormWords {
  readonly title: string
  readonly loading: string
  readonly notLoaded: string
  /** What to do after a failure that charged nothing. */
  readonly unpaid: string
  readonly terms: string
}

/** The words of Stripe's form, by way to pay. */
export const FORM_WORDS: Readonly<Record<FormMethod, FormWords>> = {
  card: {
    title: i18n.t('Pay by card'),
    loading: i18n.t('Loading the card form'),
    notLoaded: i18n.t('We couldn’t load the card form'),
    unpaid: i18n.t('You weren’t charged. Check your card details or try another card.'),
    terms: i18n.t('Payments by Stripe. Visa · Mastercard · American Express'),
  },
  bank_debit: {
    title: i18n.t('Pay from your bank account'),
    loading: i18n.t('Loading the bank form'),
    notLoaded: i18n.t('We couldn’t load the bank form'),
    unpaid: i18n.t('You weren’t charged. Choose another account or another way to pay.'),
    terms: i18n.t('Payments by Stripe. We never see how you sign in to your bank.'),
  },
}
