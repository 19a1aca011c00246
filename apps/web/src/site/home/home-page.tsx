import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { CheckIcon } from '@sesa/ui/art/icon.tsx'
import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { LEGAL, REACH, When } from '../../features/chrome/slots.tsx'
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
      <Hero />
      <Features />
      <OurReach />
      <GetStarted session={session} />
      <Testimonials />
      <AppBanner />
    </>
  )
}

/** Renders the first screen: one promise, what arrives for an amount, one button; and the reasons beside the amount. */
function Hero() {
  return (
    <section className="on-deep">
      <div className="mx-auto grid max-w-288 gap-x-12 gap-y-6 lg:gap-x-20 px-4 py-6 sm:px-6 md:grid-cols-[1.15fr_1fr] md:gap-y-12 md:py-16">
        <div className="min-w-0">
          <h1 className="text-3xl font-extrabold sm:text-5xl">
            <span className="block">{i18n.t('Send money home.')}</span>{' '}
            <span className="block">{i18n.t('It lands on their phone.')}</span>
          </h1>
          <p className="mt-3 max-w-[44ch] text-lg text-on-deep-muted md:mt-6 md:text-xl">
            {i18n.t('Pay by mobile money or card. They get mobile money in {countries}.', {
              countries: REACH.toOr,
            })}
          </p>
        </div>
        <div className="relative min-w-0 md:col-start-2 md:row-span-2 md:row-start-1 md:self-center lg:pt-24">
          <RibbonArt className="absolute -top-4 -left-20 hidden w-110 lg:block" />
          <Amounts />
        </div>
        <WhyChooseUs />
      </div>
      <KenteStrip />
    </section>
  )
}

/** Renders the converter, whose button carries the amount to Send Money. */
function Amounts() {
  return (
    <div className="relative rounded-lg bg-surface p-4 text-ink shadow-card [--focus:var(--brand-ink)] sm:p-6">
      <p className="mb-4 js:hidden">
        {i18n.t('The converter needs JavaScript, which is off or blocked here.')}
      </p>
      <ButtonLink href={paths.sendMoney} size="lg" full className="js:hidden">
        {i18n.t('Send Money')}
      </ButtonLink>
      <form action={paths.sendMoney} aria-label={i18n.t('Currency converter')} className="hidden js:block">
        <Island name="converter">
          <Converter />
        </Island>
        <Button type="submit" variant="accent" size="lg" full>
          {i18n.t('Send Money')}
        </Button>
        <When name="reach-closed">
          <p className="mt-3">{i18n.t('Not open now: {countries}.', { countries: REACH.closed })}</p>
        </When>
        <h2 className="mt-4 text-base">{i18n.t('Receive via')}</h2>
        <ul className="mt-1 flex flex-col gap-1">
          {WAYS.map(({ name, text }) => (
            <li key={name} className="flex gap-2">
              <CheckIcon className="text-brand-ink" />
              <span>
                <strong>{name}</strong> · {text}
              </span>
            </li>
          ))}
        </ul>
      </form>
    </div>
  )
}

const WAYS = [
  {
    name: i18n.t('Mobile Money'),
    text: (
      <>
        {i18n.t('Instant')}
        <When name="usual-time"> {i18n.t('(half within {time})', { time: REACH.usualTime })}</When>
      </>
    ),
  },
  { name: i18n.t('Agent'), text: i18n.t('Instant cash, same network') },
]

function WhyChooseUs() {
  return (
    <section id="why" aria-labelledby="why-title" className="min-w-0">
      <h2 id="why-title" className="text-2xl md:text-3xl">
        {i18n.t('Why Choose Us')}
      </h2>
      <ul className="mt-4 flex flex-col gap-4">
        {REASONS.map(({ title, text, icon }) => (
          <li key={title} className="flex gap-4">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
              {icon}
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="text-on-deep-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <When name="regulated-by">
        <p className="mt-4">
          <a href={paths.licences} className="inline-flex min-h-12 items-center underline">
            {i18n.t('Regulated by {regulators}', { regulators: LEGAL.regulatedBy })}
          </a>
        </p>
      </When>
    </section>
  )
}

function Features() {
  return (
    <Section id="features">
      <Title id="features">{i18n.t('Features')}</Title>
      <ul className="mt-5 grid gap-3 md:mt-10 md:grid-cols-3 md:gap-5">
        {FEATURES.map(({ title, text, art, soon, path }) => (
          <li
            key={title}
            className="relative flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-4 md:content-start md:p-6"
          >
            {art}
            <div className="min-w-36 flex-1 md:basis-full">
              <h3 className="text-xl md:text-2xl">
                <a href={path} className="after:absolute after:inset-0 after:rounded-lg hover:underline">
                  {title}
                </a>
              </h3>
              <p className="text-muted">
                {soon && <strong className="text-warn">{i18n.t('Coming soon.')} </strong>}
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OurReach() {
  return (
    <Section id="reach" className="bg-sunken">
      <div className="grid items-center gap-x-8 gap-y-4 md:grid-cols-2">
        <div>
          <Title id="reach">{i18n.t('Our Reach')}</Title>
          <When name="no-terms">
            <p className="mt-2 text-lg text-muted md:mt-4">
              {i18n.t('Send to {countries}.', { countries: REACH.to })}
            </p>
          </When>
        </div>
        <ReachArt className="w-full" />
      </div>
      <div className="mt-5 md:mt-10">
        <NetworksByCountry />
      </div>
    </Section>
  )
}

function GetStarted({ session }: { session: LoginState }) {
  return (
    <Section id="start" className="bg-accent text-on-accent">
      <div className="flex flex-col items-start gap-5 md:flex-row md:items-center md:justify-between">
        <div>
          <Title id="start">{i18n.t('Get Started')}</Title>
          <p className="mt-2 max-w-[48ch] text-lg md:mt-4">
            {i18n.t('A phone number is all it takes to sign up.')}
          </p>
        </div>
        <ButtonLink href={session === 'in' ? paths.sendMoney : paths.signUp} size="lg" variant="ink">
          {session === 'in' ? i18n.t('Send Money') : i18n.t('Create an account')}
        </ButtonLink>
      </div>
    </Section>
  )
}

function Testimonials() {
  return (
    <Section id="testimonials">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Title id="testimonials">{i18n.t('Testimonials')}</Title>
        <TextLink href={paths.testimonials} className="inline-flex min-h-12 items-center text-lg">
          {i18n.t('See all')}
        </TextLink>
      </div>
      <p className="mt-1 text-muted">{i18n.t('Sample stories, not real people.')}</p>
      <Quotes quotes={TESTIMONIALS.slice(0, 3)} row />
    </Section>
  )
}

/** Renders a full-width section, labelled by the `Title` inside it. */
function Section({ id, children, className }: { id: string; children: ReactNode; className?: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <div className="mx-auto max-w-288 px-4 py-10 sm:px-6 md:py-24">{children}</div>
    </section>
  )
}

/** Renders the heading of the section with this id. */
function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={`${id}-title`} className="text-2xl md:text-5xl">
      {children}
    </h2>
  )
}
