import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, COUNTRIES } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { tryCall } from '../../lib/api/api.ts'
import { NUMBERS_KEY } from '../../lib/payer-numbers.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { ConfirmNumber } from './confirm-number.tsx'

interface AddPayerNumberProps {
  /** Called with the confirmed number, E.164. */
  onAdded: (phone: string) => void
  onCancel: () => void
}

/** Confirms another number of the customer's own. It pays and takes refunds, and is no way to sign in. */
export default function AddPayerNumber({ onAdded, onCancel }: AddPayerNumberProps) {
  const { profile } = useSession()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const country = COUNTRIES.find(({ code }) => code === profile?.country)
  if (!country) return null

  const confirm = async (verificationId: string, code: string, phone: string) => {
    const { data, error } = await withStepUp(() =>
      tryCall(calls.addPayerNumber, { body: { verificationId, code } }),
    )
    if (error) return error
    client.setQueryData(NUMBERS_KEY, data)
    onAdded(phone)
    return null
  }
  return (
    <div className="flex flex-col gap-6 rounded-md border border-line p-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-xl">
          {i18n.t('Another number of mine')}
        </h3>
        <p className="text-muted">{i18n.t('Its wallet must be in your own name.')}</p>
      </div>
      <ConfirmNumber country={country} onCode={confirm} onCancel={onCancel} />
    </div>
  )
}
