import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { startTestServer } from '../packages/server/test/server.ts'
import { testPort } from '../packages/server/test/test-port.ts'
import { launchBrowser } from '../tools/browser.ts'
import { faultsOfAccess } from './access.ts'
import { password, persona, serverWithAcme } from './accounts.ts'
import { arrive, overflow, picture, visit } from './visit.ts'

// What can lock somebody out wants a session that began a short while ago.

const place = serverWithAcme()
const db = testDatabase()
const webFolder = join(import.meta.dirname, '../packages/web/dist')
const view = { width: 1280, theme: 'light' } as const

const age = (userId: string) =>
  place.query(`update session set created_at = created_at - interval '2 days' where user_id = $1`, [
    userId,
  ])

async function connectAcme(page: Page, email: string): Promise<void> {
  place.acme.persona = { ...persona, subject: email.replace('@', '-at-'), email }
  await place.prove(page, email)
  await arrive(page, '/account/linked-accounts')
  await page.getByRole('button', { name: 'Connect Acme SSO' }).click()
  await page.getByText('Acme SSO is connected.').waitFor()
}

async function disconnectAcme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect… Acme SSO' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
}

test('the password is asked for once more, and what was wanted goes on', async () => {
  const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
  const userId = await place.newAccount(context, 'stale@example.com')
  await connectAcme(page, 'stale@example.com')
  await age(userId)
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  const field = dialog.getByLabel('Password', { exact: true })
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await picture(page, 'account-still-you', { width, theme: 'light', window: true })
    expect(await overflow(page)).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
  }

  const goOn = dialog.getByRole('button', { name: 'Disconnect Acme SSO' })
  await goOn.click()
  await dialog.getByText('Enter your password.').waitFor()
  await field.fill('another one')
  await goOn.click()
  await dialog.getByText('This isn’t your password.').waitFor()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('this device').waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  expect(complaints).toEqual([])
  await leave()
})

test('who thinks better of it changes nothing', async () => {
  const { page, context, leave } = await visit(place.browser, place.url, view)
  const userId = await place.newAccount(context, 'better@example.com')
  await connectAcme(page, 'better@example.com')
  await age(userId)
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  const disconnect = page.getByRole('button', { name: 'Disconnect… Acme SSO' })
  await disconnect.waitFor()
  await expect.poll(() => disconnect.isEnabled()).toBe(true)
  await leave()
})

test('who has no password signs in by a provider once more, and comes back to the question', async () => {
  const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
  const userId = await place.newAccount(context, 'company@example.com')
  await connectAcme(page, 'company@example.com')
  await place.query(
    `update account set provider_id = 'github', account_id = '42', password_hash = null
      where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  await age(userId)
  await arrive(page, '/account/linked-accounts')
  await disconnectAcme(page)
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByRole('button', { name: 'Continue with Acme SSO' }).waitFor()
  await picture(page, 'account-still-you-by-provider', { ...view, window: true })
  expect(await faultsOfAccess(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue with Acme SSO' }).click()
  await page.waitForURL('**/account/linked-accounts?disconnect=*')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

test('an operator who acts as somebody else is told that it isn’t theirs to do', async () => {
  const { page, context, leave } = await visit(place.browser, place.url, view)
  const userId = await place.newAccount(context, 'theirs@example.com')
  await connectAcme(page, 'theirs@example.com')
  const operator = await visit(place.browser, place.url, view)
  const operatorId = await place.newAccount(operator.context, 'chief@example.com')
  await place.query(`update users set role = 'admin' where id = $1`, [operatorId])
  await operator.context.request.post('/api/auth/admin/impersonate-user', { data: { userId } })
  await arrive(operator.page, '/account/linked-accounts')
  await disconnectAcme(operator.page)
  await operator.page.getByText('Only they themselves can do this.').waitFor()
  await expect.poll(() => operator.page.getByText('Is it still you?').count()).toBe(0)
  await operator.leave()
  await leave()
})

test('where no mails are sent an account is deleted at once, by who shows the password', async () => {
  // A public server without a mail server has nowhere to put mails.
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
  const { page, complaints } = await visit(browser, publicUrl, view)
  await arrive(page, '/sign-up?next=%2Faccount%2Fdelete')
  await page.getByLabel('Name', { exact: true }).fill('Ada Lindqvist')
  await page.getByLabel('E-mail').fill('silent@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account/delete')
  await db.database.pool.query(`update session set created_at = created_at - interval '2 days'`)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('The account is deleted at once').waitFor()
  await question.getByRole('textbox').fill('silent@example.com')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Your account is deleted.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Forgot it?' }).count()).toBe(0)
  expect(complaints).toEqual([])
})
