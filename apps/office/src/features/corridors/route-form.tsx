import * as v from 'valibot'
import { NETWORKS } from '@sesa/contract'
import { officeCalls, type Approval, type RailsOverview } from '@sesa/contract/office'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { countryName } from '../../lib/words.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'

const keyOf = ({ country, value }: (typeof NETWORKS)[number]) => `${country}/${value}`
const CHOICES = ['first', 'second', 'third', 'fourth'] as const
const LABELS = {
  first: 'First choice',
  second: 'Second choice',
  third: 'Third choice',
  fourth: 'Fourth choice',
}
const networks = NETWORKS.map((one) => ({
  value: keyOf(one),
  label: `${countryName(one.country)}, ${one.label}`,
}))

const schema = v.pipe(
  v.object({
    network: v.picklist(NETWORKS.map(keyOf), 'Choose a network.'),
    first: v.pipe(v.string(), v.minLength(1, 'Choose the first rail.')),
    second: v.string(),
    third: v.string(),
    fourth: v.string(),
    reason: reasonSchema,
  }),
  v.forward(
    v.check(({ first, second, third, fourth }) => {
      const named = [first, second, third, fourth].filter((rail) => rail !== '')
      return new Set(named).size === named.length
    }, 'Choose each rail only once.'),
    ['second'],
  ),
)

interface RouteFormProps {
  overview: RailsOverview
  onAsked: (approval: Approval) => void
}

/** Asks to pay out to a network by other rails, or in another order. */
export function RouteForm({ overview: { routes, rails }, onAsked }: RouteFormProps) {
  const form = useChange({
    schema,
    initial: { network: '', first: '', second: '', third: '', fourth: '', reason: '' },
    idPrefix: 'route-',
    ask: ({ network, first, second, third, fourth, reason }) => {
      const found = NETWORKS.find((one) => keyOf(one) === network) ?? NETWORKS[0]
      if (found === undefined) throw new Error('There are no networks')
      return tryCall(officeCalls.requestRoute, {
        body: {
          to: { country: found.country, network: found.value },
          rails: [first, second, third, fourth].filter((rail) => rail !== ''),
          reason,
        },
      })
    },
    onAsked,
  })
  const choose = (network: string) => {
    const its = routes.filter((one) => `${one.country}/${one.network}` === network).map(({ rail }) => rail)
    const [first = '', second = '', third = '', fourth = ''] = its
    form.setValues({ ...form.values, network, first, second, third, fourth })
  }
  const options = rails.map(({ rail, isSetUp }) => ({
    value: rail,
    label: isSetUp ? rail : `${rail} (not set up)`,
  }))
  const network = form.field('network')
  return (
    <ChangeForm title="Routing order" form={form} reason={form.field('reason')}>
      <SelectField
        label="Network"
        placeholder="Choose a network"
        options={networks}
        {...network}
        onChange={choose}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {CHOICES.map((choice) => (
          <SelectField
            key={choice}
            label={LABELS[choice]}
            options={[{ value: '', label: 'None' }, ...options]}
            {...form.field(choice)}
          />
        ))}
      </div>
    </ChangeForm>
  )
}
