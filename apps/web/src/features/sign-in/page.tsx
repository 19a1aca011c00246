import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import type { PhoneCountry } from '@sesa/ui/fields/phone-field.tsx'
import { usePreparedIdentity } from '../../lib/session/identity.ts'
import { verificationIn, type Verification } from '../../lib/session/verification.ts'
import { CodeStep } from './code-step.tsx'
import { SidePanel } from './side-panel.tsx'
import { StartStep, type Variant } from './start-step.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useSession } from '../../lib/session/session.ts'
import { SandboxHint } from './sandbox-hint.tsx'

interface LinkSentProps {
  /** The address to which the link was sent; lost on a reload. */
  email: string
  onChangeAddress: () => void
}

/** Renders the next steps after signing up by email, the same whether or not the address had an account. */
function LinkSent({ email, onChangeAddress }: LinkSentProps) {
  const { config } = useSession()
  return (
    <Page
      title={i18n.t('Check your email')}
      lead={i18n.t('We sent a link to {address}. Use it within 24 hours to open your account.', {
        address: email === '' ? i18n.t('your address') : email,
      })}
    >
      <Card>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>{i18n.t('Open it on this device, or you’ll need your password too.')}</li>
          <li>{i18n.t('It can take a couple of minutes. Check your spam folder.')}</li>
          <li>{i18n.t('Already have an account? The email will tell you.')}</li>
        </ul>
      </Card>
      <div>
        <Button variant="quiet" onClick={onChangeAddress}>
          {i18n.t('Change the address')}
        </Button>
      </div>
      {config?.sandbox && <SandboxHint what="mail" />}
    </Page>
  )
}

interface SignInPageProps {
  variant: Variant
}

/**
 * Signs customers in or up. The history entry stores the step; this component holds the typed values, so that they
 * survive "Change number" and Back.
 */
export default function SignInPage({ variant }: SignInPageProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const [phone, setPhone] = useState('')
  const [country, setCountry] = useState<PhoneCountry>('LR')
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [mailFor, setMailFor] = useState<string | null>(null)
  const verification = verificationIn(location.state)
  const identity = usePreparedIdentity()

  const goToCode = (next: Verification, replace: boolean) =>
    void navigate({ search: location.search }, { replace, state: { verification: next } })
  const start = async (number: string, via?: 'email') => {
    const { verification: started, error } = await identity.sendCode(number, via)
    setMailFor(via === 'email' || error?.details?.['mailedCode'] === true ? number : null)
    if (error) return error
    setSentTo(number)
    goToCode(started, false)
    return null
  }

  const step = () => {
    if (verification) {
      return (
        <CodeStep
          verification={verification}
          sentTo={sentTo}
          onNewCode={(next) => goToCode(next, true)}
          onChangeNumber={() => void navigate(-1)}
        />
      )
    }
    if (isLinkSent(location.state))
      return <LinkSent email={email} onChangeAddress={() => void navigate(-1)} />
    return (
      <StartStep
        variant={variant}
        phone={{
          typed: phone,
          onTyped: setPhone,
          country,
          onCountryChange: setCountry,
          onPhone: (number) => start(number),
        }}
        onMail={mailFor === null ? null : () => start(mailFor, 'email')}
        email={{
          typed: email,
          onTyped: setEmail,
          onSent: () => void navigate({ search: location.search }, { state: { linkSent: true } }),
        }}
      />
    )
  }

  return (
    <div className="mx-auto grid w-full max-w-288 grid-cols-1 lg:grid-cols-[minmax(0,40rem)_1fr]">
      {step()}
      <SidePanel />
    </div>
  )
}

function isLinkSent(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'linkSent' in state
}
