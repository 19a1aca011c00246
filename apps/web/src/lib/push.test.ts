import { describe, expect, it } from 'vitest'
import { supportOf, type PushFacts } from './push.ts'

const ANDROID: PushFacts = { sent: true, permission: 'default', worker: true, ios: false, installed: false }
const IPHONE: PushFacts = { ...ANDROID, permission: undefined, worker: false, ios: true }

describe('the support of push notifications', () => {
  it.each([
    ['a browser that was never asked', ANDROID, 'ask'],
    ['one that allows them', { ...ANDROID, permission: 'granted' }, 'allowed'],
    ['one that refused them', { ...ANDROID, permission: 'denied' }, 'blocked'],
    ['one without a service worker', { ...ANDROID, worker: false }, 'none'],
    ['one without notifications', { ...ANDROID, permission: undefined }, 'none'],
    ['one while we send none', { ...ANDROID, sent: false }, 'none'],
    ['an iPhone’s browser', IPHONE, 'install'],
    ['an iPhone’s browser while we send none', { ...IPHONE, sent: false }, 'none'],
    ['the app on an iPhone', { ...ANDROID, ios: true, installed: true }, 'ask'],
    ['the app on an old iPhone', { ...IPHONE, installed: true }, 'none'],
  ] as const)('of %s', (_whose, facts, support) => {
    expect(supportOf(facts)).toBe(support)
  })
})
