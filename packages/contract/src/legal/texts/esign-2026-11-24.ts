/** The consent to electronic records of 24 November 2026. A published text never changes: write a new version. */
export const ESIGN_2026_11_24 = `
United States law (15 U.S.C. 7001) lets us give you receipts and notices on a screen instead of on paper, if you agree. This page says what you agree to.

## What you get on screen and by email

Your agreement covers all transfers, and everything that we must give you in writing:

- the price before you pay, and the receipt
- notices about errors, refunds and cancellations
- this consent, the [Terms](/terms) and the [Privacy Policy](/privacy)

You find each receipt in your account. We also email it if you have confirmed your address.

## What you need

- A phone or computer with the internet and a browser of the last three years.
- An email address that you read.
- Space to keep a file, or a printer, if you want to keep or print a receipt.

If these needs change so that you might not be able to open a receipt, we tell you and ask again.

## Paper

You can have any receipt or notice on paper as well. Call %[phone] or email %[email]. We post it free of charge, and your agreement stays.

## Change your address, or your mind

- A new email address or phone number: change it in your profile or in Security.
- To withdraw your agreement: open [Agreements](/me/agreements) and choose Withdraw, or call us. It is free.

After you withdraw, we ask you to agree again before your next transfer. Transfers in progress finish, and we post their receipts to you on paper.

## How you show that you can read it

You tick the box on a page of this website, on the device that you will use. You read this page there too. That shows us that you can open what we send.

Sent by %[legal-name], %[legal-address].
`
