import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { scrollToTop } from '../../lib/scroll-to-top.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Stepper } from '../../ui/feedback/stepper.tsx'

const STEPS = {
  details: { index: 0, title: 'Send money' },
  overview: { index: 1, title: 'Check and pay' },
} as const

interface SendPageProps {
  step: keyof typeof STEPS
  hasError?: boolean
  children: ReactNode
}

/** The frame of both steps. Each step starts at the top, unless it shows errors. */
export function SendPage({ step, hasError, children }: SendPageProps) {
  const { index, title } = STEPS[step]
  const arrive = useEffectEvent(() => {
    if (!hasError) scrollToTop()
  })
  useEffect(() => arrive(), [])

  return (
    <Page title={title} width={step === 'overview' ? 'columns' : 'narrow'} {...(hasError && { hasError })}>
      <Stepper label="Progress" steps={['Details', 'Overview']} current={index} />
      {children}
    </Page>
  )
}
