import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { addPasskey, answerOffer, canUsePasskeys, deviceName } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'
import { METHODS_KEY } from '../../lib/session/sign-in-methods.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { PressRow } from './press-row.tsx'
import { Section } from './section.tsx'

const KEY = ['passkeys']

/** A longer name would not fit into the list. */
const NAME_MAX = 40

/** Renders passkeys: the strongest way to sign in, and a second way for customers who have only a phone number. */
export default function PasskeysSection() {
  const { config, user } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const isOffered = config?.identity.methods.includes('passkey') === true
  const passkeys = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(calls.listPasskeys, { signal }),
    enabled: isOffered,
  })
  const state = useLoadState(passkeys)
  if (!isOffered) return null

  const refresh = async (done: string) => {
    void client.invalidateQueries({ queryKey: METHODS_KEY })
    await client.invalidateQueries({ queryKey: KEY })
    toast(done)
  }
  const remove = async (id: string) => {
    const { error } = await withStepUp(() => tryCall(calls.removePasskey, { params: { id } }))
    if (error) return error
    await refresh(i18n.t('Passkey removed'))
    heading.current?.focus()
    return null
  }

  return (
    <Section
      title={i18n.t('Passkeys')}
      lead={i18n.t('Sign in with your fingerprint, face or PIN. Safer than text codes.')}
      headingRef={heading}
    >
      <LoadTrouble what={i18n.t('your passkeys')} state={state} />
      {state.loading && (
        <Card>
          <Skeleton lines={2} />
        </Card>
      )}
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <ul className="flex flex-col gap-3">
          {passkeys.data.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <PressRow
                title={name}
                action={i18n.t('Remove')}
                actionLabel={i18n.t('Remove the passkey {name} of {createdAt}', {
                  name,
                  createdAt: formatDate(createdAt),
                })}
                onPress={() => remove(id)}
              >
                {i18n.t('Added {createdAt}, last used {lastUsedAt}', {
                  createdAt: formatDate(createdAt),
                  lastUsedAt: formatDate(lastUsedAt),
                })}
              </PressRow>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <AddPasskey
          onAdded={() => {
            if (user) answerOffer(user.uid)
            return refresh(i18n.t('Passkey added'))
          }}
        />
      ) : (
        <p className="text-muted">{i18n.t('This browser doesn’t support passkeys. Try a newer one.')}</p>
      )}
    </Section>
  )
}

function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [name, setName] = useState(deviceName)

  const add = async () => {
    setBusy(true)
    const { error } = await withStepUp(() => addPasskey(name.trim() || undefined))
    setFailure(error ?? null)
    if (!error) await onAdded()
    setBusy(false)
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <TextField
        id="passkey-name"
        label={i18n.t('Name of the new passkey')}
        value={name}
        onChange={(text) => setName(text.slice(0, NAME_MAX))}
        autoComplete="off"
      />
      <Button
        variant="secondary"
        busy={busy}
        busyLabel={i18n.t('Waiting for you')}
        onClick={() => void add()}
      >
        {i18n.t('Add a passkey')}
      </Button>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure.message}
        </p>
      )}
    </div>
  )
}
