import assert from 'node:assert/strict'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { testServer } from '../packages/server/test/server.ts'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { overflow, screenshot, visit } from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')
const server = testServer(testDatabase(), { GUILDHALL_FIRST_OPERATOR: 'link' }, { webFolder })
const browser = testBrowser()
const view = { width: 390, theme: 'light' } as const

test('the link that a new server prints leads through sign-up to the administration', async () => {
  const { operatorLink, url } = server.current
  assert(operatorLink !== null)
  const { page, consoleErrors, leave } = await visit(browser.current, url, view)
  await page.goto(operatorLink)
  await page.getByLabel('Name', { exact: true }).fill('Olive Operator')
  await page.getByLabel('Email').fill('olive@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Become the operator of this server' }).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await screenshot(page, 'become-operator', { width, theme: 'light' })
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  expect(consoleErrors).toEqual([])
  await page.goto(operatorLink)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await page.getByText('This link is not valid, or the server already has an operator.').waitFor()
  await leave()
})
