import * as i18n from '@sesa/contract/i18n'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'

const nothing = () => undefined

/** Shows disabled bank fields as a preview; there is no bank rail yet. */
export default function BankFields() {
  return (
    <>
      <Notice>{i18n.t('Bank accounts are coming soon. Choose mobile money to send today.')}</Notice>
      <TextField id="bank-account" label={i18n.t('Account number')} value="" onChange={nothing} disabled />
      <TextField id="bank-name" label={i18n.t('Bank name')} value="" onChange={nothing} disabled />
    </>
  )
}
