import type { ReactNode } from 'react'
import { TextLink } from '@sesa/ui/button.tsx'
import { SUPPORT } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { DocPage, Topic } from '../pages/doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'
import { ARTICLES } from './articles.ts'

interface HelpPageProps {
  title: string
  lead: string
  art?: ReactNode
  /** The page's own path, left out of the list of other articles. */
  path: string
  session: LoginState
  /** The matching topic of the message form. */
  topic?: string | undefined
  children: ReactNode
}

/** Renders the frame of every help article: the text, a way to contact support, and the other articles. */
export function HelpPage({ title, lead, art, path, session, topic, children }: HelpPageProps) {
  return (
    <DocPage title={title} lead={lead} art={art}>
      <div className="mx-auto grid max-w-288 gap-12 px-4 py-12 sm:px-6 md:grid-cols-[1fr_auto] md:gap-20 md:py-16">
        <div className="flex min-w-0 flex-col gap-12">
          {children}
          <AskUs session={session} topic={topic} />
        </div>
        <nav aria-label="More help" className="border-t-4 border-accent pt-6 md:min-w-56">
          <h2 className="text-2xl">
            <TextLink href={paths.help}>More help</TextLink>
          </h2>
          <ul className="mt-2 flex flex-col text-lg">
            {ARTICLES.filter((other) => other.path !== path).map((other) => (
              <li key={other.path}>
                <TextLink href={other.path} className="inline-flex min-h-12 items-center">
                  {other.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </DocPage>
  )
}

/** Explains how to contact support: in the account for customers, by form or phone for visitors. */
export function AskUs({ session, topic }: { session: LoginState; topic?: string | undefined }) {
  const form = topic === undefined ? paths.newMessage : `${paths.newMessage}?topic=${topic}`
  return (
    <Topic title="Ask us">
      <p>
        {session === 'in' ? (
          <TextLink href={form}>Write to us about a transfer</TextLink>
        ) : (
          <>
            <TextLink href={form}>Sign in to ask about a transfer</TextLink>, or{' '}
            <TextLink href={paths.contact}>write to us</TextLink>
          </>
        )}
        . You can also call <TextLink href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</TextLink>.
      </p>
    </Topic>
  )
}
