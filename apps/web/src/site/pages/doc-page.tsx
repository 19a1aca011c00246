import type { ReactNode } from 'react'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { paths } from '../../lib/paths.ts'
import type { LoginState } from '../rendered-page.ts'

interface DocPageProps {
  title: string
  lead: ReactNode
  art?: ReactNode
  children: ReactNode
}

/** Renders the frame of every public page except the landing page: a title band, then the sections. */
export function DocPage({ title, lead, art, children }: DocPageProps) {
  return (
    <>
      <header className="on-deep">
        <div className="mx-auto flex max-w-288 items-center justify-between gap-10 px-4 py-12 sm:px-6 md:py-16">
          <div>
            <h1 className="text-4xl font-extrabold sm:text-5xl">{title}</h1>
            <p className="mt-4 max-w-[52ch] text-xl text-on-deep-muted">{lead}</p>
          </div>
          {art && <div className="hidden shrink-0 md:block">{art}</div>}
        </div>
        <KenteStrip />
      </header>
      {children}
    </>
  )
}

/** Renders a text column, for pages that explain one topic. */
export function Reading({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex max-w-288 flex-col gap-12 px-4 py-12 sm:px-6 md:py-16">{children}</div>
}

/** Renders a heading with its text. */
export function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-[65ch] flex-col gap-3 text-lg">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

/** Renders a bulleted list. */
export function Points({ points }: { points: readonly ReactNode[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-kola">
      {points.map((point, index) => (
        <li key={index}>{point}</li>
      ))}
    </ul>
  )
}

/** Renders the last section of a page: the next step to take. */
export function NextStep({ session, title, text }: { session: LoginState; title: string; text: string }) {
  const signedIn = session === 'in'
  return (
    <section className="bg-accent text-on-accent">
      <div className="mx-auto flex max-w-288 flex-col items-start gap-6 px-4 py-12 sm:px-6 md:flex-row md:items-center md:justify-between">
        <div>
          <h2 className="text-3xl">{title}</h2>
          <p className="mt-2 max-w-[52ch] text-lg">{text}</p>
        </div>
        <ButtonLink href={signedIn ? paths.sendMoney : paths.signUp} size="lg" variant="ink">
          {signedIn ? 'Send Money' : 'Create an account'}
        </ButtonLink>
      </div>
    </section>
  )
}
