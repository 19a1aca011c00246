// Slow: an enquiry that passes from one member to another, in its own product.
import { calls } from '@sesa/contract'
import { expectAccessibleOffice, joinOffice, openSection, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test(
  'support gives an enquiry to a colleague, answers from a template, and leaves a note',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, page: customer, api }) => {
    await withProfile(api)
    const id = crypto.randomUUID()
    await api.call(calls.openEnquiry, { body: { id, topic: 'account', message: 'Did you ask for my code?' } })
    const linkOf = await sandboxMembers(product.dataDir)
    const join = (name: string) => joinOffice(browser, linkOf(name))
    const [esi, fatu] = [await join('Esi Support'), await join('Fatu Support')]

    await openSection(esi, 'Inbox')
    await esi.getByRole('grid', { name: 'Open work' }).getByRole('link').first().click()
    await esi.getByLabel('Assign to').selectOption('Fatu Support')
    await esi.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(esi.getByText('Fatu Support', { exact: true }).first()).toBeVisible()
    await expectAccessibleOffice(esi)

    await openSection(fatu, 'Inbox')
    await fatu.getByRole('link', { name: /^Mine/ }).click()
    await fatu.getByRole('grid', { name: 'Open work' }).getByRole('link').first().click()
    const answer = fatu.getByLabel('Answer', { exact: true })
    // A template about a transfer has no reference to insert here.
    await fatu.getByLabel('Template', { exact: true }).fill('My card or payment: Declined by the bank')
    await fatu.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(fatu.getByText('Replace {reference} with the right text.')).toBeVisible()
    await answer.fill('')
    await fatu.getByLabel('Template', { exact: true }).fill('My account or sign-in: What we never ask for')
    await expect(answer).toHaveValue(/^We never ask for your codes/)
    await fatu.getByRole('button', { name: 'Send', exact: true }).click()
    await customer.goto(`/me/messages/${id}`)
    await expect(customer.getByText(/^We never ask for your codes/)).toBeVisible()

    await fatu.getByRole('link', { name: 'Open customer' }).click()
    await fatu.getByLabel('Note', { exact: true }).fill('Got a call from a stranger.')
    await fatu.getByRole('button', { name: 'Add note' }).click()
    await expect(fatu.getByText('Got a call from a stranger.')).toBeVisible()
    await expectAccessibleOffice(fatu)
  },
)
