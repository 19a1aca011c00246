import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { replaceSession } from '../../lib/api/token.ts'
import { useIdentity } from '../../lib/session/identity.ts'
import type { Verification } from '../../lib/session/verification.ts'
import { CodeEntry } from '../verification/code-entry.tsx'
import { Resend } from '../verification/resend.tsx'
import { WorkNotice } from '../verification/work-notice.tsx'

interface ByCodeProps {
  /** The account's number, in E.164. */
  phone: string
  onProven: () => void
}

/** Steps up with a code sent to the account's number. */
export function ByCode({ phone, onProven }: ByCodeProps) {
  const identity = useIdentity()
  const [verification, setVerification] = useState<Verification | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async () => {
    const { verification: started, error } = await identity.sendCode(phone)
    if (started) setVerification(started)
    return error?.message ?? null
  }
  const sendFirst = async () => {
    setBusy(true)
    setFailure(await send())
    setBusy(false)
  }

  if (verification === null) {
    return (
      <div className="flex flex-col gap-3">
        <Button full busy={busy} busyLabel={i18n.t('Sending the code')} onClick={() => void sendFirst()}>
          {i18n.t('Send a code to the number ending in {digits}', { digits: phone.slice(-2) })}
        </Button>
        <WorkNotice />
        {failure !== null && (
          <p role="alert" className="font-semibold text-danger">
            {failure}
          </p>
        )}
      </div>
    )
  }
  const { verificationId, resendAfter } = verification
  return (
    <div className="flex flex-col gap-4">
      <CodeEntry
        key={verificationId}
        codeId={verificationId}
        digits={verification.digits}
        onCode={async (code) => {
          const { error } = await replaceSession(() => identity.checkCode(verification, code))
          if (error) return error
          onProven()
          return null
        }}
      />
      <Resend key={`again-${verificationId}`} resendAfter={resendAfter} onSend={send} />
    </div>
  )
}
