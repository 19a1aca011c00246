import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { calls, type RateAlert } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { CheckIcon } from '@sesa/ui/art/icon.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { AlertForm } from './alert-form.tsx'
import { corridorText, whenText } from './form-schema.ts'

/** Lists the customer's rate alerts, with a form for a new one. `?from=LR&to=GH` preselects the countries. */
export default function RateAlertsPage() {
  const { user } = useSession()
  const [search] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  /** The alert that was just set. */
  const [fresh, setFresh] = useState<string | null>(null)
  const owner = user?.uid ?? ''
  const listKey = ['rate-alerts', owner]
  const query = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi(calls.listRateAlerts, { signal }),
  })
  const state = useLoadState(query)
  const { data } = query
  return (
    <Page
      title={i18n.t('Rate alerts')}
      hasError={hasErrors}
      lead={i18n.t('We tell you when our exchange rate gets where you want it.')}
    >
      <LoadTrouble what={i18n.t('your rate alerts')} state={state} />
      {!data && state.loading && <LoadingCard lines={6} />}
      {data && <Alerts alerts={data.alerts} {...{ listKey, fresh }} />}
      {data && data.rates.length > 0 && (
        <section aria-labelledby="new-alert" className="flex flex-col gap-4">
          <h2 id="new-alert" className="text-2xl">
            {i18n.t('New alert')}
          </h2>
          <AlertForm
            key={fresh}
            {...{ owner, listKey }}
            rates={data.rates}
            preselected={`${search.get('from') ?? ''}-${search.get('to') ?? ''}`}
            onErrors={setHasErrors}
            onSaved={({ id }) => setFresh(id)}
          />
        </section>
      )}
      <p className="text-muted">
        {rich(i18n.t('Choose email or push in <link>Notifications</link>.'), {
          link: (text) => <TextLink href={paths.notifications}>{text}</TextLink>,
        })}
      </p>
    </Page>
  )
}

interface AlertsProps {
  alerts: readonly RateAlert[]
  listKey: readonly string[]
  fresh: string | null
}

function Alerts({ alerts, listKey, fresh }: AlertsProps) {
  const client = useQueryClient()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const remove = async (id: string) => {
    setBusy(id)
    setFailure(null)
    const { error } = await tryCall(calls.deleteRateAlert, { params: { id } })
    // If it is already gone, the result is as wanted.
    if (error && error.code !== 'not_found') setFailure(error.message)
    else {
      await client.invalidateQueries({ queryKey: listKey })
      toast(i18n.t('Alert deleted'))
      // The pressed button is gone.
      heading.current?.focus()
    }
    setBusy(null)
  }
  return (
    <section aria-labelledby="alerts" className="flex flex-col gap-4">
      <h2 id="alerts" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {i18n.t('Your alerts')}
      </h2>
      {failure !== null && (
        <Notice tone="error" title={i18n.t('We couldn’t delete the alert')}>
          {failure}
        </Notice>
      )}
      {alerts.length === 0 && <p className="text-muted">{i18n.t('No alerts yet')}</p>}
      {alerts.length > 0 && (
        <ul className="flex flex-col gap-3">
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              {...{ alert }}
              isNew={alert.id === fresh}
              busy={busy === alert.id}
              onDelete={() => void remove(alert.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface AlertRowProps {
  alert: RateAlert
  isNew: boolean
  busy: boolean
  onDelete: () => void
}

/** Renders an alert. A new one comes into view and takes the focus, which also announces it. */
function AlertRow({ alert, isNew, busy, onDelete }: AlertRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNew) return
    row.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'center' })
  }, [isNew])
  return (
    <li ref={row} tabIndex={-1}>
      <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {isNew && (
            <p className="flex items-center gap-2 font-semibold text-ok">
              <CheckIcon /> {i18n.t('Alert set')}
            </p>
          )}
          <p className="font-bold">{corridorText(alert)}</p>
          <p className="tabular-nums">{noWrap(whenText(alert))}</p>
          {!alert.armed && (
            <p className="text-muted">{i18n.t('Sent. It comes again after the rate moves 1% back.')}</p>
          )}
        </div>
        <Button
          variant="secondary"
          busy={busy}
          busyLabel={i18n.t('Deleting')}
          aria-label={i18n.t('Delete the alert from {countries}, {when}', {
            countries: corridorText(alert),
            when: whenText(alert),
          })}
          onClick={onDelete}
        >
          {i18n.t('Delete')}
        </Button>
      </Card>
    </li>
  )
}
