import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'

export function Loading() {
  return (
    <Card>
      <Skeleton lines={6} />
      <p role="status" className="sr-only">
        Loading
      </p>
    </Card>
  )
}
