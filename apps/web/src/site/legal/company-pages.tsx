import { COMPLAINT_RULES, type ComplaintRule } from '@sesa/contract/legal'
import { countryInSentence } from '@sesa/contract'
import { TextLink } from '@sesa/ui/button.tsx'
import { Each, item, LEGAL, SUPPORT, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { Points, Topic } from '../pages/doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'
import { LegalFrame } from './legal-page.tsx'

/** Renders `/licences`: the legal entity and its licences. */
export function LicencesPage() {
  return (
    <LegalFrame title="Licences" lead="Who stands behind Sesa, and who supervises us." path={paths.licences}>
      <Topic title="The company">
        <dl className="flex flex-col gap-2">
          {[
            ['Name', LEGAL.name],
            ['Company number', LEGAL.number],
            ['Address', LEGAL.address],
          ].map(([label, value]) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Topic>
      <Topic title="Licences and registrations">
        <When name="no-licences">
          <p>
            No licence is entered here yet. Until one is, we do not call ourselves licensed or regulated
            anywhere.
          </p>
        </When>
        <When name="licences">
          <ul className="flex flex-col gap-6">
            <Each name="licences">
              <li className="flex flex-col gap-1 border-l-4 border-accent pl-4">
                <strong>
                  {item('name')}, {item('country')}
                </strong>
                <span>
                  Number: {item('number')}
                  <When name="item.nmlsId">, NMLS ID {item('nmlsId')}</When>
                </span>
                <span>Holder: {item('holder')}</span>
                <span>
                  Given by <TextLink href={item('website')}>{item('regulator')}</TextLink>
                </span>
              </li>
            </Each>
          </ul>
        </When>
      </Topic>
      <Topic title="Check it yourself">
        <p>
          Every authority above keeps a public list. Look for our name and number there. An offer in our name
          from anyone else is a scam: <TextLink href={paths.helpScams}>Scams: stop and think</TextLink>.
        </p>
      </Topic>
    </LegalFrame>
  )
}

/** Renders `/complaints`: how to complain, how fast we answer, and which body decides after us. */
export function ComplaintsPage({ session }: { session: LoginState }) {
  return (
    <LegalFrame
      title="Complaints"
      lead="Tell us what went wrong, in writing or by phone. It’s free."
      path={paths.complaints}
    >
      <Topic title="How to complain">
        <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-bold marker:text-kola">
          <li>
            {session === 'in' ? (
              <TextLink href={`${paths.newMessage}?topic=complaint`}>Write to us in your account</TextLink>
            ) : (
              <>
                Sign in and <TextLink href={`${paths.newMessage}?topic=complaint`}>write to us</TextLink>
              </>
            )}
            , or email{' '}
            <TextLink href={`mailto:${LEGAL.complaintsEmail}`} className="break-all">
              {LEGAL.complaintsEmail}
            </TextLink>
            , or call <TextLink href={`tel:${LEGAL.complaintsTel}`}>{LEGAL.complaintsPhone}</TextLink>.
          </li>
          <li>Say what went wrong and what you want. Add the transfer’s reference if there is one.</li>
          <li>
            If you write in your account, you get a number at once. Use it whenever you ask about your
            complaint.
          </li>
          <li>A person looks into it and answers in writing.</li>
        </ol>
      </Topic>
      {COMPLAINT_RULES.map((rule) => (
        <CountryRule key={rule.country} rule={rule} />
      ))}
      <Topic title="Errors in a transfer">
        <p>
          You can dispute an error within 180 days of the date we said the money would be available. The{' '}
          <TextLink href={`${paths.terms}#if-something-is-wrong`}>Terms</TextLink> say how we put it right.
        </p>
      </Topic>
    </LegalFrame>
  )
}

function CountryRule({ rule }: { rule: ComplaintRule }) {
  const { country, acknowledgeDays, answerDays, answerCounts, extraDays, lodgeWithinDays } = rule
  return (
    <Topic title={`If you send from ${countryInSentence(country)}`}>
      <Points
        points={[
          `We confirm your complaint in writing within ${acknowledgeDays} working days.`,
          `We answer within ${answerDays} ${answerCounts}.`,
          ...(extraDays > 0
            ? [`If the case is difficult, we tell you so and take up to ${extraDays} ${answerCounts} more.`]
            : []),
          ...(lodgeWithinDays === null
            ? []
            : [`Please complain within ${lodgeWithinDays} days of noticing the problem.`]),
        ]}
      />
      <p>Not happy with our answer? Turn to {rule.next}:</p>
      <ul className="flex flex-col gap-1">
        <Each name={`regulators-${country}`}>
          <li>
            <TextLink href={item('website')}>{item('name')}</TextLink>
            <When name="item.phone">, {item('phone')}</When>
          </li>
        </Each>
      </ul>
      <p className="text-base text-muted">
        {rule.basis === 'law' ? 'Source' : 'These times are our own promise. Source'}, read in{' '}
        {monthOf(rule.readIn)}: {rule.source}
      </p>
    </Topic>
  )
}

function monthOf(yearAndMonth: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${yearAndMonth}-01T00:00:00Z`),
  )
}

/** Renders `/accessibility`: what is accessible, and how to report what is not. */
export function AccessibilityPage() {
  return (
    <LegalFrame
      title="Accessibility"
      lead="Sesa should work for everyone, on a cheap phone and with a screen reader."
      path={paths.accessibility}
    >
      <Topic title="What we aim for">
        <p>
          We follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. Each change to Sesa is
          tested against them by a program before it goes live.
        </p>
      </Topic>
      <Topic title="What you can do">
        <Points
          points={[
            'Use every page with the keyboard alone.',
            'Use a screen reader: changes on a page are announced.',
            'Enlarge the page to 400%. Nothing is cut off at 320 pixels.',
            'Choose light or dark, or the high-contrast colours of your system.',
            'Switch off motion in your system. Sesa then keeps still.',
            'Read the public pages and write to us without JavaScript.',
          ]}
        />
      </Topic>
      <Topic title="What does not work yet">
        <Points
          points={[
            'The card form comes from Stripe. We cannot change how it works.',
            'Sesa is in English only.',
            'People who use assistive technology every day have not yet tested Sesa for us.',
          ]}
        />
      </Topic>
      <Topic title="Tell us">
        <p>
          Does something stop you? Call <TextLink href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</TextLink> or{' '}
          <TextLink href={paths.contact}>write to us</TextLink>. We answer within 5 working days.
        </p>
      </Topic>
    </LegalFrame>
  )
}

/** Renders `/security`: how we protect customers, and how to report a vulnerability. */
export function SecurityPage() {
  return (
    <LegalFrame
      title="Security"
      lead="How we protect your money and data, and how to report a weak point."
      path={paths.security}
    >
      <Topic title="How we protect you">
        <Points
          points={[
            'You enter your wallet’s PIN on your own phone. It never reaches us.',
            'Your card number goes straight to Stripe. It never reaches our servers.',
            'Everything between you and us is encrypted.',
            'You sign in with a code, a password or a passkey. A passkey is the safest.',
            'We tell you about sign-ins from a new device and about changes to your account.',
            'Settings lists your devices. You can sign each one out.',
            'Every movement of money is recorded twice and compared each day.',
          ]}
        />
      </Topic>
      <Topic title="What you can do">
        <Points
          points={[
            <>
              Add a passkey in <TextLink href={paths.settings}>Security</TextLink>.
            </>,
            'Never tell anyone a code. We never ask for it.',
            <>
              Learn the tricks of thieves: <TextLink href={paths.helpScams}>Scams: stop and think</TextLink>.
            </>,
          ]}
        />
      </Topic>
      <Topic title="Report a weak point">
        <p>
          Found a hole? Email{' '}
          <TextLink href={`mailto:${SUPPORT.email}?subject=Vulnerability`} className="break-all">
            {SUPPORT.email}
          </TextLink>{' '}
          with the steps to see it. We reply within 3 working days.
        </p>
        <Points
          points={[
            'Use your own account and test data. Stop when you see someone else’s data, and tell us.',
            'Don’t slow the service down, and don’t trick our staff or customers.',
            'Give us 90 days before you publish.',
          ]}
        />
        <p>
          If you keep to this, we will not take legal action against you. Programs find this in{' '}
          <TextLink href="/.well-known/security.txt">security.txt</TextLink>.
        </p>
      </Topic>
    </LegalFrame>
  )
}
