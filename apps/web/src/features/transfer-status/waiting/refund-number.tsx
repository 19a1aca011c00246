import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, formatPhone, type NetworkValue, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { tryCall } from '../../../lib/api/api.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { guessedNetwork, methodsOf, networksOf } from '../../../lib/ways-to-pay.ts'
import { isMaskOf, usePayerNumbers } from '../../../lib/payer-numbers.ts'
import { useSession } from '../../../lib/session/session.ts'
import { withStepUp } from '../../../lib/session/step-up.ts'
import { useOnline } from '../../../lib/use-online.ts'

const AddPayerNumber = lazy(() => loadCode(() => import('../../verification/add-payer-number.tsx')))

/** Asks where to send a refund that the wallet that paid does not take, and then says where it goes. */
export default function RefundNumber({ detail }: { detail: TransferDetail }) {
  const { asksRefundNumber: asks } = detail.pay
  const { amount, currency } = detail.charge
  const [said, setSaid] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (said !== null) box.current?.focus()
  }, [said])
  if (!asks && said === null) return null
  return (
    <div ref={box} tabIndex={-1}>
      {asks ? (
        <Card className="flex flex-col gap-5">
          <h2 className="text-2xl">
            {noWrap(i18n.t('Where should we refund {amount}?', { amount: formatMinor(amount, currency) }))}
          </h2>
          <NumberForm detail={detail} onDone={setSaid} />
        </Card>
      ) : (
        <Notice tone="ok" title={said ?? ''} />
      )}
    </div>
  )
}

interface NumberFormProps {
  detail: TransferDetail
  /** Called with what happens now. */
  onDone: (said: string) => void
}

function NumberForm({ detail, onDone }: NumberFormProps) {
  const { payment_id, pay, sender_country, charge } = detail
  const { config } = useSession()
  const queries = useQueryClient()
  const online = useOnline()
  const list = usePayerNumbers()
  const state = useLoadState(list)
  const [picked, setPicked] = useState<string | null>(null)
  const [named, setNamed] = useState<NetworkValue | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const networks = config ? networksOf(methodsOf(config, sender_country)) : []
  const own = (list.data?.numbers ?? []).map((one) => one.phone)
  const payers = own.filter((one) => isMaskOf(pay.phone, one))
  // The number that paid is known only masked: two that look the same both stay.
  const numbers = payers.length === 1 ? own.filter((one) => one !== payers[0]) : own
  const phone = picked ?? (numbers.length === 1 ? (numbers[0] ?? null) : null)
  const guessed = phone === null ? null : guessedNetwork(sender_country, phone)
  const network = networks.find((one) => one.network === (named ?? guessed))
  const amount = formatMinor(charge.amount, charge.currency)

  const pick = (next: string) => {
    setPicked(next)
    setNamed(null)
    setMissing(false)
    setFailure(null)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (phone === null || !network) {
      setMissing(true)
      document.getElementById(phone === null ? 'refund-number' : 'refund-network')?.focus()
      return
    }
    setBusy(true)
    setFailure(null)
    const to = { network: network.network, phone }
    const { data, error } = await withStepUp(() =>
      tryCall(calls.setRefundNumber, { params: { payment_id }, body: to }),
    )
    setBusy(false)
    if (error) return setFailure(error.message)
    onDone(
      i18n.t('We’ll refund {amount} to {network}, {number}.', {
        amount,
        network: network.label,
        number: formatPhone(phone),
      }),
    )
    // An answer on its way may still ask. The next one has the refund's own words.
    const queryKey = ['transfer', payment_id]
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<TransferDetail>(queryKey, (before) => before && { ...before, pay: data.pay })
    await queries.invalidateQueries({ queryKey })
  }

  if (!list.data && state.loading) return <Skeleton lines={4} />
  return (
    <>
      <LoadTrouble what={i18n.t('your numbers')} state={state} />
      {list.data && (
        <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
          {numbers.length > 0 && (
            <>
              <RadioGroup
                id="refund-number"
                label={i18n.t('Your number')}
                value={phone ?? ''}
                onChange={pick}
                disabled={busy}
                options={numbers.map((one) => ({ value: one, label: formatPhone(one) }))}
                {...(isMissing && phone === null && { error: i18n.t('Choose a number.') })}
              />
              {phone !== null && (
                <SelectField
                  id="refund-network"
                  label={i18n.t('Your mobile network')}
                  placeholder={i18n.t('Choose your network')}
                  value={network?.network ?? ''}
                  onChange={setNamed}
                  disabled={busy}
                  options={networks.map((one) => ({ value: one.network, label: one.label }))}
                  {...(isMissing && !network && { error: i18n.t('Choose your mobile network.') })}
                />
              )}
            </>
          )}
          {failure !== null && <Notice tone="error" title={failure} />}
          <ButtonRow>
            {numbers.length > 0 && (
              <Button type="submit" busy={busy} busyLabel={i18n.t('Saving')} disabled={!online || isAdding}>
                {i18n.t('Refund to this number')}
              </Button>
            )}
            {!isAdding && (
              <Button
                variant={numbers.length === 0 ? 'primary' : 'secondary'}
                disabled={busy}
                onClick={() => setAdding(true)}
              >
                {i18n.t('Another number of mine')}
              </Button>
            )}
          </ButtonRow>
        </form>
      )}
      {isAdding && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <AddPayerNumber
            onCancel={() => setAdding(false)}
            onAdded={(added) => {
              setAdding(false)
              pick(added)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
