import { paths } from '../../lib/paths.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { KenteStrip } from '../../ui/art/kente-strip.tsx'
import type { LoginState } from '../rendered-page.ts'
import { RibbonArt } from './ribbon-art.tsx'

/** The first screen: one promise, one button. */
export function Hero({ session }: { session: LoginState }) {
  return (
    <section className="on-deep overflow-hidden">
      <div className="mx-auto grid max-w-288 items-center gap-8 px-4 pt-12 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-4">
        <div className="flex flex-col items-start gap-6 md:py-24">
          <h1 className="text-4xl font-extrabold sm:text-5xl lg:text-6xl">
            <span className="block">Send money home.</span>{' '}
            <span className="block">It lands on their phone.</span>
          </h1>
          <p className="max-w-[44ch] text-xl text-on-deep-muted">
            Pay by card. They get mobile money in Liberia, Ghana or Sierra Leone. You see exactly what arrives
            before you pay.
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink href={paths.sendMoney} variant="accent" size="lg">
              Send Money
            </ButtonLink>
            {session === 'out' && (
              <TextLink href={paths.signIn} className="inline-flex min-h-12 items-center text-on-deep">
                Sign in
              </TextLink>
            )}
          </div>
        </div>
        <RibbonArt className="mx-auto -mb-1 w-full max-w-120 self-end overflow-visible" />
      </div>
      <KenteStrip />
    </section>
  )
}
