import * as i18n from '@sesa/contract/i18n'
import { TextLink } from '@sesa/ui/button.tsx'

const WORDS = {
  code: [i18n.t('In the sandbox no SMS is sent: the code arrives on'), i18n.t('the sandbox’s phones')],
  mail: [i18n.t('In the sandbox no email is sent: it arrives in'), i18n.t('the sandbox’s mailbox')],
} as const

/** Explains where codes and emails arrive in the sandbox, which sends no real messages. */
export function SandboxHint({ what = 'code' }: { what?: keyof typeof WORDS }) {
  const [text, place] = WORDS[what]
  return (
    <p className="text-muted">
      {text}{' '}
      <TextLink href="/sandbox" target="_blank" rel="noopener">
        {place}
        <span className="sr-only"> {i18n.t('(opens in a new tab)')}</span>
      </TextLink>
      .
    </p>
  )
}
