import { describe, expect, it } from 'vitest'
import { PROXIES, proxiesOf } from './proxies.ts'
import { readSettings, type Environment } from './setting.ts'

const readProxies = (env: Environment) => proxiesOf(readSettings(env, PROXIES))

describe('the proxies in front', () => {
  it.each([
    [{ TLS_PROXY: 'local' }, ['127.0.0.1', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '203.0.113.9', '']],
    [
      { TLS_PROXY: '10.0.0.0/8, 192.168.1.5,fd00:1::/32' },
      ['10.255.0.1', '::ffff:10.1.2.3', '192.168.1.5', 'fd00:1::9'],
      ['11.0.0.1', '192.168.1.6', 'fd00:2::9', '127.0.0.1', 'not an address'],
    ],
    [{ TRUST_PROXY: '203.0.113.0/24' }, ['203.0.113.200'], ['203.0.114.1']],
    [{ TLS_PROXY: 'local', TRUST_PROXY: '203.0.113.7' }, ['127.0.0.1', '203.0.113.7'], ['203.0.113.8']],
  ])('with %j are trusted, and no others', (env, believed, others) => {
    const { trusts } = readProxies(env)
    expect(believed.filter((address) => trusts?.(address) !== true)).toEqual([])
    expect(others.filter((address) => trusts?.(address) === true)).toEqual([])
  })

  it('are none without a setting', () => {
    expect(readProxies({})).toEqual({ accepts: undefined, trusts: undefined })
  })

  it('on other machines may connect, and so may this machine', () => {
    const { accepts } = readProxies({ TLS_PROXY: '10.0.0.0/8', TRUST_PROXY: '203.0.113.7' })
    const may = ['10.0.0.7', '127.0.0.1', '::1', '203.0.113.7', '192.168.0.1'].map((one) => accepts?.(one))
    expect(may).toEqual([true, true, true, false, false])
  })

  it.each([
    [{ TLS_PROXY: 'nginx' }, /TLS_PROXY: nginx is no network/],
    [{ TLS_PROXY: '' }, /TLS_PROXY: an entry is no network/],
    [{ TLS_PROXY: '10.0.0.0/33' }, /TLS_PROXY: 10.0.0.0\/33 is no network/],
    [{ TLS_PROXY: '10.0.0.1,' }, /TLS_PROXY: an entry is no network/],
    [{ TLS_PROXY: '0.0.0.0/0' }, /TLS_PROXY: 0.0.0.0\/0 is everybody/],
    [{ TRUST_PROXY: '::/0' }, /TRUST_PROXY: ::\/0 is everybody/],
    [{ TRUST_PROXY: 'all' }, /TRUST_PROXY: all is no network/],
    [{ TLS_PROXY: '203.0.113.5' }, /TLS_PROXY: .*plain text, .*private network/],
    [{ TLS_PROXY: '10.0.0.0/7' }, /TLS_PROXY: .*private network/],
  ])('are refused as %j', (env, words) => {
    expect(() => readProxies(env)).toThrow(words)
  })
})
