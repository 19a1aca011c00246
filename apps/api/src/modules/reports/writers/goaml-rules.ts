import type { Profile } from '../profiles.ts'
import type { Rule } from './xml.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/
const COUNTRY = /^[A-Z]{2}$/
const CURRENCY = /^[A-Z]{3}$/
const AMOUNT = /^(?=.*[1-9])\d{1,15}\.\d{2}$/

const text = (name: string, most: number, more: Partial<Rule> = {}): Rule => ({ name, most, ...more })
const optional = { isOptional: true }

/**
 * The structure of a goAML report as public sources give it: order, lengths, closed lists. The schema itself comes from
 * the authority after registration and decides.
 */
export function goamlRules({ codes, currency }: Profile): Rule {
  const single = (name: string): readonly string[] => [codes.single[name] ?? '']
  const phones: Rule = {
    name: 'phones',
    children: [
      {
        name: 'phone',
        mayRepeat: true,
        children: [
          { name: 'tph_contact_type', oneOf: single('phone_contact_type') },
          { name: 'tph_communication_type', oneOf: single('phone_communication_type') },
          { name: 'tph_number', pattern: /^\+\d{7,15}$/ },
        ],
      },
    ],
  }
  const address: readonly Rule[] = [
    { name: 'address_type', oneOf: single('address_type') },
    text('address', 100),
    text('city', 255),
    text('zip', 16, optional),
    { name: 'country_code', pattern: COUNTRY },
    text('state', 255, optional),
  ]
  const client: readonly Rule[] = [
    { name: 'gender', oneOf: ['M', 'F'] },
    text('first_name', 100),
    text('last_name', 100),
    { name: 'birthdate', pattern: TIME },
    text('id_number', 255),
    { name: 'nationality1', pattern: COUNTRY },
    { name: 'residence', pattern: COUNTRY },
    phones,
    { name: 'addresses', children: [{ name: 'address', mayRepeat: true, children: address }] },
    text('occupation', 255, optional),
    {
      name: 'identification',
      mayRepeat: true,
      children: [
        { name: 'type', oneOf: Object.values(codes.documents) },
        text('number', 255),
        { name: 'issue_date', pattern: TIME },
        { name: 'expiry_date', pattern: TIME },
        { name: 'issue_country', pattern: COUNTRY },
      ],
    },
    text('tax_number', 100),
  ]
  const transaction: Rule = {
    name: 'transaction',
    isOptional: true,
    mayRepeat: true,
    children: [
      text('transactionnumber', 50),
      text('transaction_location', 255),
      text('transaction_description', 4_000, optional),
      { name: 'date_transaction', pattern: TIME },
      { name: 'transmode_code', oneOf: single('transmode_code') },
      { name: 'amount_local', pattern: AMOUNT },
      {
        name: 't_from_my_client',
        children: [
          { name: 'from_funds_code', oneOf: single('from_funds_code') },
          {
            name: 'from_foreign_currency',
            isOptional: true,
            children: [
              { name: 'foreign_currency_code', pattern: CURRENCY },
              { name: 'foreign_amount', pattern: AMOUNT },
              { name: 'foreign_exchange_rate', pattern: /^\d{1,12}(\.\d{1,20})?$/ },
            ],
          },
          { name: 'from_person', children: client },
          { name: 'from_country', pattern: COUNTRY },
        ],
      },
      {
        name: 't_to',
        children: [
          { name: 'to_funds_code', oneOf: single('to_funds_code') },
          {
            name: 'to_person',
            children: [text('first_name', 100), text('last_name', 100), { ...phones, isOptional: true }],
          },
          { name: 'to_country', pattern: COUNTRY },
        ],
      },
      text('comments', 4_000, optional),
    ],
  }
  return {
    name: 'report',
    exactlyOne: [['transaction', 'activity']],
    children: [
      { name: 'rentity_id', pattern: /^\d{1,9}$/ },
      text('rentity_branch', 255, optional),
      { name: 'submission_code', oneOf: ['E', 'M'] },
      { name: 'report_code', oneOf: single('report_code') },
      text('entity_reference', 255),
      { name: 'submission_date', pattern: TIME },
      { name: 'currency_code_local', oneOf: [currency] },
      {
        name: 'reporting_person',
        children: [text('first_name', 100), text('last_name', 100), text('email', 255, optional)],
      },
      { name: 'location', children: address },
      text('reason', 4_000),
      text('action', 4_000),
      transaction,
      {
        name: 'activity',
        isOptional: true,
        children: [
          {
            name: 'report_parties',
            children: [
              {
                name: 'report_party',
                mayRepeat: true,
                children: [{ name: 'person', children: client }, text('reason', 4_000)],
              },
            ],
          },
        ],
      },
      {
        name: 'report_indicators',
        children: [{ name: 'indicator', mayRepeat: true, oneOf: Object.keys(codes.indicators) }],
      },
    ],
  }
}
