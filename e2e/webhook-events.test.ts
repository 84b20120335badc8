import { beforeAll, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { button, webhooksOf } from './listeners.ts'
import { type Person, serverWithOperator } from './operators.ts'
import { found } from './organizers.ts'
import { arrive, expectInOrder, inEveryView } from './visit.ts'

const place = serverWithOperator()

let ada: Person

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
})

test('events are received in the browser, and made there', async () => {
  const page = await place.enterAs(ada)
  const organization = await found(page, 'Listening')
  await makeProduct(page, organization, { name: 'Before' })
  await place.server.settle()
  await arrive(page, webhooksOf(organization, '/events'))
  await page.getByText('Listening.').waitFor()
  await makeProduct(page, organization, { name: 'Heard of' })
  const heard = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect.poll(() => heard.count()).toBe(1)
  await heard.getByRole('button', { name: 'product.created' }).click()
  await heard.getByText('"name": "Heard of"').waitFor()
  await inEveryView(
    () => Promise.resolve(page),
    (_, view) => expectInOrder(page, 'webhook-events-heard', view),
  )
  await page.getByRole('combobox', { name: 'Event to make' }).fill('customer.created')
  await page.getByRole('option', { name: 'customer.created' }).click()
  await button(page, 'Make it').click()
  await page.mouse.move(0, 0)
  await page.locator(':focus').blur()
  await heard.getByRole('button', { name: 'customer.created' }).waitFor()
  await button(page, 'Empty the list').click()
  await page.getByText('Nothing has happened since').waitFor()
})
