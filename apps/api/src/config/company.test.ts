import { describe, expect, it } from 'vitest'
import { COMPANY_DETAILS } from '../testing/legal-details.ts'
import { LEGAL, legalOf } from './company.ts'
import { MODE } from './mode.ts'
import { readSettings, type Environment } from './setting.ts'
import { LIVE_PROVIDERS } from './testing/live-settings.ts'

const { regulators } = COMPANY_DETAILS
const REGULATORS = JSON.stringify(regulators)
const sandbox = (env: Environment = {}) =>
  legalOf(readSettings({ REGULATORS, ...env }, { ...MODE, ...LEGAL }))
const live = (change: Environment = {}) => sandbox({ ...LIVE_PROVIDERS, ...change })

const LICENCE = {
  country: 'US',
  name: 'Money transmitter licence, Minnesota',
  number: '1234',
  holder: 'Sesa Money Transfer Inc.',
  regulator: 'Minnesota Department of Commerce',
  website: 'https://mn.gov/commerce',
}

describe('the company’s details', () => {
  it('are its own in live mode', () => {
    expect(live()).toMatchObject({
      sample: false,
      name: 'Sesa Money Transfer Inc.',
      licences: [],
      regulators,
    })
    expect(live({ LEGAL_LICENCES: JSON.stringify([LICENCE]) }).licences).toEqual([LICENCE])
    const listed = { ...LICENCE, nmlsId: '1234567' }
    expect(live({ LEGAL_LICENCES: JSON.stringify([listed]) }).licences).toEqual([listed])
    const foreign = { ...LICENCE, name: 'Certificate of Authority to do business', number: 'XXXIV' }
    expect(live({ LEGAL_LICENCES: JSON.stringify([foreign]) }).licences).toEqual([foreign])
  })

  it('refuse placeholders among the regulators in live mode', () => {
    const sample = {
      ...regulators,
      US: [{ name: 'Sample regulator', phone: null, website: 'https://a.gov' }],
    }
    const REGULATORS = JSON.stringify(sample)
    expect(() => live({ REGULATORS })).toThrow('REGULATORS is a placeholder')
    expect(sandbox({ REGULATORS }).regulators).toEqual(sample)
  })

  it('are marked samples in a sandbox until every one is set', () => {
    expect(sandbox()).toMatchObject({ sample: true, name: 'Sample Sesa Ltd', licences: [] })
    expect(sandbox({ LEGAL_NAME: 'Kollie & Sons' })).toMatchObject({ sample: true, name: 'Kollie & Sons' })
  })

  it.each([
    ['LEGAL_NAME', undefined, 'LEGAL_NAME is missing'],
    ['LEGAL_COURTS', undefined, 'LEGAL_COURTS is missing'],
    ['LEGAL_NAME', 'Sample Sesa Ltd', 'LEGAL_NAME is a placeholder'],
    ['LEGAL_COMPANY_NUMBER', 'TODO', 'LEGAL_COMPANY_NUMBER is a placeholder'],
    ['LEGAL_ADDRESS', '12 Broad Street ...', 'LEGAL_ADDRESS is a placeholder'],
    ['LEGAL_PRIVACY_EMAIL', 'privacy@sesa.example', 'LEGAL_PRIVACY_EMAIL is a placeholder'],
    ['LEGAL_COMPLAINTS_PHONE', '+231 77 000 0100', 'LEGAL_COMPLAINTS_PHONE is a placeholder'],
    ['LEGAL_PRIVACY_EMAIL', 'privacy', 'Setting LEGAL_PRIVACY_EMAIL is no email address'],
    ['LEGAL_PRIVACY_OFFICER', '   ', 'Setting LEGAL_PRIVACY_OFFICER is empty'],
    ['LEGAL_LICENCES', '[', 'Setting LEGAL_LICENCES is no JSON'],
    ['LEGAL_LICENCES', '[{}]', 'Setting LEGAL_LICENCES'],
    [
      'LEGAL_LICENCES',
      JSON.stringify([{ ...LICENCE, website: 'http://mn.gov' }]),
      'Setting LEGAL_LICENCES: website',
    ],
    ['LEGAL_LICENCES', JSON.stringify([{ ...LICENCE, number: 'XXXX' }]), 'LEGAL_LICENCES is a placeholder'],
    ['LEGAL_LICENCES', JSON.stringify([{ ...LICENCE, nmlsId: 'NMLS 1' }]), 'nmlsId is a number of digits'],
  ])('refuse %s = %s in live mode', (name, value, message) => {
    expect(() => live({ [name]: value })).toThrow(message)
  })
})
