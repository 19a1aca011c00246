import { useQueries } from '@tanstack/react-query'
import { officeCalls } from '@sesa/contract/office'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { callOffice } from '../../lib/api.ts'
import { countryName } from '../../lib/words.ts'
import { SETTLED_MS } from '../../parts/policy/use-draft.ts'
import { placeKey, type changedPlaces } from './limit-matrix.ts'
import { useSettled } from '../../lib/use-settled.ts'

type Changed = ReturnType<typeof changedPlaces>

/** How many customers have already sent more than changed limits allow. */
export function Impact({ changed }: { changed: Changed }) {
  const [settled] = useSettled(changed, SETTLED_MS, JSON.stringify(changed))
  const tried = useQueries({
    queries: settled.map(({ place: { tier, sender }, limits }) => ({
      queryKey: ['tier-limits', 'tried', tier, sender, limits],
      queryFn: () => callOffice(officeCalls.tryTierLimits, { body: { tier, sender, ...limits } }),
    })),
  })
  if (settled.length === 0) return null
  return (
    <Notice title="What this changes">
      <ul>
        {settled.map(({ place }, index) => (
          <li key={placeKey(place)}>
            {`Tier ${place.tier}, ${countryName(place.sender, 'every country')}: `}
            {wordsOf(tried[index])}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function wordsOf(
  tried: { data?: { above: number; isMore: boolean } | undefined; isError: boolean } | undefined,
) {
  if (tried?.isError) return 'we couldn’t count the customers. Change a limit to try again.'
  if (tried?.data === undefined) return 'counting customers.'
  const { above, isMore } = tried.data
  if (above === 0) return 'no customer is above the new limits.'
  if (above === 1) return '1 customer is above the new limits.'
  return `${above.toLocaleString('en-US')}${isMore ? '+' : ''} customers are above the new limits.`
}
