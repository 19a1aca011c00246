import type { PurposeOfFunds, Relationship, SourceOfFunds } from '@sesa/contract'
import { paths, withTo } from '../../../lib/paths.ts'
import { useSenderDetails } from '../../../lib/sender-details.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { DetailsForm } from './use-details.ts'

const PURPOSES: Readonly<Record<PurposeOfFunds, string>> = {
  family_support: 'Supporting family',
  medical_expenses: 'Medical expenses',
  tuition_fees: 'School or university fees',
  education_support: 'Other costs of education',
  gift_and_other_donations: 'A gift or donation',
  home_improvement: 'Building or repairing a home',
  debt_settlement: 'Paying back a debt',
  real_estate: 'Land or a house',
  taxes: 'Taxes',
  salary: 'Wages for work',
  savings: 'Savings',
  personal_transfer: 'My own use',
  other: 'Something else',
}

const SOURCES: Readonly<Record<SourceOfFunds, string>> = {
  salary: 'My wages',
  savings: 'My savings',
  business_income: 'My business',
  gift: 'A gift',
  loan: 'A loan',
  lottery: 'A lottery',
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

/** The declaration of purpose and source of funds that some networks require; sender details have their own page. */
export function DeclarationFields({ form }: { form: DetailsForm }) {
  const { data } = useSenderDetails()
  const isUnknown = data !== undefined && (data.details?.identificationEnding ?? null) === null
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">About this money</h2>
      <p className="text-muted">For this network the law asks us what the money is for.</p>
      {isUnknown && (
        <Notice
          title="We also have to know who is sending"
          action={
            <ButtonLink href={withTo(paths.senderDetails, paths.sendMoney)}>
              Add your sender details
            </ButtonLink>
          }
        >
          It takes two minutes, once. What you typed here is kept.
        </Notice>
      )}
      <SelectField
        {...form.field('purposeOfFunds')}
        label="What is the money for?"
        placeholder="Choose what it is for"
        options={optionsOf(PURPOSES)}
      />
      <SelectField
        {...form.field('sourceOfFunds')}
        label="Where does the money come from?"
        placeholder="Choose its source"
        options={optionsOf(SOURCES)}
      />
      <SelectField
        {...form.field('relationship')}
        label="Who is the recipient to you?"
        placeholder="Choose who they are"
        optional
        options={optionsOf(RELATIONSHIPS)}
      />
    </Card>
  )
}
