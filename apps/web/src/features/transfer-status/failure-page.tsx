import * as i18n from '@sesa/contract/i18n'
import { LostArt } from '@sesa/ui/art/art.tsx'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { paths } from '../../lib/paths.ts'
import { UNPAID } from '../../lib/money-words.ts'

type FailurePageProps = {
  /** True for a payment by mobile money. */
  byPhone?: boolean
} & (
  | { kind: 'unknown' }
  | { kind: 'unpaid'; message: string }
  | { kind: 'checking'; message: string | null }
  | { kind: 'unreached'; message: string; onRetry: () => void }
)

/**
 * Renders the page without a transfer to show: it is unknown, the card provider reports that it was not paid, its
 * payment is still being checked, or no answer arrived.
 */
export function FailurePage(props: FailurePageProps) {
  switch (props.kind) {
    case 'unknown':
      return (
        <Page title={i18n.t('Payment Failed')}>
          <EmptyState
            art={<LostArt />}
            title={i18n.t('We can’t find this payment')}
            action={<ButtonLink href={paths.dashboard}>{i18n.t('Go to your transactions')}</ButtonLink>}
          >
            {i18n.t(
              'The address may be incomplete, or the payment may belong to another account. Everything you’ve sent is in your transactions.',
            )}
          </EmptyState>
        </Page>
      )
    case 'unpaid':
      return (
        <Page title={i18n.t('Payment Failed')}>
          <Notice tone="error" title={props.message}>
            {UNPAID}
          </Notice>
          <ButtonRow>
            <ButtonLink href={`${paths.sendMoney}?step=overview`} size="lg">
              {i18n.t('Try again')}
            </ButtonLink>
            <ButtonLink href={paths.dashboard} size="lg" variant="secondary">
              {i18n.t('Back to transactions')}
            </ButtonLink>
          </ButtonRow>
        </Page>
      )
    case 'checking':
      return (
        <Page
          title={i18n.t('Checking Payment Status')}
          {...(props.message !== null && { lead: props.message })}
        >
          <div role="status">
            <Notice
              tone="warn"
              title={
                props.byPhone
                  ? i18n.t('We’re checking your payment with your network')
                  : i18n.t('We’re checking your payment')
              }
            >
              {i18n.t(
                'Don’t pay again. This page checks by itself and shows the result as soon as we know it.',
              )}
            </Notice>
          </div>
          <ButtonRow>
            <ButtonLink href={paths.dashboard} size="lg" variant="secondary">
              {i18n.t('Back to transactions')}
            </ButtonLink>
          </ButtonRow>
        </Page>
      )
    case 'unreached':
      return (
        <Page title={i18n.t('Status not known yet')}>
          <Notice
            tone="error"
            title={i18n.t('We can’t check your payment right now')}
            action={<Button onClick={props.onRetry}>{i18n.t('Check again')}</Button>}
          >
            {props.byPhone
              ? i18n.t('{message} If you approved it, your transfer continues. You can close this page.', {
                  message: props.message,
                })
              : i18n.t('{message} If you paid, your transfer continues. You can close this page.', {
                  message: props.message,
                })}
          </Notice>
        </Page>
      )
  }
}
