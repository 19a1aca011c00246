import * as i18n from '@sesa/contract/i18n'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths } from '../../lib/paths.ts'

/** Renders the message when the link's secret is missing: after a reload, or when the address was truncated. */
export function NoToken() {
  return (
    <Notice
      tone="warn"
      title={i18n.t('Open the link in the email again')}
      action={
        <ButtonLink href={paths.dashboard} variant="secondary">
          {i18n.t('Go to your account')}
        </ButtonLink>
      }
    >
      {i18n.t('If the link doesn’t open, copy and paste the whole address.')}
    </Notice>
  )
}
