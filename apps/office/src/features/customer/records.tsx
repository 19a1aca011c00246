import { useQueryClient } from '@tanstack/react-query'
import { officeCalls, type CustomerPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { networkName, wordOf } from '../../lib/words.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

/** Lists signed-in devices; each can be signed out by itself. */
export function Devices({ customer: { id, devices } }: { customer: CustomerPage }) {
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const signOut = async (device: string, reason: string): Promise<Failure | null> => {
    const { error } = await tryCall(officeCalls.signOutDevice, { params: { id, device }, body: { reason } })
    if (error) return error
    toast('Signed out')
    await client.invalidateQueries({ queryKey: ['customer', id] })
    return null
  }
  return (
    <Section title="Signed-in devices">
      {devices.length === 0 && <p className="text-muted">None.</p>}
      <ul className="flex flex-col gap-4">
        {devices.map(({ id: device, device: name, trusted, signedInAt, lastUsedAt }) => (
          <li key={device} className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <p className="font-bold">
                {name}
                {trusted && ', stays signed in'}
              </p>
              <p className="text-muted">
                Signed in {formatMoment(signedInAt)}, last used {formatMoment(lastUsedAt)}
              </p>
            </div>
            {may('accounts.change') && (
              <ReasonDialog
                label="Sign out"
                title={`Sign ${name} out?`}
                confirm="Sign out"
                onSubmit={(reason) => signOut(device, reason)}
              >
                <p>The customer has to sign in again on this device. Other devices stay signed in.</p>
              </ReasonDialog>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The recipients whom the customer saved, masked. */
export function Recipients({ recipients }: Pick<CustomerPage, 'recipients'>) {
  return (
    <Section title="Saved recipients">
      {recipients.length === 0 && <p className="text-muted">None.</p>}
      <ul className="flex flex-col gap-2">
        {recipients.map(({ id, name, phone, country, network }) => (
          <li key={id}>
            <b>{name}</b>, {phone}, {networkName(network, country)}, {country}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The documents that the customer agreed to, by their newest answer. */
export function Consents({ consents }: Pick<CustomerPage, 'consents'>) {
  return (
    <Section title="Consents">
      {consents.length === 0 && <p className="text-muted">None recorded.</p>}
      <ul className="flex flex-col gap-2">
        {consents.map(({ document, version, given, at }) => (
          <li key={document}>
            <b>{wordOf('consent', document)}</b>, version {version}: {given ? 'agreed' : 'withdrawn'}{' '}
            {formatMoment(at)}
          </li>
        ))}
      </ul>
    </Section>
  )
}
