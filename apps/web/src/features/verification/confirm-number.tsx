import { useState } from 'react'
import { formatPhone, type COUNTRIES } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { startVerification } from '../../lib/session/start-verification.ts'
import type { Verification } from '../../lib/session/verification.ts'
import { CodeEntry } from './code-entry.tsx'
import { PhoneEntry } from './phone-entry.tsx'
import { Resend } from './resend.tsx'

interface ConfirmNumberProps {
  country: (typeof COUNTRIES)[number]
  /** Checks the code that was sent to this number, E.164; resolves to a failure, or null. */
  onCode: (verificationId: string, code: string, phone: string) => Promise<Failure | null>
  onCancel: () => void
}

/** Asks a signed-in customer for a number of one country, and for the code that was sent to it. */
export function ConfirmNumber({ country, onCode, onCancel }: ConfirmNumberProps) {
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState<{ verification: Verification; phone: string } | null>(null)

  const start = async (phone: string) => {
    const { verification, error } = await startVerification(phone)
    if (error) return error
    setSent({ verification, phone })
    return null
  }

  if (sent === null) {
    return (
      <>
        <PhoneEntry
          typed={typed}
          onTyped={setTyped}
          countries={[country]}
          country={country.code}
          onCountryChange={() => undefined}
          onPhone={start}
        />
        <Button variant="quiet" className="self-start" onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      </>
    )
  }
  const { verificationId, resendAfter } = sent.verification
  return (
    <>
      <p>{noWrap(i18n.t('We sent a code to {phone}.', { phone: formatPhone(sent.phone) }))}</p>
      <CodeEntry
        key={verificationId}
        codeId={verificationId}
        digits={sent.verification.digits}
        onCode={(code) => onCode(verificationId, code, sent.phone)}
      />
      <Resend
        key={`again-${verificationId}`}
        resendAfter={resendAfter}
        onSend={async () => (await start(sent.phone))?.message ?? null}
      />
      <Button variant="quiet" className="self-start" onClick={() => setSent(null)}>
        {i18n.t('Enter another number')}
      </Button>
    </>
  )
}
