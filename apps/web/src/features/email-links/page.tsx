import { ForgotPasswordPage } from './forgot-page.tsx'
import { ResetPasswordPage } from './reset-page.tsx'
import { UndoEmailPage } from './undo-page.tsx'
import { VerifyEmailPage } from './verify-page.tsx'

const PAGES = {
  forgot: ForgotPasswordPage,
  reset: ResetPasswordPage,
  verify: VerifyEmailPage,
  undo: UndoEmailPage,
}

/** Renders the pages for the links in our emails. */
export default function EmailLinkPage({ kind }: { kind: keyof typeof PAGES }) {
  const Page = PAGES[kind]
  return <Page />
}
