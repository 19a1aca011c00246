import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import SignInPage from '../features/sign-in/page.tsx'
import type { RenderedEarlyForm } from '../lib/rendered-early-form.ts'
import { paths, withTo } from '../lib/paths.ts'

/** A form that a document holds before any script runs. */
interface EarlyForm extends Pick<RenderedEarlyForm, 'name' | 'for'> {
  readonly content: () => ReactNode
}

/**
 * The documents with an early form, by their whole address. They hold nothing personal, so they are built
 * ahead. Any other query, such as `with=email`, gets the document without a form.
 */
const EARLY_FORMS: Readonly<Record<string, EarlyForm>> = {
  [paths.signIn]: signIn(() => <SignInPage variant="sign-in" />),
  [withTo(paths.signIn, paths.sendMoney.slice(1))]: signIn(() => <SignInPage variant="sign-in" />),
  [paths.phoneSignIn]: signIn(() => <SignInPage variant="phone" />),
}

function signIn(content: () => ReactNode): EarlyForm {
  return { name: 'sign-in', for: 'signedOut', content }
}

/** Renders every early form, by the address of its document. Build time only. */
export function renderEarlyForms(): Readonly<Record<string, RenderedEarlyForm>> {
  const rendered = Object.entries(EARLY_FORMS).map(([address, form]) => {
    const html = renderToStaticMarkup(
      <html lang="en">
        <head />
        <body>
          <StaticRouter location={address}>{form.content()}</StaticRouter>
        </body>
      </html>,
    )
    const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    return [
      address,
      {
        name: form.name,
        for: form.for,
        title: part(/<title>(.*?)<\/title>/s),
        body: part(/<body>(.*)<\/body>/s),
      },
    ] as const
  })
  return Object.fromEntries(rendered)
}
