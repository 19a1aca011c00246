/** The terms of 30 November 2026. A published text never changes: write a new version. */
export const TERMS_2026_11_30 = `
These terms are the agreement between you and %[legal-name] (“Sesa”, “we”). Company number: %[legal-number]. Address: %[legal-address].

They apply when you open an account or send money with Sesa. Please read them. Our [Privacy Policy](/privacy) says what we do with your data.

## Who can use Sesa

- You must be 18 or over.
- You must live in a country that we send from: Liberia, Ghana, Sierra Leone or the United States.
- You open one account, for yourself, with your own name and your own phone number.
- You tell us the truth about yourself, and you update your profile when something changes.
- By law we must know who our customers are. We may ask for your address, your ID or the reason for a transfer. Some mobile networks ask for these too.

## What we do

You pay us by mobile money, by card or, in the United States, from a bank account. We pay the same transfer into a mobile money wallet in Liberia, Ghana or Sierra Leone. We keep no balance for you. We give no loans, and we don’t pay out to banks.

You are responsible for the recipient’s number. We pay the wallet that belongs to it. Check the number and the name before you pay.

## Price

Before you pay, you see the rate, the fee, any taxes, the total and the amount that arrives. We lock that price for 30 minutes. We never charge more than the price you accepted.

We earn a margin that is part of the rate, and a fee if there is one. [Fees and limits](/fees) shows both. Your recipient’s network may charge for cash. Your own network may charge for paying from your wallet, and your bank for using your card abroad.

## Paying by mobile money

Your network asks for your approval: you enter your PIN on your own phone. Pay from your own wallet only. We can’t take a request back while your network waits for you. If you approve it twice or too late, we return the money to that wallet.

## Paying from a bank account

In the United States you can pay from your own bank account, in US dollars. You authorize us, in the form of Stripe, our payment provider, to debit the total of one transfer from that account, once. You see the amount and the account before you authorize it. Stripe shows you the authorization, and we email you when your bank is asked. You can’t take it back while your bank is being asked.

Your bank usually answers within 4 banking days. We keep your price for 5 banking days and send the money when your bank has paid. If your bank pays later, we refund it. If your bank doesn’t pay, we send nothing and tell you why. Make sure that the account holds enough: your bank may charge you if it doesn’t.

Your bank can take a debit back after it has paid, for example if you tell it that you did not authorize the debit. If we have sent the money by then, you owe us what your bank took back. We may hold your account until you have paid it, and limit what you pay from a bank account.

## Cards that you save

You can ask Stripe, our card provider, to keep your card: tick the box when you pay. We offer that card the next time you pay. We never charge it unless you press Pay.

Remove a card in Settings at any time. When you close your account, we have all of them removed.

## When the money arrives

Most transfers arrive within minutes. Before you pay, we show the latest date and time by which the money is available. A network can be slow, and the law may make us check a transfer first. Your transfer’s page shows each step.

## Cancel a transfer

You can cancel for a full refund within 30 minutes of payment, unless the money has already been paid into the wallet. A debit counts as paid when your bank pays. Open the transfer and choose Cancel, or call us. You need not give a reason.

We return everything you paid, fee included, within 3 business days of your request. Your network or your bank may need longer to show it.

## If we can’t deliver

If the network can’t pay the wallet, we refund the full charge to the wallet, card or bank account that you paid with, in the currency we charged. The same goes for a transfer that we refuse.

A number can belong to someone else. If you sent to a wrong number and the wallet was paid, we ask the network for help. We often can’t get the money back, and we can’t promise it.

## If something is wrong

You have the right to dispute an error. Contact us within 180 days of the date we said the money would be available. Tell us your name, your phone number, the transfer’s reference, the recipient and what went wrong.

We look into it within 90 days at most, and tell you the result within 3 business days of finishing. If we made an error, you choose: a refund, or the missing amount sent again. You can ask for the papers that we relied on.

Customers in the United States have these rights under Regulation E (12 CFR 1005.33 and 1005.34). We give them to every customer. Your own law may give you more, and these terms take nothing of it away.

[Complaints](/complaints) says how to complain, how fast we answer and who can decide after us.

## What you must not do

- Don’t send money for someone else, or let anyone use your account.
- Don’t send money to a person you have never met, because of a promise, a prize, a threat or a loan.
- Don’t use Sesa for crime, for tax evasion, for trade in arms or drugs, or for a person or country under sanctions.
- Don’t split an amount to avoid a limit or a check.
- Don’t pay with a wallet, a card or a bank account that isn’t yours.
- Don’t take back a debit that you authorized and whose money arrived. Talk to us instead.
- Don’t attack our systems or copy data from them. We welcome reports of weak points: see [Security](/security).

## When we stop a transfer or an account

We may refuse, hold or refund a transfer, and lock an account, if the law requires it, if we suspect fraud or if you break these terms. We tell you why if the law lets us. Money that we may not send goes back to your wallet, card or bank account, unless the law tells us to hold it.

## Your part in keeping safe

- Never tell anyone a code that we sent you. We never ask for it, and never for your card number or your wallet’s PIN.
- Tell us at once if your phone, your card or your account is in wrong hands.
- Sign out on devices that others use.

## What we answer for

We answer for our own mistakes and for those of the partners that we choose. If a transfer fails through our fault, we refund the full charge. Where the law lets us, we don’t answer for losses that we could not foresee, or for a failure outside our control, such as a network that is down. Nothing here limits our duty for fraud, or any duty that the law does not let us limit.

## Closing your account

You can close your account at any time in Settings, once no transfer is in progress. We lock the records that the law makes us keep, and delete them later. Your [Privacy Policy](/privacy) says how long.

## When these terms change

A new version gets a new date. For a change that matters to you, we ask you to agree before your next transfer. A transfer that you have paid follows the terms that you had agreed to. Old versions stay on this site.

## Law

These terms follow %[legal-law], and %[legal-courts] decide. If the law of your home country protects you better, it still does.

## Contact

%[legal-name], %[legal-address]. Call %[phone] or email %[email].
`
