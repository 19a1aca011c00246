import { calls } from '@sesa/contract'
import { expectAccessibleOffice, inviteFirst, inviteMember, joinOffice } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test('support gives an enquiry to a colleague, answers from a template, and leaves a note @wide-only', async ({
  browser,
  product,
  page: customer,
  api,
}) => {
  await withProfile(api)
  const id = crypto.randomUUID()
  await api.call(calls.openEnquiry, { body: { id, topic: 'account', message: 'Did you ask for my code?' } })
  const administrator = await joinOffice(browser, await inviteFirst(product.dataDir, 'Ama Boateng'))
  const join = async (name: string) =>
    joinOffice(browser, await inviteMember(administrator, name, ['Support']))
  const [esi, abena] = [await join('Esi Support'), await join('Abena Support')]

  await esi.getByRole('link', { name: 'Enquiries', exact: true }).click()
  await esi.getByRole('grid', { name: 'Enquiries' }).getByRole('link').first().click()
  await esi.getByLabel('Give it to').selectOption('Abena Support')
  await esi.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(esi.getByText('Abena Support', { exact: true }).first()).toBeVisible()
  await expectAccessibleOffice(esi)

  await abena.getByRole('link', { name: 'Enquiries', exact: true }).click()
  const mine = abena.getByRole('grid', { name: 'Enquiries' }).getByRole('row', { name: 'Abena Support' })
  await mine.getByRole('link').first().click()
  const answer = abena.getByLabel('Answer', { exact: true })
  // A template about a transfer has no reference to fill in here.
  await abena
    .getByLabel('Begin with a template')
    .selectOption({ label: 'My card or payment Declined by the bank' })
  await abena.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(abena.getByText('Write what belongs in the place of {reference}.')).toBeVisible()
  await answer.fill('')
  await abena
    .getByLabel('Begin with a template')
    .selectOption({ label: 'My account or sign-in What we never ask for' })
  await expect(answer).toHaveValue(/^We never ask for your codes/)
  await abena.getByRole('button', { name: 'Send', exact: true }).click()
  await customer.goto(`/me/messages/${id}`)
  await expect(customer.getByText(/^We never ask for your codes/)).toBeVisible()

  await abena.getByRole('link', { name: 'The account' }).click()
  await abena.getByLabel('Note', { exact: true }).fill('Got a call from a stranger.')
  await abena.getByRole('button', { name: 'Add the note' }).click()
  await expect(abena.getByText('Got a call from a stranger.')).toBeVisible()
  await expectAccessibleOffice(abena)
})
