import { paths } from '../../lib/paths.ts'
import { LostArt } from '../../ui/art.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

type FailurePageProps =
  | { kind: 'unknown' }
  | { kind: 'unpaid'; message: string }
  | { kind: 'unreached'; message: string; onRetry: () => void }

/** There is no transfer to show: an unknown one, one that was never paid, or no answer. */
export function FailurePage(props: FailurePageProps) {
  switch (props.kind) {
    case 'unknown':
      return (
        <Page title="Transfer not found">
          <EmptyState
            art={<LostArt />}
            title="There is no such transfer in your account"
            action={<ButtonLink href={paths.dashboard}>Go to your transactions</ButtonLink>}
          >
            The address may be incomplete, or the transfer may belong to another account. Everything you have
            sent is in your transactions.
          </EmptyState>
        </Page>
      )
    case 'unpaid':
      return (
        <Page title="Payment Failed">
          <Notice tone="error" title={props.message}>
            Your card was not charged and nothing was sent. What you typed is kept.
          </Notice>
          <ButtonRow>
            <ButtonLink href={`${paths.sendMoney}?step=overview`} size="lg">
              Try again
            </ButtonLink>
            <ButtonLink href={paths.dashboard} size="lg" variant="secondary">
              Back to transactions
            </ButtonLink>
          </ButtonRow>
        </Page>
      )
    case 'unreached':
      return (
        <Page title="Status not known yet">
          <Notice
            tone="error"
            title="We could not ask how your payment is doing"
            action={<Button onClick={props.onRetry}>Try again</Button>}
          >
            {props.message} If your card was charged, the transfer goes on without this page.
          </Notice>
        </Page>
      )
  }
}
