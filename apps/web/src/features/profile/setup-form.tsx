import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { calls, type AgreementsDue, type Draft, type IdentityUser, type Profile } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { callApi } from '../../lib/api/api.ts'
import { createDraftStore, unsavedDraft, type SavedDraft } from '../../lib/forms/draft-store.ts'
import type { FormMemory } from '../../lib/forms/form-memory.ts'
import { beforeReload } from '../../lib/loading/version.ts'
import { takeDraftAtBoot } from '../../lib/session/session.ts'
import { valuesOf, type ProfileValues } from './form-schema.ts'
import { ProfileForm } from './profile-form.tsx'

interface SetupFormProps {
  user: IdentityUser
  profile: Profile | null
  agreements: AgreementsDue
  onErrors: (hasErrors: boolean) => void
}

/** Renders the form of the first profile, with the values typed on an earlier visit. */
export function SetupForm(props: SetupFormProps) {
  const { uid } = props.user
  const { data } = useQuery({
    queryKey: ['profile-draft', uid],
    queryFn: loadDraft,
    // Loaded once per visit: from then on, the form itself has the latest state.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    networkMode: 'always',
  })
  if (data) return <DraftedForm {...props} kept={data.kept} />
  return <LoadingCard lines={6} />
}

/** Loads the draft. The form also works without one, so a failure counts as none. */
async function loadDraft(): Promise<{ kept: SavedDraft | null }> {
  const answer = takeDraftAtBoot() ?? (await callApi(calls.getDraft, {}).catch(() => null))
  if (!answer?.draft || answer.updatedAt === null) return { kept: null }
  return { kept: { draft: answer.draft, updatedAt: answer.updatedAt } }
}

function DraftedForm({ kept, ...props }: SetupFormProps & { kept: SavedDraft | null }) {
  const { uid } = props.user
  const keeper = useProfileDraft(uid, kept, valuesOf(props.profile, props.user))
  return (
    <ProfileForm
      {...props}
      submitLabel={i18n.t('Save and continue')}
      keeper={keeper}
      typed={kept?.draft.profile}
    />
  )
}

/**
 * Stores the unfinished profile on the server, so that it survives a reload. If another window saved a newer one, or
 * the profile itself, this window keeps typed values only in memory.
 */
function useProfileDraft(
  uid: string,
  kept: SavedDraft | null,
  shown: ProfileValues,
): FormMemory<ProfileValues> {
  const [{ store, keeper }] = useState(() => {
    const store = createDraftStore(uid, kept, draftOf(kept?.draft.profile ?? shown), () => undefined)
    const keeper: FormMemory<ProfileValues> = {
      keep: (_, values) => store.later(draftOf(values)),
      kept: () => {
        const typed = unsavedDraft(uid, 'profile')?.profile
        return typed ? { ...typed, esign: '' } : null
      },
      forget: () => store.close(),
      pause: () => store.pause(),
    }
    return { store, keeper }
  })
  useEffect(() => {
    void store.flush()
    const end = beforeReload(() => store.flush())
    return () => {
      end()
      void store.flush()
    }
  }, [store])
  return keeper
}

/** Omits the consents: each is given when the profile is saved. */
function draftOf({ name, email, dob, gender }: NonNullable<Draft['profile']>): Draft {
  return { profile: { name, email, dob, gender } }
}
