import { useQueryClient } from '@tanstack/react-query'
import {
  calls,
  RATE_ALERT_KINDS,
  type CorridorRate,
  type RateAlert,
  type RateAlertKind,
} from '@sesa/contract'
import { formatUsualRate } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { deviceZone } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Amount } from './amount.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import {
  alertSchema,
  corridorKey,
  corridorText,
  rateOf,
  suggestion,
  type AlertValues,
} from './form-schema.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'

const alertFormMemory = formMemory<AlertValues>()

const KIND_LABELS: Readonly<Record<RateAlertKind, string>> = {
  at_or_above: i18n.t('When they get more'),
  at_or_below: i18n.t('When they get less'),
  daily: i18n.t('Every day'),
}

interface AlertFormProps {
  owner: string
  rates: readonly CorridorRate[]
  /** Corridor in the address, as `corridorKey` writes it. */
  preselected: string
  listKey: readonly string[]
  onErrors: (hasErrors: boolean) => void
  onSaved: (alert: RateAlert) => void
}

/** Renders the form for a rate alert. */
export function AlertForm({ owner, rates, preselected, listKey, onErrors, onSaved }: AlertFormProps) {
  const client = useQueryClient()
  const find = (key: string) => rates.find((each) => corridorKey(each) === key)
  const first = find(preselected) ?? rates[0]
  const start: AlertValues = {
    corridor: first ? corridorKey(first) : '',
    kind: 'at_or_above',
    threshold: suggestion(first, 'at_or_above'),
  }
  const zone = deviceZone()
  const form = useRememberedForm({
    keeper: alertFormMemory,
    uid: owner,
    onErrors,
    schema: alertSchema(rates, zone),
    initial: start,
    onSubmit: async (body) => {
      const { data, error } = await tryCall(calls.createRateAlert, { body })
      if (error) return error
      alertFormMemory.forget()
      await client.invalidateQueries({ queryKey: listKey })
      onSaved(data.alert)
      return null
    },
    fieldOf: { from: 'corridor', to: 'corridor' },
  })
  const { values } = form
  const corridor = find(values.corridor)
  const today = corridor && rateOf(corridor)
  /** Suggests a new amount for a changed choice, unless the customer has typed one. */
  const choose = (change: Partial<AlertValues>) => {
    const untouched = values.threshold === suggestion(corridor, values.kind)
    const next = { ...values, ...change }
    form.setValues({
      ...change,
      ...((untouched || values.threshold === '') && {
        threshold: suggestion(find(next.corridor), next.kind),
      }),
    })
  }
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <SelectField
          {...form.field('corridor')}
          label={i18n.t('Countries')}
          options={rates.map((each) => ({ value: corridorKey(each), label: corridorText(each) }))}
          onChange={(key) => choose({ corridor: key })}
        />
        <div role="status">
          <p className="text-muted">{i18n.t('Today’s rate')}</p>
          <p className="text-xl font-bold tabular-nums">
            {today ? formatUsualRate(today) : i18n.t('Not available now')}
          </p>
        </div>
        <RadioGroup
          {...form.field('kind')}
          label={i18n.t('Tell me')}
          options={RATE_ALERT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          onChange={(kind) => choose({ kind })}
        />
        {values.kind !== 'daily' && corridor && (
          <Amount field={form.field('threshold')} kind={values.kind} {...{ corridor }} />
        )}
        <p className="text-muted">
          {i18n.t(
            'At most one alert a day, never between 21:00 and 8:00. Rates change, so you’ll see the rate again before you pay.',
          )}
        </p>
        <div>
          <Button
            type="submit"
            size="lg"
            busy={form.busy}
            busyLabel={i18n.t('Saving')}
            className="max-sm:w-full"
          >
            {i18n.t('Set alert')}
          </Button>
        </div>
      </Card>
    </form>
  )
}
