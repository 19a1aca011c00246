import { paths } from '../../lib/paths.ts'

/** A help article in the list and the search. */
export interface Article {
  readonly path: string
  readonly title: string
  readonly about: string
  /** Additional search words, not in the title or text. */
  readonly words: string
}

/** An article written as text: short steps with headings. */
export interface TextArticle extends Article {
  readonly text: string
  /** The matching topic of the message form; undefined for any. */
  readonly topic?: string
}

export const TEXT_ARTICLES: readonly TextArticle[] = [
  {
    path: paths.helpWhereIsMyMoney,
    title: 'Where is my money?',
    about: 'Follow a transfer, and what to do if it is late.',
    words: 'late delayed missing lost not arrived not received pending processing track tracking status slow',
    topic: 'where_is_money',
    text: `
## See where it is

1. Sign in and open [Transactions](/me/dashboard).
2. Choose the transfer. Its page shows each step, and the latest time to expect.
3. “Sent” means that the network has confirmed the payment into the wallet.

## If it says Sent, but the recipient sees nothing

1. Compare the number on the receipt with the recipient’s number.
2. Ask the recipient to check the wallet’s balance, not only the messages.
3. Ask them to call their network with the time and the amount.

## If it says Processing or On hold

The network is slow, or we’re checking something. Don’t pay again. It would be a second transfer.

## If the latest time has passed

Send us the transfer’s reference. It starts with S-. We ask the network and answer you.
`,
  },
  {
    path: paths.helpCancel,
    title: 'Cancel or change a transfer',
    about: 'How long you can cancel, and what you can still change.',
    words: 'stop wrong person wrong number mistake undo edit cancellation 30 minutes',
    topic: 'cancel_refund',
    text: `
## Cancel

1. Open the transfer in [Transactions](/me/dashboard).
2. Choose Cancel within 30 minutes of paying.
3. If the money is not in the wallet yet, we return everything you paid.

No Cancel button? Then the money has been paid out, or the time is over. [Write to us](/contact-us) at once.

## Change

- **Before you pay:** choose Edit on the overview. Nothing is lost.
- **After you pay:** a transfer can’t be changed. Cancel it and send a new one.

## You sent to a wrong number

Tell us at once. If the wallet was paid, we ask the network for help. We often can’t get the money back.
`,
  },
  {
    path: paths.helpRefunds,
    title: 'Refunds',
    about: 'When you get your money back, how much and how fast.',
    words:
      'money back returned return failed cancelled charged wallet card bank account full days twice late',
    topic: 'cancel_refund',
    text: `
## When we refund

- You cancelled in time.
- The network could not pay the wallet.
- We had to refuse the transfer.

## How much

The full charge, fee included, in the currency that we charged. It goes to the wallet, the card or the bank account that you paid with. If your wallet can’t take it, the transfer’s page asks you for another number of yours.

## How fast

1. We start the refund at once. After you cancel, it leaves us within 3 business days.
2. A wallet usually gets it within minutes. A bank may take up to 10 days to show it.
3. Your transfer’s page and an email tell you when the network or the card provider has confirmed it.

## You paid twice or too late

A request on your phone can be approved after another way was chosen, or after the price ended. We return such a payment to the wallet by ourselves. The transfer’s page shows it.

## If it does not show up

Ask your network. With a card or a bank account, wait 10 days and ask your bank for a refund from Sesa. If they know of none, send us the transfer’s reference.
`,
  },
  {
    path: paths.helpFees,
    title: 'Fees and rates',
    about: 'What a transfer costs, and where our margin is.',
    words:
      'price cost charge exchange rate history chart margin mid-market expensive cheap hidden commission',
    text: `
## What you pay

You see four things before you pay: the rate, the fee, the total and what arrives. We lock them for 30 minutes. By mobile money, press Pay Now in the first 24: approving takes a few.

## Where we earn

Our margin is part of the rate. “How we set the price” in [Send Money](/send-money) shows it for your amount. [Fees and limits](/fees) shows it for each direction, next to the fee.

[Exchange rates](/rates) shows our rate today, and the mid-market rate over a year.

## What others may charge

- Your network, for paying from your wallet.
- Your bank, for using a card abroad or for a cash-like payment.
- The recipient’s network, for [cash at an agent](/help/agents).

## Why the rate changes

Currencies move all day. Until you open the overview, the rate can move. After that it stays for 30 minutes.
`,
  },
  {
    path: paths.helpLimits,
    title: 'Limits',
    about: 'How much you can send, and why an amount is refused.',
    words: 'maximum minimum too much amount refused above below daily monthly more verify',
    text: `
## See your limits

1. Open [Limits](/me/limits). It shows what is left in 24 hours and in 30 days.
2. Or open “How we set the price” in [Send Money](/send-money). It says what you can send now.

[Fees and limits](/fees) lists all limits: ours, and those of each network.

## Why there are limits

- **Ours** protect you if someone gets into your account. They count per person, for 24 hours and for 30 days.
- **The network’s** say what one payment and one wallet may hold.
- **The law’s** depend on how well we know you.

## Your amount is refused

- Below the minimum: networks and cards don’t take less.
- Above a limit: send less, or wait until an earlier transfer no longer counts.
- The wallet is full: ask the recipient to use some of the money first.
`,
  },
  {
    path: paths.helpNames,
    title: 'The name does not match',
    about: 'What to do when the wallet’s name is not the one you typed.',
    words: 'different name wrong name account holder recipient check mismatch relative sim',
    topic: 'wrong_amount',
    text: `
Money goes to the number, not to the name. Some networks tell us who holds the wallet. Then we show you that name to compare.

## What to do

1. Check the number, digit by digit.
2. Call the recipient on a number that you know. Ask whose name the wallet has.
3. Continue only if you are sure that it is the right wallet.

## Why it can differ

- The SIM card is registered to a relative.
- The network has a short name, a married name or another spelling.
- The number is wrong. Then a stranger gets the money.

Did someone you have never met give you the number? Read [Scams: stop and think](/help/scams) first.
`,
  },
  {
    path: paths.helpScams,
    title: 'Scams: stop and think',
    about: 'The tricks of thieves, and what to do when you are not sure.',
    words: 'fraud scam scammer thief stolen fake love romance prize lottery loan job code police emergency',
    text: `
Money in a wallet can be gone in minutes. Thieves know that, so they hurry you.

## Stop if

- You have never met the person.
- They ask you to keep it secret, or to hurry.
- They are on the phone with you while you pay.
- You must pay first to get a prize, a job, a loan or a parcel.
- They say they are the police, a bank or Sesa.
- They ask for your PIN or a code. We never call you for one.

## Check

1. End the call.
2. Call the person or the company on a number that you know.
3. Ask someone you trust what they think.

## If you have paid

1. Open the transfer and choose Cancel, if it is still there.
2. Call us at once. The number is below.
3. Call your network or your bank, and report it to the police.

Don’t feel ashamed. Thieves do this all day, and it happens to careful people.
`,
  },
  {
    path: paths.helpSignIn,
    title: 'Sign-in problems',
    about: 'No code, a wrong code, a lost phone or a new number.',
    words: 'login log in code sms text password forgot locked lost phone stolen new number passkey account',
    topic: 'account',
    text: `
## No code arrives

1. Check the number and the country.
2. Look in your blocked and spam messages.
3. Wait for the clock, then ask for a new code. Only the newest one works.
4. If we can’t text that number any more, we may offer to email a code to your confirmed address.

## The code is refused

A code works for 10 minutes and for 5 tries. Type the newest one.

## You forgot your password

Choose [Forgot your password?](/forgot-password) We email you a link.

## Your phone is lost, or your number is new

1. Sign in by email or with a passkey, if you have one.
2. Open [Security](/me/settings), sign out the lost phone and change your number.
3. No other way in? Call us. We check that it is you.
`,
  },
  {
    path: paths.helpClose,
    title: 'Close your account',
    about: 'How to close it, and what we must keep.',
    words: 'delete remove erase data account closing privacy export download',
    topic: 'account',
    text: `
## Before you close it

1. Wait until no transfer is in progress.
2. Open [Account](/me/profile) and choose Delete Account. Download your data there if you want a copy.

## Close it

1. Choose Delete Account again.
2. Confirm. You are signed out everywhere.

## What stays

By law we keep records of your transfers for at least 5 years. They are locked, and deleted later. The rest is deleted at once. The [Privacy Policy](/privacy) lists it.
`,
  },
]

/** Every article, in the order of the list: the most urgent questions first. */
export const ARTICLES: readonly Article[] = [
  ...TEXT_ARTICLES,
  {
    path: paths.helpMobileMoney,
    title: 'Mobile money',
    about: 'What your recipient needs, which networks we pay and how long it takes.',
    words: 'wallet momo mtn orange afrimoney qmoney telecel vodafone airteltigo network receive',
  },
  {
    path: paths.helpAgents,
    title: 'Cash at an agent',
    about: 'How your recipient turns mobile money into cash, what it costs and how to stay safe.',
    words: 'cash out withdraw pickup pin kiosk',
  },
  {
    path: paths.helpPayByCard,
    title: 'Pay by mobile money or card',
    about: 'How to approve a payment on your phone, what is charged, and what to do if it fails.',
    words:
      'prompt pin approve approval code dial ussd wallet momo bank account ach debit mandate another number declined visa mastercard debit credit 3-d secure currency refused add funds',
  },
  {
    path: paths.helpBankTransfer,
    title: 'Bank transfer',
    about: 'Coming soon. What you can do until then.',
    words: 'bank account iban coming soon',
  },
]
