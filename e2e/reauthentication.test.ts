import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { startTestServer } from '../packages/server/test/server.ts'
import { testPort } from '../packages/server/test/test-port.ts'
import { launchBrowser } from '../tools/browser.ts'
import { accessibilityViolations } from './accessibility.ts'
import { password, persona, serverWithAcme } from './accounts.ts'
import { createOrganization } from './organizations.ts'
import { openPath, overflow, screenshot, visit } from './visit.ts'

// Changes that can lock a user out require a recent sign-in.

const app = serverWithAcme()
const db = testDatabase()
const webFolder = join(import.meta.dirname, '../packages/web/dist')
const view = { width: 1280, theme: 'light' } as const

const ageSessions = (userId: string) =>
  app.query(`update session set created_at = created_at - interval '2 days' where user_id = $1`, [
    userId,
  ])

async function connectAcme(page: Page, email: string): Promise<void> {
  app.acme.persona = { ...persona, subject: email.replace('@', '-at-'), email }
  await app.verifyEmail(page, email)
  await openPath(page, '/account/linked-accounts')
  await page.getByRole('button', { name: 'Connect Acme SSO' }).click()
  await page.getByText('Acme SSO is connected.').waitFor()
}

async function disconnectAcme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect… Acme SSO' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
}

test('a sensitive change asks for the password again, then continues', async () => {
  const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
  const userId = await app.newAccount(context, 'stale@example.com')
  await connectAcme(page, 'stale@example.com')
  await ageSessions(userId)
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const field = dialog.getByLabel('Password', { exact: true })
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await screenshot(page, 'account-reauthentication', { width, theme: 'light', window: true })
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }

  const confirm = dialog.getByRole('button', { name: 'Disconnect Acme SSO' })
  await confirm.click()
  await dialog.getByText('Enter your password.').waitFor()
  await field.fill('another one')
  await confirm.click()
  await dialog.getByText('This password is incorrect.').waitFor()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('this device').waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  expect(consoleErrors).toEqual([])
  await leave()
})

test('canceling the password dialog changes nothing', async () => {
  const { page, context, leave } = await visit(app.browser, app.url, view)
  const userId = await app.newAccount(context, 'better@example.com')
  await connectAcme(page, 'better@example.com')
  await ageSessions(userId)
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  const disconnect = page.getByRole('button', { name: 'Disconnect… Acme SSO' })
  await disconnect.waitFor()
  await expect.poll(() => disconnect.isEnabled()).toBe(true)
  await leave()
})

test('an account without a password signs in by its provider again, then continues', async () => {
  const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
  const userId = await app.newAccount(context, 'company@example.com')
  await connectAcme(page, 'company@example.com')
  await app.query(
    `update account set provider_id = 'github', account_id = '42', password_hash = null
      where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  await ageSessions(userId)
  await openPath(page, '/account/linked-accounts')
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Continue with Acme SSO' }).waitFor()
  await screenshot(page, 'account-reauthentication-by-provider', { ...view, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue with Acme SSO' }).click()
  await page.waitForURL('**/account/linked-accounts?disconnect=*')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
})

test('an impersonating operator is refused sensitive changes', async () => {
  const { page, context, leave } = await visit(app.browser, app.url, view)
  const userId = await app.newAccount(context, 'theirs@example.com')
  await connectAcme(page, 'theirs@example.com')
  const { slug } = await createOrganization(page, 'Theirs')
  const operator = await visit(app.browser, app.url, view)
  const operatorId = await app.newAccount(operator.context, 'chief@example.com')
  await app.query(`update users set role = 'admin' where id = $1`, [operatorId])
  await operator.context.request.post('/api/auth/admin/impersonate-user', { data: { userId } })
  await openPath(operator.page, '/account/linked-accounts')
  await disconnectAcme(operator.page)
  await operator.page.getByText('Only the account holder can do this.').waitFor()
  await expect.poll(() => operator.page.getByText('Confirm it’s you').count()).toBe(0)
  await openPath(operator.page, `/dashboard/${slug}/settings/invitations`)
  await operator.page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = operator.page.getByRole('dialog', { name: /^Invite people to/ })
  await dialog.getByLabel('Email addresses').fill('chief@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByText('Only the user can do this, not an operator').waitFor()
  await operator.leave()
  await leave()
})

test('without a mail server an account is deleted immediately after the password', async () => {
  // A server with a public URL and no mail server can't send mail.
  const port = await testPort()
  const publicUrl = `http://accounts.test:${port}`
  const env = { PORT: String(port), GUILDHALL_URL: publicUrl }
  const server = await startTestServer(db, env, { webFolder })
  onTestFinished(server.stop)
  const browser = await launchBrowser(
    '--host-resolver-rules=MAP accounts.test 127.0.0.1',
    `--unsafely-treat-insecure-origin-as-secure=${publicUrl}`,
  )
  onTestFinished(() => browser.close())
  const { page, consoleErrors } = await visit(browser, publicUrl, view)
  await openPath(page, '/sign-up?next=%2Faccount%2Fdelete')
  await page.getByLabel('Name', { exact: true }).fill('Ada Lindqvist')
  await page.getByLabel('Email').fill('silent@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account/delete')
  await db.database.pool.query(`update session set created_at = created_at - interval '2 days'`)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Your account is deleted immediately').waitFor()
  await question.getByRole('textbox').fill('silent@example.com')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Your account has been deleted.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
})
