import type { TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

type Pay = TransferDetail['pay']
type Bank = NonNullable<Pay['bank']>

/** Names a bank account to its owner: "···· 6789, STRIPE TEST BANK". Empty if the provider tells neither. */
export function accountOf({ name, last4 }: Pick<Bank, 'name' | 'last4'>): string {
  // Keeps the dots and digits on one line.
  return [last4 !== null && `····\u00a0${last4}`, name].filter(Boolean).join(', ')
}

/** Names the bank account that paid: "Bank account ···· 6789, STRIPE TEST BANK". */
export function bankLabel({ bank }: Pick<Pay, 'bank'>): string {
  return bank === null ? i18n.t('Bank account') : `${i18n.t('Bank account')} ${accountOf(bank)}`.trim()
}
