import * as v from 'valibot'

/** Purposes of the money, as pawaPay lists them (API v2, `purposeOfFunds`). */
export const PURPOSES_OF_FUNDS = [
  'family_support',
  'medical_expenses',
  'tuition_fees',
  'education_support',
  'gift_and_other_donations',
  'home_improvement',
  'debt_settlement',
  'real_estate',
  'taxes',
  'salary',
  'savings',
  'personal_transfer',
  'other',
] as const

/** Sources of the money, as pawaPay lists them (API v2, `sourceOfFunds`). */
export const SOURCES_OF_FUNDS = [
  'salary',
  'savings',
  'business_income',
  'gift',
  'loan',
  'lottery',
  'other',
] as const

/** The recipient's relationship to the sender, as pawaPay lists them (API v2, `relationshipRecipient`). */
export const RELATIONSHIPS = [
  'mother',
  'father',
  'son',
  'daughter',
  'brother',
  'sister',
  'husband',
  'wife',
  'partner',
  'friend',
  'aunt',
  'uncle',
  'cousin',
  'nephew',
  'niece',
  'grandfather',
  'grandmother',
  'grandson',
  'granddaughter',
  'stepchild',
  'daughter_in_law',
  'son_in_law',
  'brother_in_law',
  'sister_in_law',
  'mother_in_law',
  'guardian',
  'self',
] as const

export type PurposeOfFunds = (typeof PURPOSES_OF_FUNDS)[number]
export type SourceOfFunds = (typeof SOURCES_OF_FUNDS)[number]
export type Relationship = (typeof RELATIONSHIPS)[number]

/** The sender's statement about the money, where a network requires it. */
export const declarationFields = {
  purposeOfFunds: v.optional(v.picklist(PURPOSES_OF_FUNDS)),
  sourceOfFunds: v.optional(v.picklist(SOURCES_OF_FUNDS)),
  relationship: v.optional(v.picklist(RELATIONSHIPS)),
}
