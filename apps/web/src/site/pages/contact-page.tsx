import type { ReactNode } from 'react'
import { TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ContactForm } from '../../features/enquiries/contact-form.tsx'
import { paths } from '../../lib/paths.ts'
import { LetterArt } from '../art.tsx'
import { DocPage } from './doc-page.tsx'
import { Island } from '../island.tsx'
import type { LoginState } from '../rendered-page.ts'
import { SUPPORT } from '../../features/chrome/slots.tsx'

/** Renders `/contact-us`: the company's contact details, and a form to support. */
export function ContactPage({ session }: { session: LoginState }) {
  return (
    <DocPage
      title="Contact"
      lead="Ask about a transfer, tell us what went wrong, or suggest something. A person reads every message."
      art={<LetterArt />}
    >
      <div className="mx-auto grid max-w-288 items-start gap-12 px-4 py-12 sm:px-6 md:grid-cols-[1fr_1.3fr] md:py-16">
        <div>
          <h2 className="text-2xl">Reach us</h2>
          <dl className="mt-4 flex flex-col">
            <Line label="Address">{SUPPORT.address}</Line>
            <Line label="Phone">
              <TextLink href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</TextLink>
            </Line>
            <Line label="Email">
              <TextLink href={`mailto:${SUPPORT.email}`} className="break-all">
                {SUPPORT.email}
              </TextLink>
            </Line>
          </dl>
          <h2 className="mt-10 text-2xl">Quicker than writing</h2>
          <ul className="mt-2 flex flex-col text-lg">
            {[
              ['Where is my money?', paths.helpWhereIsMyMoney],
              ['How does the money arrive?', paths.helpMobileMoney],
              ['How do I pay?', paths.helpPayByCard],
            ].map(([text, href = '']) => (
              <li key={href}>
                <TextLink href={href} className="inline-flex min-h-12 items-center">
                  {text}
                </TextLink>
              </li>
            ))}
          </ul>
          <p className="mt-6 rounded-md bg-accent-soft p-4">
            We never ask for your code, your PIN or your card number. Anyone who does isn’t from Sesa.
          </p>
        </div>
        <Card>
          <h2 className="mb-6 text-2xl">Write to us</h2>
          {session === 'in' && (
            <p className="mb-6 rounded-md bg-brand-soft p-4">
              About a transfer? <TextLink href={paths.newMessage}>Ask in your account</TextLink> and the
              answer stays with it.
            </p>
          )}
          <Island name="contact">
            <ContactForm />
          </Island>
        </Card>
      </div>
    </DocPage>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-4 text-lg">
      <dt className="font-semibold">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
