import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { calls, COUNTRIES, countryInSentence } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { useGoTo } from '../../lib/go-to.tsx'
import { safeTo } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { ConfirmNumber } from '../verification/confirm-number.tsx'
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

  return <ConfirmNumber country={country} onCode={confirm} onCancel={onDone} />
}
