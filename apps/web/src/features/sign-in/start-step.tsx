import { useState, type ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { COUNTRIES } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Tabs } from '@sesa/ui/layout/tabs.tsx'
import { LanguageSwitch } from '../../languages/language-switch.tsx'
import { useEarlyForm } from '../../lib/early-form.ts'
import { getSignedOutMessage } from '../../lib/session/signed-out-message.ts'
import { useIdentity } from '../../lib/session/identity.ts'
import { paths, safeTo } from '../../lib/paths.ts'
import { TermsLine } from '../../lib/terms-line.tsx'
import { useSession } from '../../lib/session/session.ts'
import { PhoneEntry, type PhoneEntryProps } from '../verification/phone-entry.tsx'
import { EmailSignIn } from './email-sign-in.tsx'
import { EmailSignUp } from './email-sign-up.tsx'
import { MailOffer } from './mail-offer.tsx'
import { OtherWays } from './other-ways.tsx'
import { SandboxHint } from './sandbox-hint.tsx'

/**
 * `sign-in` and `sign-up`: the general pages, with tabs for phone and email. `phone`: `/signin`, phone only. `email`:
 * `/signup`, email and password only.
 */
export type Variant = 'sign-in' | 'sign-up' | 'phone' | 'email'

interface StartStepProps {
  variant: Variant
  phone: Omit<PhoneEntryProps, 'countries' | 'onErrors'>
  email: Omit<ComponentProps<typeof EmailSignUp>, 'onErrors'>
  /** Emails a code instead; null unless no more codes are sent to the number. */
  onMail: ComponentProps<typeof MailOffer>['onMail'] | null
}

const TABS = [
  { key: 'phone', label: i18n.t('Phone') },
  { key: 'email', label: i18n.t('Email') },
] as const

const TITLES: Readonly<Record<Variant, string>> = {
  'sign-in': i18n.t('Sign in or sign up'),
  'sign-up': i18n.t('Sign in or sign up'),
  phone: i18n.t('Sign in by phone'),
  email: i18n.t('Sign up with email'),
}

const LEADS = {
  phone: i18n.t('Enter your phone number. We’ll sign you in or create your account.'),
  'sign-in': i18n.t('Use your email address and password.'),
  'sign-up': i18n.t('Sign up with an email address and a password.'),
}

/** Renders the first step: a phone number, or an address and a password. */
export function StartStep({ variant, phone, email, onMail }: StartStepProps) {
  const { config } = useSession()
  const [query, setQuery] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  const formRef = useEarlyForm('sign-in')
  const signedOutMessage = getSignedOutMessage()
  const { sendsByUs } = useIdentity()
  const isForAll = variant.startsWith('sign-')
  // Before the server's settings are known, as in most deployments: the form must not move later.
  const hasTabs = isForAll && (config?.identity.methods.includes('email') ?? true)
  const byEmail = variant === 'email' || (hasTabs && query.get('with') === 'email')
  const kind = variant === 'sign-in' ? 'sign-in' : 'sign-up'
  const wantsToSend = safeTo(query.get('to'))?.startsWith(paths.sendMoney) === true
  const choose = (tab: 'phone' | 'email') => {
    const next = new URLSearchParams(query)
    if (tab === 'email') next.set('with', 'email')
    else next.delete('with')
    setQuery(next, { replace: true })
  }
  const EmailForm = kind === 'sign-in' ? EmailSignIn : EmailSignUp
  const form = byEmail ? (
    <EmailForm {...email} onErrors={setHasErrors} />
  ) : (
    <>
      <PhoneEntry {...phone} formRef={formRef} countries={COUNTRIES} onErrors={setHasErrors} />
      {onMail && <MailOffer onMail={onMail} />}
    </>
  )

  return (
    <Page title={TITLES[variant]} hasError={hasErrors} lead={LEADS[byEmail ? kind : 'phone']}>
      {signedOutMessage !== null && <Notice tone="ok">{signedOutMessage}</Notice>}
      {wantsToSend && <Notice title={i18n.t('Create an account to send money now')} />}
      <Card>
        {hasTabs ? (
          <Tabs
            label={i18n.t('How to sign in')}
            tabs={TABS}
            current={byEmail ? 'email' : 'phone'}
            onChange={choose}
          >
            {form}
          </Tabs>
        ) : (
          form
        )}
      </Card>
      {isForAll && <OtherWays />}
      <TermsLine />
      {config?.sandbox && (byEmail ? kind === 'sign-up' : sendsByUs) && (
        <SandboxHint what={byEmail ? 'mail' : 'code'} />
      )}
      <LanguageSwitch />
    </Page>
  )
}
