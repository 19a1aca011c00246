import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { LIVE_PROVIDERS } from '../config/testing/live-settings.ts'
import { receiptSettingsOf } from './settings.ts'

it('receipts name the company, its licences and its regulators as the settings do', () => {
  const licence = {
    country: 'US',
    name: 'Money transmitter licence, Minnesota',
    number: 'MN-1024',
    nmlsId: '1234567',
    holder: 'Sesa Money Transfer Inc.',
    regulator: 'Minnesota Department of Commerce',
    website: 'https://mn.gov/commerce',
  }
  const commerce = { name: licence.regulator, phone: '+1 651 539 1600', website: licence.website }
  const config = readConfig({
    ...LIVE_PROVIDERS,
    SESA_SECRET: randomBytes(32).toString('base64'),
    SESA_PUBLIC_URL: 'https://sesa-money.com',
    DATABASE_URL: 'postgres://sesa_app:x8Jk2mQ9@db/sesa?sslmode=verify-full',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    LEGAL_LICENCES: JSON.stringify([licence]),
    REGULATORS: JSON.stringify({ US: [commerce] }),
  })
  const { provider, licences, regulators } = receiptSettingsOf(config)
  expect(provider).toEqual({
    name: LIVE_PROVIDERS.LEGAL_NAME,
    address: LIVE_PROVIDERS.LEGAL_ADDRESS,
    phone: LIVE_PROVIDERS.SUPPORT_PHONE,
    email: LIVE_PROVIDERS.SUPPORT_EMAIL,
    website: 'https://sesa-money.com',
  })
  const { website: _website, nmlsId, ...rest } = licence
  expect(licences).toEqual([{ ...rest, nmls_id: nmlsId }])
  expect(regulators.US).toEqual([commerce])
  expect(regulators.GH).toMatchObject([{ name: 'Bank of Ghana' }])
})
