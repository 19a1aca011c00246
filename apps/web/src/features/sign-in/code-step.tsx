import { useState } from 'react'
import { formatPhone, type Config } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useIdentity } from '../../lib/session/identity.ts'
import { useSession } from '../../lib/session/session.ts'
import type { Verification } from '../../lib/session/verification.ts'
import { CodeEntry } from '../verification/code-entry.tsx'
import { Resend } from '../verification/resend.tsx'
import { SandboxHint } from './sandbox-hint.tsx'
import { TrustDevice } from './trust-device.tsx'

interface CodeStepProps {
  verification: Verification
  /** The number to which the code was sent, in E.164; lost on a reload. */
  sentTo: string | null
  onNewCode: (verification: Verification) => void
  onChangeNumber: () => void
}

/** Asks for the code. Once it is correct, the route's guard redirects. */
export function CodeStep({ verification, sentTo, onNewCode, onChangeNumber }: CodeStepProps) {
  const { config, signIn } = useSession()
  const identity = useIdentity()
  const [trustDevice, setTrustDevice] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)
  const [hasErrors, setHasErrors] = useState(false)
  const { verificationId, lastDigits, resendAfter, digits, byMail = false } = verification
  // After a reload only the last digits are known.
  const number =
    sentTo === null ? i18n.t('the number ending in {lastDigits}', { lastDigits }) : formatPhone(sentTo)

  const check = async (code: string) => {
    setSentAgain(false)
    const { data, error } = await identity.checkCode(verification, code, trustDevice)
    if (error) return error
    await signIn(data)
    return null
  }
  const resend = async (phone: string) => {
    const { verification: next, error } = await identity.sendCode(phone, byMail ? 'email' : undefined)
    if (error) return error.message
    setSentAgain(true)
    onNewCode(next)
    return null
  }

  return (
    <Page
      title={i18n.t('Enter the code')}
      hasError={hasErrors}
      lead={
        byMail
          ? i18n.t('If you confirmed an email address over a day ago, we emailed your code there.')
          : i18n.t('We sent a {digits}-digit code to {number}.', { digits, number })
      }
    >
      <Card>
        <CodeEntry
          key={verificationId}
          codeId={verificationId}
          digits={digits}
          onCode={check}
          onErrors={setHasErrors}
          notice={
            sentAgain && <Notice tone="ok">{i18n.t('We sent a new code. Only the newest one works.')}</Notice>
          }
        >
          <TrustDevice checked={trustDevice} onChange={setTrustDevice} />
        </CodeEntry>
      </Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {sentTo !== null && (
          <Resend key={verificationId} resendAfter={resendAfter} onSend={() => resend(sentTo)} />
        )}
        <Button variant="quiet" onClick={onChangeNumber}>
          {sentTo === null ? i18n.t('Enter the number again') : i18n.t('Change number')}
        </Button>
      </div>
      {!byMail && <NoCodeHelp number={number} support={config?.support ?? null} />}
      {config?.sandbox && identity.sendsByUs && <SandboxHint what={byMail ? 'mail' : 'code'} />}
    </Page>
  )
}

interface NoCodeHelpProps {
  /** The number to which the code was sent, formatted. */
  number: string
  support: Config['support'] | null
}

/** Offers help when the message does not arrive. */
function NoCodeHelp({ number, support }: NoCodeHelpProps) {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="min-h-12 rounded-md px-4 py-3 font-semibold">
        {i18n.t('Didn’t get a code?')}
      </summary>
      <ul className="flex list-disc flex-col gap-2 pr-4 pb-4 pl-9">
        <li>{i18n.t('It can take a minute or two, longer on a weak network.')}</li>
        <li>{i18n.t('Is {number} right? If not, change it. It’s free.', { number })}</li>
        <li>{i18n.t('Check your blocked and spam messages.')}</li>
        {support && (
          <li>
            {rich(i18n.t('Still nothing? Call <phone/> or email <email/>. We’ll never ask for your code.'), {
              phone: <TextLink href={`tel:${support.phone.replace(/\s/g, '')}`}>{support.phone}</TextLink>,
              email: <TextLink href={`mailto:${support.email}`}>{support.email}</TextLink>,
            })}
          </li>
        )}
      </ul>
    </details>
  )
}
