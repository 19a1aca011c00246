import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { useGoTo } from '../../lib/go-to.tsx'
import { paths, safeTo } from '../../lib/paths.ts'
import { useSenderDetails } from '../../lib/sender-details.ts'
import { useSession } from '../../lib/session/session.ts'
import { SenderForm } from './form.tsx'
import { senderFormMemory } from './form-memory.ts'

/** Asks for the details that some networks require by law, then continues to the requested page. */
export default function SenderDetailsPage() {
  const { user, profile } = useSession()
  const query = useSenderDetails()
  const state = useLoadState(query)
  const goTo = useGoTo()
  const [search] = useSearchParams()
  const toast = useToast()
  const [hasError, setHasError] = useState(false)
  const to = safeTo(search.get('to')) ?? paths.profile
  const isSending = to.startsWith(paths.sendMoney)

  return (
    <Page
      title={i18n.t('Sender details')}
      hasError={hasError}
      lead={i18n.t(
        'Some networks require your nationality, address and ID. It takes two minutes and you only do it once.',
      )}
    >
      <LoadTrouble what={i18n.t('your details')} state={state} />
      {!query.data && state.loading && <LoadingCard lines={6} />}
      {user && query.data && (
        <SenderForm
          uid={user.uid}
          home={profile?.country ?? null}
          saved={query.data.details}
          onErrors={setHasError}
          onSaved={() => {
            toast(i18n.t('Sender details saved'))
            goTo(to)
          }}
          leave={
            <ButtonLink
              href={to}
              variant="secondary"
              size="lg"
              // Returning to a transfer leads here again before it can be paid, so keep the typed values.
              {...(!isSending && { onClick: senderFormMemory.forget })}
              className="max-sm:w-full"
            >
              {isSending ? i18n.t('Back to Send Money') : i18n.t('View Profile')}
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}
