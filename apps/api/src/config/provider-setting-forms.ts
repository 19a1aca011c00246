import { createPublicKey } from 'node:crypto'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings whose format alone reveals a mistake; the value is never printed. */
const FORMS: readonly { readonly name: string; readonly form: RegExp; readonly words: string }[] = [
  { name: 'STRIPE_SECRET_KEY', form: /^(sk|rk)_/, words: 'begins with sk_ or rk_' },
  { name: 'STRIPE_PUBLISHABLE_KEY', form: /^pk_/, words: 'begins with pk_' },
  { name: 'STRIPE_WEBHOOK_SECRET', form: /^whsec_/, words: 'begins with whsec_' },
  {
    name: 'STRIPE_ACCOUNT_FUNDING_VERSION',
    form: /^\d{4}-\d{2}-\d{2}\.preview$/,
    words: 'is a preview version of the API such as 2026-05-27.preview',
  },
  { name: 'STRIPE_WALLETS', form: /^(on|off)$/, words: 'is either on or off' },
  {
    name: 'AFRICASTALKING_REPORTS_TOKEN',
    form: /^[\w-]{32,128}$/,
    words: 'is a secret of at least 32 letters and digits: openssl rand -hex 24 makes one',
  },
  { name: 'TWILIO_ACCOUNT_SID', form: /^AC/, words: 'begins with AC' },
  {
    name: 'SMTP_URL',
    form: /^smtps?:\/\/[^\s/]+/,
    words: 'is an address such as smtps://user:password@host',
  },
  {
    name: 'MTN_MOMO_PRODUCT',
    form: /^(remittance|disbursement)$/,
    words: 'is either remittance or disbursement',
  },
  {
    name: 'PAWAPAY_REMITTANCES',
    form: /^alpha-[23]$/,
    words: 'is either alpha-2 or alpha-3, as the account writes countries',
  },
  {
    name: 'OPENEXCHANGERATES_MONTHLY_REQUESTS',
    form: /^[1-9]\d{0,6}$/,
    words: 'is the number of requests a month that the plan allows',
  },
  {
    name: 'EXCHANGERATE_API_MONTHLY_REQUESTS',
    form: /^[1-9]\d{0,6}$/,
    words: 'is the number of requests a month that the plan allows',
  },
  {
    name: 'PAWAPAY_NO_POSTAL_CODE',
    form: /^[0-9A-Za-z -]{1,16}$/,
    words: 'is at most 16 letters, digits, spaces and hyphens',
  },
  {
    name: 'SCREENING_URL',
    form: /^(https:\/\/|http:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.))/,
    words: 'is the https address of the engine; plain http only within your own network',
  },
  {
    name: 'SCREENING_DATASET',
    form: /^[a-z0-9_-]{1,100}$/,
    words: 'is the name of a dataset such as default',
  },
  {
    name: 'SCREENING_ALGORITHM',
    form: /^(?!best$)[a-z0-9-]{1,50}$/,
    words: 'is one algorithm of the engine such as logic-v2; best would change with its releases',
  },
  {
    name: 'SCREENING_THRESHOLD',
    form: /^(0\.\d{1,3}|1)$/,
    words: 'is a score such as 0.7, from 0 to 1',
  },
  {
    name: 'SCREENING_WITHOUT_LIST_UP_TO',
    form: /^\d{1,5}$/,
    words: 'is an amount in whole US dollars; 0 lets nothing leave while the list is away',
  },
]

/** The providers' names for their test environments: live mode with one of these pays nothing out. */
const TEST_WORDS = ['AFRICASTALKING_USERNAME', 'MTN_MOMO_GH_TARGET', 'MTN_MOMO_LR_TARGET']
const TEST_WORD = 'sandbox'

function isPublicKey(text: string): boolean {
  try {
    // A PEM in one line, as env files hold it.
    return createPublicKey(text.replaceAll('\\n', '\n')).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Returns a sentence for each malformed value: swapped keys, names of another environment, no key at all. */
export function listMalformedSettings(env: Environment, mode: 'test' | 'live'): string[] {
  const misformed = FORMS.filter(({ name, form }) => env[name] && !form.test(env[name])).map(
    ({ name, words }) => `${name} has another form: it ${words}.`,
  )
  const others = TEST_WORDS.filter((name) => mode === 'live' && env[name] === TEST_WORD).map(
    (name) => `${name} is ${TEST_WORD}, but SESA_MODE is live.`,
  )
  const username = env['AFRICASTALKING_USERNAME']
  // Africa's Talking accepts one username in its test environment.
  if (mode === 'test' && username && username !== TEST_WORD && !env['AFRICASTALKING_URL']) {
    others.push(`AFRICASTALKING_USERNAME is not ${TEST_WORD}, but SESA_MODE is test.`)
  }
  // MTN's test environment knows no other name; a stand-in may.
  for (const name of ['MTN_MOMO_GH_TARGET', 'MTN_MOMO_LR_TARGET'])
    if (mode === 'test' && env[name] && env[name] !== TEST_WORD && !env['MTN_MOMO_URL'])
      others.push(`${name} is not ${TEST_WORD}, but SESA_MODE is test.`)
  const key = env['PAWAPAY_CALLBACK_KEY']
  if (key && !env['PAWAPAY_TOKEN']) others.push('PAWAPAY_TOKEN is missing beside PAWAPAY_CALLBACK_KEY.')
  if (env['PAWAPAY_REMITTANCES'] && !env['PAWAPAY_TOKEN']) {
    others.push('PAWAPAY_TOKEN is missing beside PAWAPAY_REMITTANCES.')
  }
  if (env['PAWAPAY_NO_POSTAL_CODE'] && !env['PAWAPAY_REMITTANCES']) {
    others.push('PAWAPAY_REMITTANCES is missing beside PAWAPAY_NO_POSTAL_CODE.')
  }
  if (key && !isPublicKey(key)) {
    misformed.push('PAWAPAY_CALLBACK_KEY has another form: it is a public key on P-256 in PEM, in one line.')
  }
  return [...misformed, ...others]
}
