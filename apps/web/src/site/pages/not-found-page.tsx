import { LostArt } from '@sesa/ui/art/art.tsx'
import { ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import type { LoginState } from '../rendered-page.ts'

const LOOKED_FOR: Readonly<Record<LoginState, readonly (readonly [path: string, name: string])[]>> = {
  in: [
    [paths.dashboard, 'Your transactions'],
    [paths.profile, 'Your profile'],
    [paths.helpMobileMoney, 'How money arrives'],
    [paths.contact, 'Contact us'],
  ],
  out: [
    [paths.signIn, 'Sign in'],
    [paths.howItWorks, 'How it works'],
    [paths.helpMobileMoney, 'How money arrives'],
    [paths.contact, 'Contact us'],
  ],
}

/** Renders the page for an unknown address. */
export function NotFoundPage({ session }: { session: LoginState }) {
  return (
    <div className="mx-auto flex max-w-160 flex-col items-center gap-6 px-4 py-16 text-center sm:py-24">
      <LostArt />
      <h1 className="text-4xl">Page not found</h1>
      <p className="text-lg text-muted">
        There is no page at this address. Your money and your transfers are where you left them.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={paths.home}>Go to the home page</ButtonLink>
        <ButtonLink href={paths.sendMoney} variant="secondary">
          Send Money
        </ButtonLink>
      </div>
      <nav aria-label="Popular pages">
        <ul className="flex flex-wrap justify-center gap-x-6">
          {LOOKED_FOR[session].map(([path, name]) => (
            <li key={path}>
              <TextLink href={path} className="inline-flex min-h-12 items-center">
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
