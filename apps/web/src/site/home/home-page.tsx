import type { ReactNode } from 'react'
import { CheckIcon } from '@sesa/ui/art/icon.tsx'
import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { REACH, When } from '../../features/chrome/slots.tsx'
import { Converter } from '../../features/converter/converter.tsx'
import { paths } from '../../lib/paths.ts'
import { AppBanner } from './app-banner.tsx'
import { ReachArt } from '../art.tsx'
import { NetworksByCountry } from '../pages/help-pages.tsx'
import { FEATURES, REASONS } from './home-content.tsx'
import { Island } from '../island.tsx'
import type { LoginState } from '../rendered-page.ts'
import { Quotes, TESTIMONIALS } from '../pages/testimonials.tsx'
import { RibbonArt } from './ribbon-art.tsx'

/** Renders the landing page. */
export function HomePage({ session }: { session: LoginState }) {
  return (
    <>
      <Hero session={session} />
      <Features />
      <WhyChooseUs />
      <OurReach />
      <GetStarted session={session} />
      <Testimonials />
      <AppBanner />
    </>
  )
}

function Features() {
  return (
    <Section id="features">
      <Title id="features">Features</Title>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {FEATURES.map(({ title, text, art, soon, path, action }) => (
          <li key={title} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-6">
            {art}
            <h3 className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
              {title}
              {soon && (
                <span className="rounded-full bg-accent-soft px-3 py-1 text-base font-semibold text-warn">
                  Coming soon
                </span>
              )}
            </h3>
            <p className="text-muted">{text}</p>
            <p className="mt-auto">
              <TextLink href={path} className="inline-flex min-h-12 items-center">
                {action}
              </TextLink>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function WhyChooseUs() {
  return (
    <Section id="why" className="bg-sunken">
      <div className="grid items-start gap-10 md:grid-cols-[1fr_1.1fr] lg:gap-20">
        <div>
          <Title id="why">Why Choose Us</Title>
          <ul className="mt-8 flex flex-col gap-8">
            {REASONS.map(({ title, text, icon }) => (
              <li key={title} className="flex gap-4">
                <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
                  {icon}
                </span>
                <div>
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Card>
          <h3 className="mb-6 text-2xl">Currency converter</h3>
          <p className="text-lg js:hidden">The converter needs JavaScript, which is off or blocked here.</p>
          <form action={paths.sendMoney} className="hidden js:block">
            <Island name="converter">
              <Converter />
            </Island>
            <When name="reach-closed">
              <p className="mt-5">Not open now: {REACH.closed}.</p>
            </When>
            <ReceiveVia />
            <Button type="submit" size="lg" full className="mt-5">
              Send this amount
            </Button>
          </form>
        </Card>
      </div>
    </Section>
  )
}

const WAYS = [
  {
    name: 'Mobile Money',
    text: (
      <>
        Instant, to their phone
        <When name="usual-time"> (half within {REACH.usualTime})</When>
      </>
    ),
  },
  { name: 'Agent', text: 'Instant. Cash out at an agent of the same network' },
]

function ReceiveVia() {
  return (
    <div className="mt-5">
      <h3 className="text-lg">Receive via</h3>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2">
        {WAYS.map((way) => (
          <li key={way.name} className="flex gap-3 rounded-md bg-brand-soft p-3">
            <CheckIcon className="text-brand-ink" />
            <span>
              <strong className="block">{way.name}</strong>
              {way.text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function OurReach() {
  return (
    <Section id="reach">
      <div className="grid items-center gap-8 md:grid-cols-2">
        <div>
          <Title id="reach">Our Reach</Title>
          <p className="mt-4 max-w-[48ch] text-lg text-muted">Send to {REACH.to}.</p>
        </div>
        <ReachArt className="w-full" />
      </div>
      <div className="mt-10">
        <NetworksByCountry />
      </div>
    </Section>
  )
}

function GetStarted({ session }: { session: LoginState }) {
  return (
    <Section id="start" className="bg-accent text-on-accent">
      <div className="flex flex-col items-start gap-6 md:flex-row md:items-center md:justify-between">
        <div>
          <Title id="start">Get Started</Title>
          <p className="mt-4 max-w-[48ch] text-lg">
            A phone number is all it takes to sign up. Your first transfer takes a few minutes, and you see
            rate, fee and what arrives before you pay.
          </p>
        </div>
        <ButtonLink href={session === 'in' ? paths.sendMoney : paths.signUp} size="lg" variant="ink">
          {session === 'in' ? 'Send Money' : 'Create an account'}
        </ButtonLink>
      </div>
    </Section>
  )
}

function Testimonials() {
  return (
    <Section id="testimonials">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <Title id="testimonials">Testimonials</Title>
          <p className="mt-4 text-lg text-muted">Sample stories, to show how people use Sesa.</p>
        </div>
        <TextLink href={paths.testimonials} className="inline-flex min-h-12 items-center text-lg">
          See all
        </TextLink>
      </div>
      <Quotes quotes={TESTIMONIALS.slice(0, 3)} />
    </Section>
  )
}

/** Renders a full-width section, labelled by the `Title` inside it. */
function Section({ id, children, className }: { id: string; children: ReactNode; className?: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <div className="mx-auto max-w-288 px-4 py-16 sm:px-6 md:py-24">{children}</div>
    </section>
  )
}

/** Renders the heading of the section with this id. */
function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={`${id}-title`} className="text-3xl md:text-5xl">
      {children}
    </h2>
  )
}

/** Renders the first screen: one promise, one button. */
function Hero({ session }: { session: LoginState }) {
  return (
    <section className="on-deep overflow-hidden">
      <div className="mx-auto grid max-w-288 items-center gap-8 px-4 pt-12 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-4">
        <div className="flex flex-col items-start gap-6 md:py-24">
          <h1 className="text-4xl font-extrabold sm:text-5xl lg:text-6xl">
            <span className="block">Send money home.</span>{' '}
            <span className="block">It lands on their phone.</span>
          </h1>
          <p className="max-w-[44ch] text-xl text-on-deep-muted">
            Pay by card. They get mobile money in {REACH.toOr}. You see exactly what arrives before you pay.
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
