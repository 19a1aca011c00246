import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { calls, COUNTRIES, countryInSentence, formatPhone } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { useGoTo } from '../../lib/go-to.tsx'
import { safeTo } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { startVerification } from '../../lib/session/start-verification.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import type { Verification } from '../../lib/session/verification.ts'
import { CodeEntry } from '../verification/code-entry.tsx'
import { PhoneEntry } from '../verification/phone-entry.tsx'
import { Resend } from '../verification/resend.tsx'
import { Section } from './section.tsx'

/** Replaces the account's number with another one in the same country. */
export default function PhoneSection() {
  const { profile } = useSession()
  const [query] = useSearchParams()
  const goTo = useGoTo()
  const heading = useRef<HTMLHeadingElement>(null)
  /** The page that asked for another number, and to which the customer returns. */
  const to = safeTo(query.get('to'))
  const [isOpen, setIsOpen] = useState(to !== undefined)
  useEffect(() => {
    if (to !== undefined) heading.current?.focus()
  }, [to])
  const country = COUNTRIES.find(({ code }) => code === profile?.country)
  if (!country) return null
  return (
    <Section
      headingRef={heading}
      title={i18n.t('Change phone number')}
      lead={i18n.t(
        'You can switch to another number in {code} when no transfer is in progress. Your other devices will be signed out.',
        { code: countryInSentence(country.code) },
      )}
    >
      {isOpen ? (
        <Card className="flex flex-col gap-6">
          <ChangePhone country={country} onDone={() => (to === undefined ? setIsOpen(false) : goTo(to))} />
        </Card>
      ) : (
        <Button variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
          {i18n.t('Change phone number')}
        </Button>
      )}
    </Section>
  )
}

interface ChangePhoneProps {
  country: (typeof COUNTRIES)[number]
  onDone: () => void
}

function ChangePhone({ country, onDone }: ChangePhoneProps) {
  const { signIn } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState<{ verification: Verification; phone: string } | null>(null)

  const start = async (phone: string) => {
    const { verification, error } = await startVerification(phone)
    if (error) return error
    setSent({ verification, phone })
    return null
  }
  const confirm = async (verificationId: string, code: string) => {
    const { data, error } = await withStepUp(() =>
      tryCall(calls.changePhone, { body: { verificationId, code } }),
    )
    if (error) return error
    await signIn(data)
    void client.invalidateQueries()
    toast(i18n.t('Phone number changed'))
    onDone()
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
        <Button variant="quiet" className="self-start" onClick={onDone}>
          {i18n.t('Cancel')}
        </Button>
      </>
    )
  }
  const { verificationId, resendAfter } = sent.verification
  return (
    <>
      <p>{i18n.t('We sent a code to {phone}.', { phone: formatPhone(sent.phone) })}</p>
      <CodeEntry
        key={verificationId}
        codeId={verificationId}
        digits={sent.verification.digits}
        onCode={(code) => confirm(verificationId, code)}
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
