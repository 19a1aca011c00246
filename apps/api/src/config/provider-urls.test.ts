import { describe, expect, it } from 'vitest'
import { findProblems } from './provider-settings.ts'
import { listWrongUrls, PROVIDER_URLS } from './provider-urls.ts'

const APART = Object.entries(PROVIDER_URLS).filter(([, { live, test }]) => (live as string) !== test)

/** Spellings of one address that all reach it. */
const spellings = (url: string): string[] => {
  const { hostname } = new URL(url)
  return [
    ...[
      url,
      `${url}/`,
      ` ${url} `,
      url.toUpperCase(),
      `${url}:443`,
      `https://${hostname}.`,
      `http://${hostname}`,
    ],
    ...[`https://user:word@${hostname}/v2`, `https://other.${hostname}`, url.replace(/\.\w+$/, '.cloud')],
  ]
}

describe('in test mode', () => {
  it.each(APART)('%s cannot be the live address, in any spelling', (name, { live, test }) => {
    for (const url of spellings(live))
      expect(listWrongUrls({ [name]: url }, 'test'), url).toEqual([
        `${name} is the provider's live address, but SESA_MODE is test. Remove it: ${test} is used.`,
      ])
    for (const url of [test, `${test}/`, 'http://127.0.0.1:4000', 'https://stand-in.example', '', undefined])
      expect(listWrongUrls({ [name]: url }, 'test')).toEqual([])
  })

  it.each(['sk_live_1', 'rk_live_1', 'pk_live_1', ' sk_live_1', 'sk_live_1\n'])(
    'no setting holds %j',
    (key) => {
      expect(findProblems({ STRIPE_IDENTITY_KEY: key }, 'test')).toContain(
        'STRIPE_IDENTITY_KEY holds a live key, but SESA_MODE is test.',
      )
    },
  )

  it.each(['MTN_MOMO_GH_TARGET', 'MTN_MOMO_LR_TARGET'])('%s is no live market', (name) => {
    const problem = `${name} is not sandbox, but SESA_MODE is test.`
    expect(findProblems({ [name]: 'mtnghana' }, 'test')).toContain(problem)
    expect(findProblems({ [name]: 'sandbox' }, 'test')).not.toContain(problem)
  })
})

it('in live mode no provider has another address', () => {
  for (const name of [...Object.keys(PROVIDER_URLS), 'STRIPE_URL'])
    expect(listWrongUrls({ [name]: 'https://api.example' }, 'live')).toEqual([
      `${name} points a live provider elsewhere. It is for tests; remove it.`,
    ])
})
