import type { ReactNode } from 'react'
import { DESTINATIONS, findCountry, NETWORKS } from '@sesa/contract'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Flag } from '../ui/flag.tsx'
import { FEATURES, REASONS, TESTIMONIALS } from './home-content.tsx'
import { Hero } from './hero.tsx'
import { Island } from './island.tsx'

/** The landing page. */
export function HomePage({ session }: { session: 'in' | 'out' }) {
  return (
    <>
      <Hero session={session} />
      <Features />
      <WhyChooseUs />
      <OurReach />
      <GetStarted session={session} />
      <Testimonials />
    </>
  )
}

function Section({ id, children, className = '' }: { id: string; children: ReactNode; className?: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <div className="mx-auto max-w-288 px-4 py-16 sm:px-6 md:py-24">{children}</div>
    </section>
  )
}

function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={`${id}-title`} className="text-3xl md:text-5xl">
      {children}
    </h2>
  )
}

function Features() {
  return (
    <Section id="features">
      <Title id="features">Features</Title>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {FEATURES.map(({ title, text, art, soon }) => (
          <li key={title} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-6">
            {art}
            <h3 className="mt-2 text-2xl">{title}</h3>
            <p className="text-muted">{text}</p>
            {soon ? (
              <p className="mt-auto self-start rounded-full bg-accent-soft px-3 py-1 font-semibold text-warn">
                Coming soon
              </p>
            ) : (
              <p className="mt-auto">
                <a
                  href={paths.sendMoney}
                  className="inline-flex min-h-12 items-center font-bold text-brand-ink underline decoration-2 underline-offset-4"
                >
                  Send money now
                </a>
              </p>
            )}
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
          <Island name="converter" />
        </Card>
      </div>
    </Section>
  )
}

function OurReach() {
  return (
    <Section id="reach">
      <Title id="reach">Our Reach</Title>
      <p className="mt-4 max-w-[56ch] text-lg text-muted">
        Three countries, one phone number at a time. Send from any of them, or from the United States.
      </p>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {DESTINATIONS.map((code) => {
          const country = findCountry(code)
          const networks = NETWORKS.filter((network) => network.country === code)
          return (
            <li key={code} className="rounded-lg border border-line bg-surface p-6">
              <Flag country={code} height={40} />
              <h3 className="mt-4 text-2xl">{country?.name}</h3>
              <p className="mt-1 text-muted">Arrives in {country?.currency}</p>
              <ul className="mt-4 flex flex-col gap-1 border-t border-line pt-4">
                {networks.map((network) => (
                  <li key={network.value}>{network.label}</li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      <dl className="mt-8 grid gap-5 md:grid-cols-2">
        <div id="mobile-money" className="rounded-lg bg-brand-soft p-6">
          <dt className="text-xl font-bold">Mobile money</dt>
          <dd className="mt-1">
            The money lands in the wallet of a phone number. No account, no form: they get the operator’s
            message and can spend it or cash out at an agent.
          </dd>
        </div>
        <div id="bank-transfer" className="rounded-lg bg-brand-soft p-6">
          <dt className="text-xl font-bold">Bank transfer</dt>
          <dd className="mt-1">Coming soon. Until then every transfer goes to a mobile-money wallet.</dd>
        </div>
      </dl>
    </Section>
  )
}

function GetStarted({ session }: { session: 'in' | 'out' }) {
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
      <Title id="testimonials">Testimonials</Title>
      <p className="mt-4 text-lg text-muted">Sample stories, to show how people use Sesa.</p>
      <ul className="mt-10 grid gap-8 md:grid-cols-3">
        {TESTIMONIALS.map(({ name, from, to, words }) => (
          <li key={name} className="flex flex-col">
            <figure className="flex h-full flex-col gap-5 border-t-4 border-accent pt-6">
              <blockquote className="text-xl">“{words}”</blockquote>
              <figcaption className="mt-auto flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="flex size-12 items-center justify-center rounded-full bg-deep text-xl font-bold text-accent"
                >
                  {name.charAt(0)}
                </span>
                <span>
                  <strong className="block">{name}</strong>
                  <span className="text-muted">
                    {from} to {to}
                  </span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
