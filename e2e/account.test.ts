import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { testServer } from '../packages/server/test/server.ts'
import { testBrowser } from './browser.ts'
import {
  expectAccessiblePage,
  openForViewing,
  openPath,
  screenshot,
  type View,
  type Visit,
  visit,
} from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')
const db = testDatabase()
const server = testServer(db, {}, { webFolder })
const browser = testBrowser()

const wide = { width: 1280, theme: 'light' } as const
const password = 'correct horse battery'

async function signUp(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  await openPath(page, '/sign-up?next=%2Faccount')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Username').fill(name.replaceAll(' ', '.'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account/profile')
  return email
}

/** The link in the newest mail to this address. */
async function mailedLink(email: string): Promise<string> {
  const mails = await server.current.sentMails()
  const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
  if (link === undefined) throw new Error(`No mail with a link went to ${email}.`)
  return link
}

const newest = async (email: string) => {
  const mails = await server.current.sentMails()
  return mails.findLast(({ to }) => to === email)
}

test('an account is created, used and deleted', async () => {
  const { page, consoleErrors, leave } = await visit(browser.current, server.current.url, wide)
  const email = await signUp(page, 'Ada Lindqvist')

  await page.getByRole('link', { name: 'Email' }).click()
  await page.getByText('not confirmed').waitFor()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('button', { name: 'Link sent' }).waitFor()
  await page.goto(await mailedLink(email))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await screenshot(page, 'verify-email-done', wide)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('confirmed', { exact: true }).waitFor()

  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.getByLabel('Email or username').fill('ada.lindqvist')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await openPath(page, '/account/password')
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another good one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').first().waitFor()
  expect((await newest(email))?.subject).toContain('was changed')

  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('this device').waitFor()
  await page.getByRole('link', { name: 'Security activity' }).click()
  await page.getByText('Password changed').first().waitFor()

  await page.getByRole('link', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(email)
  await dialog.getByRole('button', { name: 'Email me the link' }).click()
  await page.getByText('One more step.').waitFor()
  await screenshot(page, 'account-delete-mailed', wide)
  await page.goto(await mailedLink(email))
  await page.getByText('Your account has been deleted.').waitFor()
  await screenshot(page, 'sign-in-deleted', wide)
  expect(consoleErrors).toEqual([])
  await leave()
})

const pages = [
  ['account-profile', '/account/profile'],
  ['account-email', '/account/email'],
  ['account-password', '/account/password'],
  ['account-linked', '/account/linked-accounts'],
  ['account-sessions', '/account/sessions'],
  ['account-activity', '/account/activity'],
  ['account-delete', '/account/delete'],
  ['account-delete-confirm', '/account/delete?token=x'],
  ['sign-in-already', '/sign-in?next=%2Faccount%2Fprofile'],
  ['forgot-password-known', '/forgot-password'],
] as const

describe('the pages of an account', () => {
  const visits = new Map<number, Visit>()

  async function open(path: string, view: View): Promise<Page> {
    const visitor =
      visits.get(view.width) ?? (await visit(browser.current, server.current.url, view))
    if (!visits.has(view.width)) await signUp(visitor.page, `Grace ${view.width}`)
    visits.set(view.width, visitor)
    await openForViewing(visitor.page, path)
    return visitor.page
  }

  test.each(pages)('%s fits and is accessible', (name, path) =>
    expectAccessiblePage(name, (view) => open(path, view)),
  )

  test('log no errors in the browser', () => {
    expect([...visits.values()].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
  })
})
