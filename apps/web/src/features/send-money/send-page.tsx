import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { Stepper } from '../../ui/stepper.tsx'

const STEPS = {
  details: { index: 0, title: 'Send money' },
  overview: { index: 1, title: 'Check and pay' },
} as const

interface SendPageProps {
  step: keyof typeof STEPS
  hasError?: boolean
  children: ReactNode
}

/** The frame of both steps. */
export function SendPage({ step, hasError, children }: SendPageProps) {
  const { index, title } = STEPS[step]
  return (
    <Page title={title} {...(hasError && { hasError })}>
      <Stepper label="Progress" steps={['Details', 'Overview']} current={index} />
      {children}
    </Page>
  )
}
