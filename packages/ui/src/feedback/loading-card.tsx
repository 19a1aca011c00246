import * as i18n from '@sesa/contract/i18n'
import { Card } from '../layout/card.tsx'
import { Skeleton } from './skeleton.tsx'

/** Renders a card in place of content that is loading, and announces it. */
export function LoadingCard({ lines }: { lines: number }) {
  return (
    <Card>
      <Skeleton lines={lines} />
      <p role="status" className="sr-only">
        {i18n.t('Loading')}
      </p>
    </Card>
  )
}
