import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeBenefit, setBenefits } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { press, toastsOn, wide } from './operators.ts'
import { sell, stockFor } from './sales.ts'
import { expectAccessibleView, forEachView, openPath } from './visit.ts'

const { app, ada, northwind, setUp } = northwindServer()

let handbook = ''
let unsold = ''

setUp(async (page) => {
  handbook = await makeBenefit(page, northwind, 'The handbook')
  unsold = await makeBenefit(page, northwind, 'A call with our founder')
  const stock = await stockFor(page, northwind)
  await setBenefits(page, stock.productId, [handbook])
  await sell(app, northwind, stock)
})

const pathTo = (rest: string): string => `/dashboard/${northwind.slug}/${rest}`
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('before benefits are taken from customers, the seller sees how many lose what', async () => {
  const page = await app.signInAs(ada)
  const course = await stockFor(page, northwind, {
    customer: { email: 'noa@buyer.test', name: 'Noa' },
    product: { name: 'Course' },
  })
  await setBenefits(page, course.productId, [handbook])
  await sell(app, northwind, course)
  await openPath(page, pathTo(`products/${course.productId}/edit`))
  await page.getByRole('checkbox', { name: 'The handbook' }).uncheck()
  await page.getByRole('checkbox', { name: 'A call with our founder' }).check()
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.first().click()
  const question = page.getByRole('alertdialog', {
    name: 'Take benefits from customers of Course?',
  })
  await question.getByText('One customer loses “The handbook”.').waitFor()
  await question.getByText('One customer gets “A call with our founder”.').waitFor()
  await expectAccessibleView(page, 'product-losses', { ...wide, window: true })
  await press(page, 'Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toBe('')
  await save.first().focus()
  await press(page, 'Enter')
  await question.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Course' }).waitFor()
  await app.server.settle()
  await openPath(page, pathTo(`customers/${course.customerId}`))
  const held = section(page, 'Benefits').getByRole('listitem')
  await held.getByRole('link', { name: 'A call with our founder' }).waitFor()
  expect(await held.count()).toBe(1)
})

test('the page of a product shows how far a change is', async () => {
  const page = await app.signInAs(ada)
  const guide = await stockFor(page, northwind, {
    customer: { email: 'ole@buyer.test', name: 'Ole' },
    product: { name: 'Guide' },
  })
  await setBenefits(page, guide.productId, [handbook])
  await sell(app, northwind, guide)
  // As if a change were not done yet.
  await app.query('update product_benefit set benefit_id = $1 where product_id = $2', [
    unsold,
    guide.productId,
  ])
  await openPath(page, pathTo(`products/${guide.productId}`))
  const progress = page.getByRole('progressbar', { name: 'Updating what customers hold' })
  await progress.waitFor()
  expect(await progress.getAttribute('aria-valuetext')).toBe('0 of 1')
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'product-progress', view),
  )
  await app.query('update product_benefit set benefit_id = $1 where product_id = $2', [
    handbook,
    guide.productId,
  ])
  await progress.waitFor({ state: 'detached' })
})

test('before a benefit is deleted, the seller sees how many lose it', async () => {
  const page = await app.openAs(ada, pathTo(`benefits/${handbook}`))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete The handbook?' })
  await question.getByText(/^\d+ customers lose it\.$/).waitFor()
  await openPath(page, pathTo(`benefits/${unsold}`))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const other = page.getByRole('alertdialog', { name: 'Delete A call with our founder?' })
  await expect.poll(() => other.innerText()).toMatch(/Nobody holds it\.|One customer loses it\./)
})
