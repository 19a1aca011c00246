import { NETWORKS, type PaidPerson } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor, initialOf } from '@sesa/ui/format.ts'
import { Flag } from '@sesa/ui/art/flag.tsx'
import { useResend } from './resend-guard.tsx'

/** Lists the last recipients paid: each links to the send form, filled in like the last transfer to them. */
export function SendAgain({ people }: { people: readonly PaidPerson[] }) {
  const resend = useResend()
  return (
    <section aria-labelledby="send-again" className="flex flex-col gap-2">
      <h2 id="send-again" className="text-xl">
        {i18n.t('Send again')}
      </h2>
      <ul className="flex flex-col rounded-lg border border-line bg-surface">
        {people.map((person) => (
          <li key={person.payment_id} className="border-line not-first:border-t">
            <a {...resend(person)} className={ROW}>
              <span aria-hidden="true" className={AVATAR}>
                {initialOf(person.name)}
                <Flag country={person.country} height={14} className="absolute -right-1 -bottom-0.5" />
              </span>
              <span className="beside">
                <span className="block font-bold">
                  <span className="sr-only">{i18n.t('Send again to')} </span>
                  {person.name}
                </span>
                <span className="flex flex-wrap justify-between gap-x-3 text-muted">
                  <span>{networkOf(person)}</span>
                  <span className="tabular-nums">
                    <span className="sr-only">{i18n.t('last sent')} </span>
                    {formatMinor(person.amount, person.currency)}
                  </span>
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROW = 'flex min-h-16 flex-wrap items-center gap-x-3 px-3 py-2 hover:bg-sunken'
const AVATAR =
  'relative flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-extrabold text-warn'

function networkOf({ country, network }: PaidPerson): string {
  return NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label ?? network
}
