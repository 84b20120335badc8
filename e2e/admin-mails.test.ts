import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { type Person, press, serverWithOperator } from './operators.ts'
import { expectAccessiblePage, expectAccessibleView, onDesktopAndPhone, rowsIn } from './visit.ts'

/** Nothing listens there: no mail is ever sent. */
const app = serverWithOperator({
  SMTP_URL: 'smtp://127.0.0.1:9',
  GUILDHALL_MAIL_FROM: 'shop@example.com',
})
const path = '/admin/mails'
let stranger: Person

beforeAll(async () => {
  stranger = await app.signUp('Ada Lindqvist')
  // The first sign-in of a device is mailed, later ones aren’t.
  await app.signInAs(app.operator)
  await app.server.settle()
  await app.query('delete from graphile_worker._private_jobs', [])
  await app.query('delete from mail', [])
})

interface GivenMail {
  readonly to: string
  readonly subject: string
  readonly status: 'queued' | 'sent' | 'failed'
  readonly attempts: number
  readonly error?: string
  readonly hoursAgo: number
}

async function add({ to, subject, status, attempts, error, hoursAgo }: GivenMail): Promise<void> {
  const queuedAt = new Date(systemClock.now().getTime() - hoursAgo * 3_600_000)
  await app.query(
    `insert into mail (id, recipient, subject, body, status, attempts, created_at, sent_at, last_error)
     values ($1, $2, $3, case when $4 = 'queued' then 'sealed'::bytea end, $4, $5, $6,
             case when $4 = 'sent' then $6::timestamptz end, $7)`,
    [
      newId('mail', { ...systemClock, now: () => queuedAt }),
      to,
      subject,
      status,
      attempts,
      queuedAt,
      error ?? null,
    ],
  )
}

const mails = (page: Page) => rowsIn(page, 'Mails')

test('a server that has sent nothing says so', async () => {
  const page = await app.openAs(app.operator, path)
  await page.getByText('No mails', { exact: true }).waitFor()
  await expectAccessiblePage('admin-mails-none', app.viewAs(app.operator, path))
  expect(await mails(page).count()).toBe(0)
})

test('the mails are listed and filtered', async () => {
  await add({
    to: 'zoe@example.com',
    subject: 'Northwind Traders invited you to the team',
    status: 'failed',
    attempts: 12,
    error: '550 no mailbox for zoe@example.com',
    hoursAgo: 30,
  })
  await add({
    to: 'bea.with.a.rather.long.address@buyers.example.com',
    subject: 'Your order at Northwind Traders',
    status: 'sent',
    attempts: 1,
    hoursAgo: 5,
  })
  await add({
    to: 'jun@example.com',
    subject: 'Choose a new password for localhost',
    status: 'queued',
    attempts: 3,
    error: 'connect ECONNREFUSED 127.0.0.1:9',
    hoursAgo: 1,
  })
  await add({
    to: 'zoe@example.com',
    subject: 'Your code for Northwind',
    status: 'sent',
    attempts: 1,
    hoursAgo: 0,
  })
  const page = await app.openAs(app.operator, path)
  await expect.poll(() => mails(page).count()).toBe(4)
  await expectAccessiblePage('admin-mails', app.viewAs(app.operator, path))
  await page.getByRole('button', { name: 'Recipient', expanded: false }).click()
  await page.getByRole('textbox', { name: 'Recipient' }).fill('zoe')
  await press(page, 'Enter')
  await page.getByText('Enter a whole address.').waitFor()
  await page.getByRole('textbox', { name: 'Recipient' }).fill('ZOE@example.com')
  await press(page, 'Enter')
  await expect.poll(() => mails(page).count()).toBe(2)
  await page.getByRole('button', { name: 'State', expanded: false }).click()
  await page.getByRole('menuitem', { name: 'failed' }).click()
  await expect.poll(() => mails(page).count()).toBe(1)
  await page.reload()
  await expect.poll(() => mails(page).count()).toBe(1)
})

test('a mail that was given up says why it can’t be sent again', async () => {
  const page = await app.openAs(app.operator, `${path}?state=failed`)
  await expect.poll(() => mails(page).count()).toBe(1)
  await press(page, 'j', 'Enter')
  const sheet = page.getByRole('dialog')
  await expect.poll(() => sheet.innerText()).toContain('it can’t be sent again')
  expect(await sheet.innerText()).toContain('550 no mailbox for [masked]')
  expect(await sheet.getByRole('button', { name: 'Send now' }).count()).toBe(0)
})

test('the sheet fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(app.operator, path), async (page, eachView) => {
    await mails(page).filter({ hasText: 'jun@example.com' }).click()
    await page.getByRole('button', { name: 'Send now' }).waitFor()
    await eachView((view) => expectAccessibleView(page, 'admin-mail', { ...view, window: true }))
    await press(page, 'Escape')
  }))

test('a mail that waits is tried now', async () => {
  const page = await app.openAs(app.operator, `${path}?state=retrying`)
  await mails(page).first().click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('The mail is sent again').waitFor()
  // What it says can’t be decrypted, so this attempt is its last.
  await page.getByText('No matching mails').waitFor()
  await page.goto(`${path}?state=failed`)
  await expect.poll(() => mails(page).count()).toBe(2)
})

test('the page is closed to everyone else', async () => {
  const page = await app.openAs(stranger, path)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('found')
})
