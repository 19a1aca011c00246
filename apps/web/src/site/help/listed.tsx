import { REACH } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { AgentsPage, BankTransferPage, MobileMoneyPage, PayByCardPage } from '../pages/help-pages.tsx'
import { TextBlocks } from '../pages/text-blocks.tsx'
import type { Listed } from '../public-page.ts'
import { TEXT_ARTICLES } from './articles.ts'
import { HelpPage } from './help-frame.tsx'
import { HelpIndexPage } from './help-index.tsx'

const TEXTS = Object.fromEntries(
  TEXT_ARTICLES.map(({ path, title, about, text, topic }): readonly [string, Listed] => [
    path,
    {
      title: `${title} · Help · Sesa`,
      description: `${about} Short steps, and how to reach a person at Sesa.`,
      content: (session) => (
        <HelpPage {...{ path, title, session, topic }} lead={about}>
          <TextBlocks text={text} />
        </HelpPage>
      ),
    },
  ]),
)

/** The help pages by their path. */
export const LISTED_HELP: Readonly<Record<string, Listed>> = {
  [paths.help]: {
    title: 'Help · Sesa',
    description:
      'Search our help: where your money is, cancelling, refunds, fees, limits, sign-in and scams; or ask a person.',
    entries: ['help-search'],
    content: (session) => <HelpIndexPage session={session} />,
  },
  ...TEXTS,
  [paths.helpMobileMoney]: {
    title: 'Mobile money · Help · Sesa',
    description: `How money arrives in a mobile money wallet in ${REACH.to}, and on which networks.`,
    content: (session) => <MobileMoneyPage session={session} />,
  },
  [paths.helpAgents]: {
    title: 'Cash at an agent · Help · Sesa',
    description:
      'How your recipient turns mobile money into cash at an agent, what it costs and how to stay safe.',
    content: (session) => <AgentsPage session={session} />,
  },
  [paths.helpPayByCard]: {
    title: 'Pay by mobile money or card · Help · Sesa',
    description:
      'Paying by mobile money, by card or from a US bank account: how to approve it, what is charged, and how refunds work.',
    content: (session) => <PayByCardPage session={session} />,
  },
  [paths.helpBankTransfer]: {
    title: 'Bank transfer · Help · Sesa',
    description: 'Transfers to bank accounts are coming soon. What you can do until then.',
    content: (session) => <BankTransferPage session={session} />,
  },
}
