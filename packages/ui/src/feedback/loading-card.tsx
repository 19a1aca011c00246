import * as i18n from '../i18n.ts'
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
