import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Stepper } from '@sesa/ui/feedback/stepper.tsx'
import { showsEarlyForm } from '../../lib/early-form.ts'
import { scrollToTop } from '../../lib/scroll-to-top.ts'

const STEPS = {
  details: { index: 0, title: i18n.t('Send money') },
  overview: { index: 1, title: i18n.t('Check and pay') },
} as const

interface SendPageProps {
  step: keyof typeof STEPS
  hasError?: boolean
  children: ReactNode
}

/** Renders the frame of both steps. Each step starts at the top, unless it shows errors or takes over the early form. */
export function SendPage({ step, hasError, children }: SendPageProps) {
  const { index, title } = STEPS[step]
  const isTakenOver = useRef(false)
  // Runs before the details, which contain this frame, remove the early form.
  useLayoutEffect(() => {
    isTakenOver.current = showsEarlyForm('send-money')
  }, [])
  const arrive = useEffectEvent(() => {
    if (!hasError && !isTakenOver.current) scrollToTop()
  })
  useEffect(() => arrive(), [])

  return (
    <Page title={title} width={step === 'overview' ? 'columns' : 'narrow'} {...(hasError && { hasError })}>
      <Stepper label={i18n.t('Progress')} steps={[i18n.t('Details'), i18n.t('Overview')]} current={index} />
      {children}
    </Page>
  )
}
