import { useQuery } from '@tanstack/react-query'
import { calls, cardLabel } from '@sesa/contract'
import { callApi } from '../../../lib/api/api.ts'

/** Names the saved card that Pay charges. Shows nothing for a new card, or while the name is not known. */
export function SavedCardName({ cardId }: { cardId: string | null }) {
  const { data } = useQuery({
    queryKey: ['cards'],
    queryFn: ({ signal }) => callApi(calls.listCards, { signal }),
    enabled: cardId !== null,
    retry: false,
  })
  const card = data?.cards.find(({ id }) => id === cardId)
  if (!card) return null
  return (
    <p id="pay-card" className="tabular-nums">
      <span className="sr-only">with </span>
      {cardLabel(card)}
    </p>
  )
}
