import { paths } from '../../lib/paths.ts'
import { LostArt } from '../../ui/art/art.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'

type FailurePageProps =
  | { kind: 'unknown' }
  | { kind: 'unpaid'; message: string }
  | { kind: 'checking'; message: string | null }
  | { kind: 'unreached'; message: string; onRetry: () => void }

/**
 * There is no transfer to show: an unknown one, one that was not paid by the card provider's own word, one whose payment
 * is still being checked, or no answer.
 */
export function FailurePage(props: FailurePageProps) {
  switch (props.kind) {
    case 'unknown':
      return (
        <Page title="Payment Failed">
          <EmptyState
            art={<LostArt />}
            title="There is no such payment in your account"
            action={<ButtonLink href={paths.dashboard}>Go to your transactions</ButtonLink>}
          >
            The address may be incomplete, or the payment may belong to another account. Everything you have
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
    case 'checking':
      return (
        <Page title="Checking Payment Status" {...(props.message !== null && { lead: props.message })}>
          <div role="status">
            <Notice tone="warn" title="We’re checking your payment with the card provider">
              Don’t pay again. This page checks by itself and shows the result as soon as we know it.
            </Notice>
          </div>
          <ButtonRow>
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
            action={<Button onClick={props.onRetry}>Ask again</Button>}
          >
            {props.message} If your card was charged, the transfer continues without this page.
          </Notice>
        </Page>
      )
  }
}
