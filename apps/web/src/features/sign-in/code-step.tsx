import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { NoCodeHelp } from './no-code-help.tsx'
import { Resend } from './resend.tsx'
import { SandboxHint } from './sandbox-hint.tsx'
import type { Verification } from './verification.ts'

interface CodeStepProps {
  verification: Verification
  /** Where the code went, in E.164; forgotten by a reload. */
  sentTo: string | null
  onNewCode: (verification: Verification) => void
  onChangeNumber: () => void
}

const SIX_DIGITS = /^\d{6}$/

const codeSchema = v.object({
  code: v.pipe(v.string(), v.regex(SIX_DIGITS, 'Enter the 6 digits of the code')),
})

/** The code. A wrong one stays in the field to be mended; the guard of the route leads on once it was right. */
export function CodeStep({ verification, sentTo, onNewCode, onChangeNumber }: CodeStepProps) {
  const { config, signIn } = useSession()
  const [trustDevice, setTrustDevice] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)
  const { verificationId, lastDigits } = verification
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      setSentAgain(false)
      const body = { verificationId, code, ...(trustDevice && { trustDevice }) }
      const { data, error } = await api.post(calls.verifyPhone, { body })
      if (error) return error
      await signIn(data)
      return null
    },
  })
  const { attempt, summary } = form
  const field = form.field('code')
  const wrong = field.error !== undefined
  const failure = summary.find((entry) => entry.id === undefined)?.message
  const input = useRef<HTMLInputElement>(null)

  // On arrival, when the code was refused and when another is on its way: the next thing to do is to type.
  useEffect(() => input.current?.focus(), [wrong, attempt, verificationId])

  return (
    <Page
      title="Enter the code"
      hasError={summary.length > 0}
      lead={`It is on its way to the number ending in ${lastDigits}.`}
    >
      <Card>
        <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
          {failure !== undefined && (
            <Notice tone="error" title="The code was not checked">
              {failure}
            </Notice>
          )}
          {sentAgain && <Notice tone="ok">A new code is on its way. Only the newest one works.</Notice>}
          <CodeField {...field} ref={input} label="6-digit code" hint="It is valid for 10 minutes." />
          <Checkbox
            id="trust-device"
            label="Trust this device for 30 days"
            hint="Only on a phone or computer that nobody else uses."
            checked={trustDevice}
            onChange={setTrustDevice}
          />
          <Button
            type="submit"
            size="lg"
            full
            busy={form.busy}
            busyLabel="Checking the code"
            disabled={!SIX_DIGITS.test(field.value)}
          >
            Confirm
          </Button>
        </form>
      </Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {sentTo !== null && (
          <Resend
            key={verificationId}
            resendAfter={verification.resendAfter}
            phone={sentTo}
            onSent={(next) => {
              form.set('code', '')
              setSentAgain(true)
              onNewCode(next)
            }}
          />
        )}
        <Button
          variant="quiet"
          className={sentTo === null ? '-ml-6' : 'max-sm:-ml-6'}
          onClick={onChangeNumber}
        >
          {sentTo === null ? 'Enter the number again' : 'Change number'}
        </Button>
      </div>
      <NoCodeHelp lastDigits={lastDigits} support={config?.support ?? null} />
      {config?.sandbox && <SandboxHint />}
    </Page>
  )
}
