import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { testServer } from '../packages/server/test/server.ts'
import { testBrowser } from './browser.ts'
import { expectThanks, payButton } from './buyers.ts'
import { visit } from './visit.ts'
import { button, field, testReceiver } from './webhook-endpoints.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')
const server = testServer(testDatabase(), {}, { isDelivering: true, webFolder })
const browser = testBrowser()
const receiver = testReceiver()

/** Does what a person does with a mouse and a keyboard, and counts it. */
function personAt(page: Page) {
  const did = { clicks: 0, keys: 0 }
  return {
    did,
    click: async (target: Locator) => {
      await target.click()
      did.clicks++
    },
    type: async (target: Locator, text: string) => {
      await target.click()
      await page.keyboard.type(text)
      did.clicks++
      did.keys += text.length
    },
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const setUp = (page: Page) => page.getByRole('region', { name: 'Set up' })

test('what the screens offer leads from the first page to a paid order and its webhook', async () => {
  const view = { width: 1280, theme: 'light' } as const
  const { page, consoleErrors, leave } = await visit(browser.current, server.current.url, view)
  const { click, type, did } = personAt(page)
  await page.goto('/')
  await click(link(page, 'Create an account'))
  await type(field(page, 'Name'), 'Olive Owner')
  await type(field(page, 'Email'), 'olive@example.com')
  await type(field(page, 'Password'), 'seven green teapots')
  await click(button(page, 'Create account'))
  await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
  await type(field(page, 'Name'), 'Olive Press')
  await click(button(page, 'Create organization'))
  await click(setUp(page).getByRole('link', { name: 'Create product' }))
  await type(field(page, 'Name'), 'Handbook')
  await type(field(page, 'Amount'), '19')
  await click(button(page, 'Create product'))
  await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor()
  await click(link(page, 'Home'))
  await click(setUp(page).getByRole('link', { name: 'Add endpoint' }))
  await type(field(page, 'URL'), `${receiver.current.url}/hook`)
  await click(page.getByRole('checkbox', { name: 'order.paid' }))
  await click(button(page, 'Create endpoint'))
  await page.getByText('is ready.').waitFor()
  await click(link(page, 'Products'))
  await click(link(page, 'Handbook'))
  await click(button(page, 'Test purchase'))
  await click(button(page.getByRole('alertdialog'), 'Open the checkout'))
  await page.waitForURL('**/checkout/**')
  await click(payButton(page))
  await expectThanks(page)
  const received = () => receiver.current.received.map(({ type: name }) => name)
  await expect.poll(received).toEqual(['order.paid'])
  await page.goto('/')
  await setUp(page).getByText('4 of 7 done').waitFor()
  expect(consoleErrors).toEqual([])
  // What a person does by hand, so that a step that is added isn't overlooked.
  expect(did).toEqual({ clicks: 21, keys: 73 + receiver.current.url.length })
  await leave()
})
