import * as v from 'valibot'
import { call } from '../call.ts'
import { PAY_METHODS } from './pay.ts'
import { country, currency, dateTime, decimalText, minorAmount, network, shortText } from '../schema.ts'

const corridor = v.object({
  from: country,
  to: country,
  enabled: v.boolean(),
  /** Explains to customers why it is off; null when it is on. */
  reason: v.nullable(v.string()),
  /** Smallest amount that can be sent, in the sender's currency, minor units. */
  minimum: minorAmount,
  /** Largest amount: the limit per transfer, converted to the sender's currency; null while no rate is known. */
  maximum: v.nullable(minorAmount),
  chargeCurrency: currency,
})

export const config = v.object({
  sandbox: v.boolean(),
  identity: v.object({
    /** `firebase` replaces `phone` and `google`. */
    methods: v.array(v.picklist(['phone', 'email', 'google', 'passkey', 'firebase'])),
    /** Initialises Firebase's web SDK; present only with the method `firebase`. */
    firebase: v.optional(
      v.object({
        projectId: v.string(),
        apiKey: v.string(),
        authDomain: v.string(),
        /** The emulator that replaces the service in tests; null otherwise. */
        emulatorUrl: v.nullable(v.string()),
      }),
    ),
  }),
  card: v.object({
    mode: v.picklist(['sandbox', 'stripe']),
    publishableKey: v.string(),
    /** True where the card form may offer Apple Pay and Google Pay. */
    wallets: v.boolean(),
    /** In the sandbox, the address of its stand-in for Stripe.js. */
    script: v.optional(v.string()),
  }),
  /** Key with which a browser subscribes to push notifications; null while we send none. */
  push: v.nullable(v.object({ publicKey: v.string() })),
  countries: v.array(
    v.object({ code: country, alpha3: v.string(), name: v.string(), currency, dialCode: v.string() }),
  ),
  corridors: v.array(corridor),
  /** Ways to pay by sending country: open ones first, and of these the fastest. */
  payMethods: v.array(
    v.object({
      country,
      methods: v.array(
        v.object({
          method: v.picklist(PAY_METHODS),
          open: v.boolean(),
          /** Explains to customers why it is closed; null when it is open. */
          reason: v.nullable(v.string()),
          /** With `momo`: the networks of this country. */
          networks: v.optional(
            v.array(
              v.object({
                network,
                label: v.string(),
                open: v.boolean(),
                /** What it takes at once, in the country's currency, minor units; null while unknown. */
                minimum: v.nullable(minorAmount),
                maximum: v.nullable(minorAmount),
                prompt: v.picklist(['automatic', 'manual', 'code']),
                nameShown: v.nullable(v.string()),
                /** Median seconds from the request to the approval; null while there are too few. */
                typicalSeconds: v.nullable(v.number()),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
  networks: v.array(
    v.object({
      value: network,
      country,
      label: v.string(),
      prefixes: v.array(v.string()),
      enabled: v.boolean(),
      /** Explains to customers why it is closed; null when it is open. */
      reason: v.nullable(v.string()),
      /** Requires sender details and a declaration of purpose and source of funds. */
      senderDetails: v.boolean(),
      /** Smallest and largest pay-out in the country's currency, minor units; null while unknown. */
      minimum: v.nullable(minorAmount),
      maximum: v.nullable(minorAmount),
      /** Seconds from payment to arrival of recent transfers; null while there are too few of them. */
      usually: v.nullable(v.object({ medianSeconds: v.number(), p95Seconds: v.number() })),
    }),
  ),
  /** Minutes from opening a payment to the latest time at which the money normally arrives. */
  deliveryMinutes: v.number(),
  /** Limits in USD minor units. */
  limits: v.object({ perTransfer: minorAmount, per24Hours: minorAmount, per30Days: minorAmount, currency }),
  support: v.object({
    /** Company that provides the service, as named on receipts. */
    name: v.string(),
    phone: v.string(),
    email: v.string(),
    address: v.string(),
    socials: v.array(v.object({ name: v.string(), url: v.string() })),
  }),
})

export type Config = v.InferOutput<typeof config>
export type Corridor = v.InferOutput<typeof corridor>

export const publicCalls = {
  getConfig: call({
    method: 'GET',
    path: '/config',
    summary: 'The configuration that a client needs before sign-in',
    auth: 'none',
    success: { 200: config },
    errors: [],
  }),
  getRate: call({
    method: 'GET',
    path: '/currency/rates/{from}/{to}/{amount}',
    summary: "Convert an amount in major units at the customer's rate, margin included",
    auth: 'none',
    params: v.strictObject({ from: shortText, to: shortText, amount: shortText }),
    query: v.strictObject({
      side: v.optional(v.picklist(['send', 'receive'])),
      /** Each way to pay has a margin of its own. Default: the first open one of the sending country. */
      payWith: v.optional(v.picklist(PAY_METHODS)),
    }),
    success: {
      200: v.object({
        /** Major units, at most two decimals. */
        value: v.number(),
        rate: decimalText,
        /** The mid-market rate behind `rate`, as of `asOf`. */
        midRate: decimalText,
        /** Our margin on this amount, in minor units of `from`; see the quote. */
        margin: minorAmount,
        /** The way to pay that the rate is for. */
        payWith: v.picklist(PAY_METHODS),
        asOf: dateTime,
        source: v.string(),
      }),
    },
    errors: [
      'currency_unknown',
      'amount_not_a_number',
      'amount_negative',
      'amount_too_many_decimals',
      'amount_above_limit',
      'rate_unavailable',
    ],
  }),
  findCountry: call({
    method: 'GET',
    path: '/countries',
    summary: 'Countries whose name resembles the given one (fuzzy match, score of at least 60 of 100)',
    auth: 'none',
    query: v.strictObject({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
    success: {
      200: v.object({
        countries: v.array(v.object({ code: v.string(), name: v.string(), served: v.boolean() })),
      }),
    },
    errors: [],
  }),
  healthz: call({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process answers',
    auth: 'none',
    success: { 200: v.object({ status: v.literal('ok') }) },
    errors: [],
  }),
  readyz: call({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether the process can serve: the database commits, and its schema is current',
    auth: 'none',
    success: { 200: v.object({ status: v.literal('ready') }) },
    errors: [],
  }),
}
