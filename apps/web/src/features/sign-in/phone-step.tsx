import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { COUNTRIES, type CountryCode } from '@sesa/contract'
import { useForm } from '../../lib/form.ts'
import { paths, safeTo } from '../../lib/paths.ts'
import { loadPhones } from '../../lib/phone.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { phoneSchema } from './phone-number.ts'
import { SandboxHint } from './sandbox-hint.tsx'
import { startVerification } from './start.ts'
import type { Verification } from './verification.ts'

interface PhoneStepProps {
  variant: 'tabs' | 'phone'
  typed: string
  onTyped: (phone: string) => void
  country: CountryCode
  onCountryChange: (country: CountryCode) => void
  /** The number is the one the code went to, in E.164. */
  onCodeSent: (verification: Verification, number: string) => void
}

/** The number. With one field, the words beside it and the focus in it say more than a summary above it would. */
export function PhoneStep(props: PhoneStepProps) {
  const { variant, typed, onTyped, country, onCountryChange, onCodeSent } = props
  const { config } = useSession()
  const [query] = useSearchParams()
  const form = useForm({
    schema: phoneSchema,
    initial: { phone: typed },
    ready: loadPhones,
    fieldOf: { phoneNumber: 'phone' },
    onSubmit: async ({ phone }) => {
      const { verification, error } = await startVerification(phone)
      if (error) return error
      onCodeSent(verification, phone)
      return null
    },
  })
  const { attempt, summary } = form
  const field = form.field('phone')
  const wrong = field.error !== undefined
  const failure = summary.find((entry) => entry.id === undefined)?.message
  const wantsToSend = safeTo(query.get('to'))?.startsWith(paths.sendMoney) === true

  useEffect(() => {
    if (wrong && attempt > 0) document.getElementById(field.id)?.focus()
  }, [wrong, attempt, field.id])

  return (
    <Page
      title={variant === 'tabs' ? 'Sign in or sign up' : 'Sign in by phone'}
      hasError={summary.length > 0}
      lead="Your phone number is all it takes. New here? The same two steps open your account."
    >
      {wantsToSend && <Notice title="Create an account to send money now" />}
      <Card>
        <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
          {failure !== undefined && (
            <Notice tone="error" title="The code was not sent">
              {failure}
            </Notice>
          )}
          <PhoneField
            {...field}
            onChange={(phone) => {
              field.onChange(phone)
              onTyped(phone)
            }}
            label="Phone number"
            hint="We send a 6-digit code to it by SMS."
            countries={COUNTRIES}
            country={country}
            onCountryChange={onCountryChange}
          />
          <Button type="submit" size="lg" full busy={form.busy} busyLabel="Sending the code">
            Submit
          </Button>
        </form>
      </Card>
      {config?.sandbox && <SandboxHint />}
    </Page>
  )
}
