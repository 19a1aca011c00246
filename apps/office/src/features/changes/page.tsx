import { useState } from 'react'
import type { Approval } from '@sesa/contract/office'
import { ButtonLink } from '@sesa/web/ui/button.tsx'
import { Notice } from '@sesa/web/ui/feedback/notice.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { ACTION_WORDS } from '../../lib/words.ts'
import { Adoption } from './adoption.tsx'
import { Corridor } from './corridor.tsx'
import { Prices } from './prices.tsx'
import { Threshold } from './threshold.tsx'

/** Asks for changes of settings; a second person approves each. */
export default function ChangesPage() {
  const may = useMay()
  const [asked, setAsked] = useState<Approval | null>(null)
  return (
    <Page title="Changes" lead="Each change waits for a second person. Nothing happens before.">
      {asked && (
        <Notice
          tone="ok"
          title={`Asked: ${ACTION_WORDS[asked.action]}`}
          action={
            <ButtonLink href={paths.approval(asked.id)} variant="secondary">
              Open the request
            </ButtonLink>
          }
        >
          It waits for a second person.
        </Notice>
      )}
      {may('limits.change') && <Threshold onAsked={setAsked} />}
      {may('corridors.change') && <Corridor onAsked={setAsked} />}
      {may('prices.change') && <Prices onAsked={setAsked} />}
      {may('adoption.request') && <Adoption onAsked={setAsked} />}
    </Page>
  )
}
