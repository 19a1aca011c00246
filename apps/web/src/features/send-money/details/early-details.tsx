import { COUNTRIES, NETWORKS, type CountryCode } from '@sesa/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { emptyValues } from '../draft/values.ts'
import { DetailsStep } from './details-step.tsx'
import { useDetails, type DetailsConfig } from './use-details.ts'

/** Server settings assumed by the build: no limits, and every network open. */
const BEFORE_SETTINGS: DetailsConfig = {
  countries: COUNTRIES.map((country) => ({ ...country })),
  corridors: [],
  networks: NETWORKS.map((network) => ({
    ...network,
    prefixes: [...network.prefixes],
    enabled: true,
    reason: null,
    senderDetails: false,
    minimum: null,
    maximum: null,
    usually: null,
  })),
  deliveryMinutes: 0,
}

const nothing = () => undefined

/**
 * Renders step 1 of Send Money in its document before any script runs: the same form, empty, without rate, limits or
 * recipients. Build time only.
 */
export function EarlyDetails({ sender }: { sender: CountryCode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <EarlyStep sender={sender} />
    </QueryClientProvider>
  )
}

function EarlyStep({ sender }: { sender: CountryCode }) {
  const { corridors, networks } = BEFORE_SETTINGS
  const form = useDetails({
    terms: { sender, corridors, networks, allowance: null },
    initial: emptyValues(sender),
    ready: () => Promise.resolve(null),
    onSubmit: () => Promise.resolve(undefined),
  })
  return (
    <DetailsStep
      {...{ form, sender }}
      owner=""
      config={BEFORE_SETTINGS}
      allowance={null}
      origin="draft"
      unfinished={null}
      conflict={null}
      paidId={null}
      asked={{ key: '', count: 0 }}
      refusedFor=""
      onUnfinished={nothing}
      onTakeTheirs={nothing}
      onKeepMine={nothing}
    />
  )
}
