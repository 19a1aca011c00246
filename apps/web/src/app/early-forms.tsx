import { COUNTRIES } from '@sesa/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { EarlyDetails } from '../features/send-money/details/early-details.tsx'
import SignInPage from '../features/sign-in/page.tsx'
import type { RenderedEarlyForm } from '../lib/rendered-early-form.ts'
import { paths, withTo } from '../lib/paths.ts'

/** A form that a document contains before any script runs. */
interface EarlyForm extends Pick<RenderedEarlyForm, 'name' | 'for'> {
  /** The full address of its document. */
  readonly address: string
  readonly content: () => ReactNode
}

/**
 * The documents with an early form, by their full address. They contain nothing personal, so they are built in advance.
 * Any other query, such as `with=email`, gets the document without a form.
 */
const EARLY_FORMS: readonly EarlyForm[] = [
  signIn(paths.signIn, <SignInPage variant="sign-in" />),
  signIn(withTo(paths.signIn, paths.sendMoney.slice(1)), <SignInPage variant="sign-in" />),
  signIn(paths.phoneSignIn, <SignInPage variant="phone" />),
  ...COUNTRIES.map(({ code }): EarlyForm => ({
    address: paths.sendMoney,
    name: 'send-money',
    for: code,
    content: () => <EarlyDetails sender={code} />,
  })),
]

function signIn(address: string, page: ReactNode): EarlyForm {
  return { address, name: 'sign-in', for: 'signedOut', content: () => page }
}

/** Renders every early form. Build time only. */
export function renderEarlyForms(): readonly (RenderedEarlyForm & { readonly address: string })[] {
  return EARLY_FORMS.map((form) => {
    const html = renderToStaticMarkup(
      <html lang="en">
        <head />
        <body>
          <StaticRouter location={form.address}>{form.content()}</StaticRouter>
        </body>
      </html>,
    )
    const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const { address, name } = form
    return {
      ...{ address, name, for: form.for },
      title: part(/<title>(.*?)<\/title>/s),
      body: part(/<body>(.*)<\/body>/s),
    }
  })
}
