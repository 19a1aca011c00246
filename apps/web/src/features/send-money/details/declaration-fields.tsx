import type { PurposeOfFunds, Relationship, SourceOfFunds } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { paths, withTo } from '../../../lib/paths.ts'
import { useSenderDetails } from '../../../lib/sender-details.ts'
import type { DetailsForm } from './use-details.ts'

const PURPOSES: Readonly<Record<PurposeOfFunds, string>> = {
  family_support: i18n.t('Supporting family'),
  medical_expenses: i18n.t('Medical expenses'),
  tuition_fees: i18n.t('School or university fees'),
  education_support: i18n.t('Other education costs'),
  gift_and_other_donations: i18n.t('A gift or donation'),
  home_improvement: i18n.t('Building or repairing a home'),
  debt_settlement: i18n.t('Repaying a debt'),
  real_estate: i18n.t('Buying land or a home'),
  taxes: i18n.t('Taxes'),
  salary: i18n.t('Salary or wages'),
  savings: i18n.t('Savings'),
  personal_transfer: i18n.t('Personal use'),
  other: i18n.t('Something else'),
}

const SOURCES: Readonly<Record<SourceOfFunds, string>> = {
  salary: i18n.t('My wages'),
  savings: i18n.t('My savings'),
  business_income: i18n.t('My business'),
  gift: i18n.t('A gift'),
  loan: i18n.t('A loan'),
  lottery: i18n.t('Lottery winnings'),
  other: i18n.t('Something else'),
}

const RELATIONSHIPS: Readonly<Record<Relationship, string>> = {
  mother: i18n.t('My mother'),
  father: i18n.t('My father'),
  son: i18n.t('My son'),
  daughter: i18n.t('My daughter'),
  brother: i18n.t('My brother'),
  sister: i18n.t('My sister'),
  husband: i18n.t('My husband'),
  wife: i18n.t('My wife'),
  partner: i18n.t('My partner'),
  friend: i18n.t('A friend'),
  aunt: i18n.t('My aunt'),
  uncle: i18n.t('My uncle'),
  cousin: i18n.t('My cousin'),
  nephew: i18n.t('My nephew'),
  niece: i18n.t('My niece'),
  grandfather: i18n.t('My grandfather'),
  grandmother: i18n.t('My grandmother'),
  grandson: i18n.t('My grandson'),
  granddaughter: i18n.t('My granddaughter'),
  stepchild: i18n.t('My stepchild'),
  daughter_in_law: i18n.t('My daughter-in-law'),
  son_in_law: i18n.t('My son-in-law'),
  brother_in_law: i18n.t('My brother-in-law'),
  sister_in_law: i18n.t('My sister-in-law'),
  mother_in_law: i18n.t('My mother-in-law'),
  guardian: i18n.t('My guardian'),
  self: i18n.t('Myself'),
}

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** Renders the purpose and source of funds that some networks require. Sender details have their own page. */
export function DeclarationFields({ form }: { form: DetailsForm }) {
  const { data } = useSenderDetails()
  const isUnknown = data !== undefined && (data.details?.identificationEnding ?? null) === null
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">{i18n.t('About this money')}</h2>
      <p className="text-muted">{i18n.t('By law we need to ask what this money is for.')}</p>
      {isUnknown && (
        <Notice
          title={i18n.t('We also need your sender details')}
          action={
            <ButtonLink href={withTo(paths.senderDetails, paths.sendMoney)}>
              {i18n.t('Add your sender details')}
            </ButtonLink>
          }
        >
          {i18n.t('It takes two minutes, once. We’ll keep this transfer for you.')}
        </Notice>
      )}
      <SelectField
        {...form.field('purposeOfFunds')}
        label={i18n.t('What is the money for?')}
        placeholder={i18n.t('Choose a purpose')}
        options={optionsOf(PURPOSES)}
      />
      <SelectField
        {...form.field('sourceOfFunds')}
        label={i18n.t('Where does the money come from?')}
        placeholder={i18n.t('Choose a source')}
        options={optionsOf(SOURCES)}
      />
      <SelectField
        {...form.field('relationship')}
        label={i18n.t('What’s your relationship to the recipient?')}
        placeholder={i18n.t('Choose a relationship')}
        optional
        options={optionsOf(RELATIONSHIPS)}
      />
    </Card>
  )
}
