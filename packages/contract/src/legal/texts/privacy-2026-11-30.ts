/** The privacy policy of 30 November 2026. A published text never changes: write a new version. */
export const PRIVACY_2026_11_30 = `
%[legal-name] (“Sesa”, “we”) runs this service and decides how your data is used. Address: %[legal-address]. This page says what we store, why, with whom we share it and for how long.

## In short

- We use your data to send your money, to keep you safe and to obey the law.
- We never sell it, and we show no adverts.
- We set no cookies for tracking, and we load nothing from trackers.
- You can see, correct, download and delete your data.

## What we store

- **About you:** name, date of birth, phone number, email address, country and, if you gave it, gender.
- **To obey the law:** nationality, address, occupation and an ID number, if a network or the law asks for them. We store ID numbers encrypted.
- **Identity checks,** if you prove who you are to send more: the result, and the document’s kind, country, last day, name and date of birth. A code made from them and the document’s number shows whether one person has several accounts. We store no picture and no number from the check.
- **Your transfers:** amounts, prices, recipients, their numbers and networks, and what happened when.
- **People you send to:** names, numbers, networks, nicknames, and what the network told you about the name on the account.
- **Reminders and rate alerts:** whom you want to pay, how much and when, and the rates that you watch.
- **Your sign-ins:** times, devices, network addresses and failed attempts. They protect your account.
- **What you agreed to:** which version of a document, when, on which page, the first part of your network address and your browser’s name.
- **Your messages:** what you write to us, and our answers.
- **Notices:** what we told you, your choices, and the browsers that get push notifications.
- **Drafts:** a transfer that you started.
- **Your wallet,** if you pay by mobile money: its number and network, each request to pay, and whether the network’s name for it is yours.
- **Your card:** its brand and last four digits, so that you know which card paid, and a code made from Stripe’s fingerprint of it, to apply limits.
- **Your bank account,** if you pay from one: the bank’s name and the account’s last four digits, when you authorized the debit, and why the bank didn’t pay.
- **Saved cards:** your customer number at Stripe, and when you asked to keep or remove a card.

Your card and bank details go to our card provider, Stripe. We never see or store the number of a card or an account, or your bank’s password. If you ask to save a card, Stripe keeps it for you.

## What is stored on your device

- A session cookie keeps you signed in. A second cookie holds the country that you send from, so that pages can show the signed-in menu and the right form at once. A third recognises a browser that you have used before. Two more exist only while you sign up by email or sign in with Google. All are needed for the service.
- Your choice of light or dark may be kept in your browser.
- Short marks of recent transfers, so that we celebrate each arrival once.
- If you turn on push notifications, your browser keeps a subscription.
- The pages and pictures of the app may be kept on your device, so that it opens offline. They hold nothing about you.

That is all. There are no advertising or statistics cookies, so we show no cookie banner. On the page where you pay, Stripe stores what it needs to fight card fraud.

## Why we may use it

- To do what you asked: to send money, to show your history, to answer you.
- Because the law says so: to check identity, to look for fraud, crime and sanctions, to keep records and to report.
- For our honest interest in a safe service: to stop misuse and to find faults.
- With your consent: push notifications and saved cards. You can turn off optional emails and push, and remove a saved card, at any time.

## Who gets it

- **Stripe**, for card payments, debits of bank accounts and saved cards. To check a bank account, Stripe has you sign in at your bank. It may also get your name, phone number, date of birth and address, and your recipient’s name and number.
- **Stripe**, for people in the United States, or **Smile ID**, for people in Ghana, Liberia and Sierra Leone, if you prove who you are. They take pictures of your document and your face on their own page and compare them. Smile ID may also ask the authority that issued the document. We get the result. If it is unclear, our staff look at the pictures there.
- **Apple or Google**, if you pay with Apple Pay or Google Pay.
- **Mobile money networks and the companies that connect us to them**, if you pay by mobile money. They get your number and the amount, and some your name.
- **Mobile money networks and the companies that connect us to them**, to pay the recipient’s wallet. They get the recipient’s name and number, and your name. Some need your address and ID details by law.
- **Senders of SMS and email**, for codes and notices.
- **Authorities**, when the law makes us tell them.
- **Your recipient.** Their network shows your name. Our SMS has the amount, a reference, a link and usually your name.
- **Anyone with a tracking link.** They see the transfer’s state and time, the amount, your first name, the network and the number’s last two digits. You can stop sharing.
- **Push services of Google, Mozilla, Apple or Microsoft**, if you turn on push notifications. The message is encrypted.
- **Google**, if you sign in with Google or its Firebase service sends your code.

Our partners may use your data for this work only. Some of them work outside your country. Before we send data abroad, we make sure that it is protected as the law requires.

## How long we keep it

- Your account: until you close it.
- Saved cards: until you remove them or close your account.
- Identity checks: until you close your account, or with your transfers if you have sent money. When you close it, we have the provider erase the pictures, unless a transfer or a check that the law asks for rests on them.
- Transfers, who sent them and the last four digits of the card or the bank account or the wallet’s number: at least 5 years after you close the account, as laws against money laundering ask. They are locked, and only the law opens them.
- What the law makes us check or report, such as your details, identity checks and messages: at least 5 years after that work ends, locked as well.
- Network addresses and devices of your sign-ins: 400 days.
- Questions that you asked us: 2 years. Complaints: 5 years.
- Notices: 180 days. Push subscriptions: until you turn them off or your session ends.
- Tracking links: until you stop sharing, at most 30 days after the transfer ends.
- Consents: as long as the records of the account.

## Your rights

- **See and take away:** Settings offers a file with all your data.
- **Correct:** edit your profile.
- **Delete:** close your account in Settings. We delete what the law does not make us keep, and lock the rest.
- **Object, or withdraw consent:** switch emails off in Notifications, or write to us.
- **A person decides:** if a check by computer stops your transfer, you can ask a person to look again.

Write to %[privacy-officer], our data protection officer: %[privacy-email]. We answer within 30 days.

## Ghana

The Data Protection Act, 2012 (Act 843) gives people in Ghana these rights. You can complain to the Data Protection Commission of Ghana: https://dataprotection.org.gh.

## United States

This section is our notice under the Gramm-Leach-Bliley Act. We collect the data listed above. We share it to carry out your transfers, to prevent fraud and when the law requires it. We don’t share it with other companies for their marketing, and we have no affiliates that use it. So there is nothing that you need to opt out of. We protect it with encryption, with access limits and with records of each access.

## Liberia and Sierra Leone

When this was written, neither country had a general data protection law in force. We give you the same rights as everyone else.

## Children

Sesa is for people of 18 and over. We don’t knowingly store data of children.

## When this policy changes

A new version gets a new date. If the change matters to you, we ask you to read it before your next transfer. Old versions stay on this site.
`
