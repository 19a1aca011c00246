import * as i18n from '@sesa/contract/i18n'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { LANGUAGES } from './languages.ts'

/**
 * Renders the choice of a language, unless English is the only one. Drafts are in it only in a sandbox. The document's
 * first script reads the choice, which stays on this device, so the page loads again.
 */
export default function LanguageChoice({ isSandbox }: { isSandbox: boolean }) {
  const offered = LANGUAGES.filter(({ draft }) => !draft || isSandbox)
  if (offered.length === 1) return null
  const chosen = LANGUAGES.find(({ code }) => code === document.documentElement.lang) ?? LANGUAGES[0]
  return (
    <SelectField
      id="language"
      label={i18n.t('Language')}
      hint={i18n.t('Legal texts, receipts, emails and text messages stay in English.')}
      value={chosen.code}
      options={offered.map(({ code, name, draft }) => ({
        value: code,
        label: draft ? i18n.t('{name} (draft)', { name }) : name,
      }))}
      onChange={(code) => {
        try {
          localStorage.setItem('sesa-language', code === 'en' ? '' : code)
        } catch {
          // Without storage, the page stays in English.
        }
        location.reload()
      }}
    />
  )
}
