import { DESTINATIONS, findCountry } from '@sesa/contract'
import { CardArt, PhoneArt } from '@sesa/ui/art/art.tsx'
import { TextLink } from '@sesa/ui/button.tsx'
import { Flag } from '@sesa/ui/art/flag.tsx'
import { Each, item, REACH, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { AgentArt, BankArt } from '../art.tsx'
import { HelpPage } from '../help/help-frame.tsx'
import type { LoginState } from '../rendered-page.ts'
import { Points, Topic } from './doc-page.tsx'

/** Lists every network that currently accepts pay-outs, by country. */
export function NetworksByCountry() {
  return (
    <ul className="grid gap-3 md:grid-cols-3 md:gap-5">
      {DESTINATIONS.map((code) => {
        const country = findCountry(code)
        return (
          <When key={code} name={`networks-${code}`}>
            <li className="rounded-lg border border-line bg-surface p-4 md:p-6">
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                <h3 className="flex items-center gap-3 text-xl">
                  <Flag country={code} height={24} />
                  {country?.name}
                </h3>
                <p className="text-muted">Arrives in {country?.currency}</p>
              </div>
              <ul className="mt-2 flex flex-wrap gap-x-4">
                <Each name={`networks-${code}`}>
                  <li>{item('label')}</li>
                </Each>
              </ul>
            </li>
          </When>
        )
      })}
    </ul>
  )
}

/** Renders `/help/mobile-money`. */
export function MobileMoneyPage({ session }: { session: LoginState }) {
  return (
    <HelpPage
      session={session}
      path={paths.helpMobileMoney}
      title="Mobile money"
      lead="The money lands in a wallet that belongs to a phone number. No bank account, no form to fill in at the other end."
      art={<PhoneArt />}
    >
      <Topic title="What your recipient needs">
        <Points
          points={[
            `A mobile number in ${REACH.toOr} that is registered for mobile money.`,
            'Enough room under their wallet limit. The limit is lower without an identity document.',
            'Nothing from us: no account and no app. The network’s own message tells them that the money is there.',
          ]}
        />
      </Topic>
      <section className="flex flex-col gap-6">
        <h2 className="text-2xl">Where it arrives</h2>
        <When name="terms">
          <NetworksByCountry />
        </When>
        <When name="no-terms">
          <p>We can’t read the list of networks right now. Reload this page in a minute.</p>
        </When>
      </section>
      <Topic title="How long it takes">
        <p>
          Transfers usually arrive within minutes. A network can take longer. Your transfer’s page shows each
          step, and the latest time to expect.
        </p>
        <When name="usual-time">
          <p>Half of recent transfers arrived within {REACH.usualTime}.</p>
        </When>
      </Topic>
      <Topic title="If something is wrong with the number">
        <p>
          We guess the network from the number. Numbers move between networks, so change it if you know
          better. A number with no wallet, or with a full one, can’t be paid. The network tells us, and we
          refund you in full. A wallet that belongs to someone else can be paid, so read the number twice.
        </p>
      </Topic>
    </HelpPage>
  )
}

/** Renders `/help/agents`. */
export function AgentsPage({ session }: { session: LoginState }) {
  return (
    <HelpPage
      session={session}
      path={paths.helpAgents}
      title="Cash at an agent"
      lead="Agents of the networks turn money in the wallet into cash. Look for their kiosks and umbrellas."
      art={<AgentArt />}
    >
      <Topic title="How to cash out">
        <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-bold marker:text-kola">
          <li>You send to a mobile money wallet. The money usually arrives within minutes.</li>
          <li>
            Your recipient goes to any agent of the same network, with the phone and an identity document.
          </li>
          <li>They ask to cash out, and confirm on their own phone with their own PIN.</li>
          <li>The agent hands over the cash.</li>
        </ol>
      </Topic>
      <Topic title="What the network charges">
        <p>
          Cashing out costs a fee. The network takes it from the wallet when cash is paid out. We do not, and
          it is not part of what we show you. When we last checked, it was about 2% in Liberia and about 2 to
          3.5% in Sierra Leone. In Ghana, ask the network. Spending from the phone is often free, so keeping
          money in the wallet can save fees.
        </p>
      </Topic>
      <Topic title="Keep it safe">
        <Points
          points={[
            'Never share the wallet’s PIN, not with the agent and not with us.',
            'Count the money before leaving the counter.',
            'Trust only the network’s own message, not one that someone shows you.',
          ]}
        />
      </Topic>
    </HelpPage>
  )
}

/** Renders `/help/pay-by-card`. */
export function PayByCardPage({ session }: { session: LoginState }) {
  return (
    <HelpPage
      session={session}
      path={paths.helpPayByCard}
      title="Pay by mobile money or card"
      lead="You don’t need to keep a balance. You pay for one transfer at a time, from your mobile money wallet, with your card, or in the US from your bank account."
      art={<CardArt />}
    >
      <Topic title="By mobile money">
        <Points
          points={[
            'Send Money shows which networks are open, with rate, fee, total and what arrives. Only then do we ask for the money.',
            'Your network asks for your PIN on your own phone, or you dial a code that we show. We never ask for your PIN.',
            'Pay from your own wallet, on a number that you’ve confirmed with us.',
          ]}
        />
      </Topic>
      <Topic title="If nothing shows on your phone">
        <p>
          The transfer’s page says how your network brings the request back, and when it ends. You can close
          the page: nothing is lost. While one request is open, we ask for no other, so that you don’t pay
          twice.
        </p>
      </Topic>
      <Topic title="If your payment ends without approval">
        <p>
          We haven’t sent anything. The page says why, and keeps your details. Often there’s too little money
          in the wallet. Try again, or choose another way to pay. If you approve a request too late, we return
          the money to your wallet.
        </p>
      </Topic>
      <Topic title="By card">
        <Points
          points={[
            'You see rate, fee, total and what arrives. Only then does the card form open.',
            'You type the card’s number, its date and its security code into the card provider’s form. We never see them.',
            'Your bank may ask you to confirm in its app or with a code. Stay on the page until it says how it went.',
          ]}
        />
      </Topic>
      <Topic title="If your card is declined">
        <p>
          We haven’t sent anything. The page shows your bank’s reason and keeps your details. Try again or use
          another card. You may need to tell your bank first.
        </p>
      </Topic>
      <Topic title="From a bank account (US)">
        <Points
          points={[
            'You connect your bank account in Stripe’s form, and allow the payment there. We never see how you sign in.',
            'We fix your rate when you press Pay Now. Your bank takes up to 4 banking days. We pay out when the money is here.',
            'The transfer’s page says by when your bank answers. You can close it: we email you.',
          ]}
        />
      </Topic>
      <Topic title="If your bank doesn’t pay">
        <p>
          We haven’t sent anything. The transfer’s page says why. Send again with another way to pay. If your
          bank still pays after you cancel, we refund you in full.
        </p>
      </Topic>
      <Topic title="Which currency is charged">
        <p>
          A wallet pays in its own currency. A card does too, if the card provider takes it. Otherwise your
          card is charged in US dollars. You see the currency and the exact amount before you pay.
        </p>
      </Topic>
      <Topic title="If you get a refund">
        <p>
          We refund the full charge, in the same currency, to the wallet, the card or the bank account you
          paid with. A wallet usually gets it within minutes. Your bank may take up to 10 days to show it. If
          your wallet can’t take it, the transfer’s page asks you for another number of yours.
        </p>
      </Topic>
    </HelpPage>
  )
}

/** Renders `/help/bank-transfer`. */
export function BankTransferPage({ session }: { session: LoginState }) {
  return (
    <HelpPage
      session={session}
      path={paths.helpBankTransfer}
      title="Bank transfer"
      lead="Coming soon. For now every transfer goes to a mobile money wallet."
      art={<BankArt />}
    >
      <Topic title="Why not yet">
        <p>
          We don’t pay out to bank accounts yet. So Bank is marked “Coming soon...” in Send Money, and its
          fields stay closed.
        </p>
      </Topic>
      <Topic title="What you can do today">
        <Points
          points={[
            <>
              Send to the recipient’s <TextLink href={paths.helpMobileMoney}>mobile money wallet</TextLink>.
            </>,
            'Many networks move money from a wallet to a bank account. Your recipient’s network knows which banks and what it costs.',
            <>
              Or they take it as <TextLink href={paths.helpAgents}>cash at an agent</TextLink>.
            </>,
          ]}
        />
      </Topic>
    </HelpPage>
  )
}
