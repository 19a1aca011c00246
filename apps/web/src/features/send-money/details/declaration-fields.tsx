import type { PurposeOfFunds, Relationship, SourceOfFunds } from '@sesa/contract'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { paths, withTo } from '../../../lib/paths.ts'
import { useSenderDetails } from '../../../lib/sender-details.ts'
import type { DetailsForm } from './use-details.ts'

const PURPOSES: Readonly<Record<PurposeOfFunds, string>> = {
  family_support: 'Supporting family',
  medical_expenses: 'Medical expenses',
  tuition_fees: 'School or university fees',
  education_support: 'Other education costs',
  gift_and_other_donations: 'A gift or donation',
  home_improvement: 'Building or repairing a home',
  debt_settlement: 'Repaying a debt',
  real_estate: 'Buying land or a home',
  taxes: 'Taxes',
  salary: 'Salary or wages',
  savings: 'Savings',
  personal_transfer: 'Personal use',
  other: 'Something else',
}

const SOURCES: Readonly<Record<SourceOfFunds, string>> = {
  salary: 'My wages',
  savings: 'My savings',
  business_income: 'My business',
  gift: 'A gift',
  loan: 'A loan',
  lottery: 'Lottery winnings',
  other: 'Something else',
}

const RELATIONSHIPS: Readonly<Record<Relationship, string>> = {
  mother: 'My mother',
  father: 'My father',
  son: 'My son',
  daughter: 'My daughter',
  brother: 'My brother',
  sister: 'My sister',
  husband: 'My husband',
  wife: 'My wife',
  partner: 'My partner',
  friend: 'A friend',
  aunt: 'My aunt',
  uncle: 'My uncle',
  cousin: 'My cousin',
  nephew: 'My nephew',
  niece: 'My niece',
  grandfather: 'My grandfather',
  grandmother: 'My grandmother',
  grandson: 'My grandson',
  granddaughter: 'My granddaughter',
  stepchild: 'My stepchild',
  daughter_in_law: 'My daughter-in-law',
  son_in_law: 'My son-in-law',
  brother_in_law: 'My brother-in-law',
  sister_in_law: 'My sister-in-law',
  mother_in_law: 'My mother-in-law',
  guardian: 'My guardian',
  self: 'Myself',
}

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** Renders the purpose and source of funds that some networks require. Sender details have their own page. */
export function DeclarationFields({ form }: { form: DetailsForm }) {
  const { data } = useSenderDetails()
  const isUnknown = data !== undefined && (data.details?.identificationEnding ?? null) === null
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">About this money</h2>
      <p className="text-muted">By law we need to ask what this money is for.</p>
      {isUnknown && (
        <Notice
          title="We also need your sender details"
          action={
            <ButtonLink href={withTo(paths.senderDetails, paths.sendMoney)}>
              Add your sender details
            </ButtonLink>
          }
        >
          It takes two minutes, once. We’ll keep this transfer for you.
        </Notice>
      )}
      <SelectField
        {...form.field('purposeOfFunds')}
        label="What is the money for?"
        placeholder="Choose a purpose"
        options={optionsOf(PURPOSES)}
      />
      <SelectField
        {...form.field('sourceOfFunds')}
        label="Where does the money come from?"
        placeholder="Choose a source"
        options={optionsOf(SOURCES)}
      />
      <SelectField
        {...form.field('relationship')}
        label="What’s your relationship to the recipient?"
        placeholder="Choose a relationship"
        optional
        options={optionsOf(RELATIONSHIPS)}
      />
    </Card>
  )
}
