import { useState } from 'react'
import { COUNTRIES, formatPhone } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import type { PhoneCountry } from '@sesa/ui/fields/phone-field.tsx'
import { useIdentity } from '../../lib/session/identity.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import type { Verification } from '../../lib/session/verification.ts'
import { CodeEntry } from '../verification/code-entry.tsx'
import { PhoneEntry } from '../verification/phone-entry.tsx'
import { Resend } from '../verification/resend.tsx'

/** Confirms the account's phone number with a code, for customers who signed up by email. */
export function VerifyPhone({ onErrors }: { onErrors: (hasErrors: boolean) => void }) {
  const { signIn } = useSession()
  const identity = useIdentity()
  const [typed, setTyped] = useState('')
  const [country, setCountry] = useState<PhoneCountry>('LR')
  const [sent, setSent] = useState<{ verification: Verification; phone: string } | null>(null)

  const start = async (phone: string) => {
    const { verification, error } = await identity.sendCode(phone)
    if (error) return error
    setSent({ verification, phone })
    return null
  }
  if (sent === null) {
    return (
      <Card>
        <PhoneEntry
          typed={typed}
          onTyped={setTyped}
          countries={COUNTRIES}
          country={country}
          onCountryChange={setCountry}
          onPhone={start}
          onErrors={onErrors}
        />
      </Card>
    )
  }
  const { verificationId, resendAfter } = sent.verification
  return (
    <>
      <Card className="flex flex-col gap-6">
        <p>{i18n.t('We sent a code to {phone}.', { phone: formatPhone(sent.phone) })}</p>
        <CodeEntry
          key={verificationId}
          codeId={verificationId}
          digits={sent.verification.digits}
          onErrors={onErrors}
          onCode={async (code) => {
            // A refused code stays valid until the customer has stepped up.
            const { data, error } = await withStepUp(() => identity.checkCode(sent.verification, code))
            if (error) return error
            await signIn(data)
            return null
          }}
        />
      </Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Resend
          key={verificationId}
          resendAfter={resendAfter}
          onSend={async () => (await start(sent.phone))?.message ?? null}
        />
        <Button variant="quiet" onClick={() => setSent(null)}>
          {i18n.t('Change number')}
        </Button>
      </div>
    </>
  )
}
