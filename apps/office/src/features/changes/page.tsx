import { useState } from 'react'
import type { Approval } from '@sesa/contract/office'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { CorridorStates } from '../../parts/corridor-states.tsx'
import { Adoption } from './adoption.tsx'
import { Corridor } from './corridor.tsx'
import { Prices } from './prices.tsx'
import { Threshold } from './threshold.tsx'
import { TierLimits } from './tier-limits.tsx'

/** Asks for changes of settings; a second person approves each. */
export default function ChangesPage() {
  const may = useMay()
  const [asked, setAsked] = useState<Approval | null>(null)
  return (
    <Page title="Changes" width="wide" lead="Each change takes effect only after approval.">
      {asked && <AskedNotice approval={asked} />}
      {may('limits.change') && <Threshold onAsked={setAsked} />}
      {may('limits.change') && <TierLimits onAsked={setAsked} />}
      {may('corridors.change') && <CorridorStates />}
      {may('corridors.change') && <Corridor onAsked={setAsked} />}
      {may('prices.change') && <Prices onAsked={setAsked} />}
      {may('adoption.request') && <Adoption onAsked={setAsked} />}
    </Page>
  )
}
