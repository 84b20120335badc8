import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  hasTakenFocus,
  newsOn,
  type Person,
  password,
  press,
  serverWithOperator,
} from './operators.ts'
import { createTeam, enroll, found, type Organization } from './organizers.ts'
import { arrive, expectInOrder, expectPageInOrder, onEachScreen } from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
const paths = { open: '', another: '', orphan: '', member: '' }
const unknown = '/accept-invitation/0b4e0e0a-0000-4000-8000-000000000000'

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  const { id: teamId } = await createTeam(page, northwind)
  paths.open = await invited(page, northwind, jun.email, { role: 'admin,member', teamId })
  paths.another = await invited(page, northwind, 'elsewhere@company.example')
  const garden = await found(page, 'Garden')
  paths.member = await invited(page, garden, jun.email)
  await enroll(place, garden, jun, 'member')
  const left = await found(page, 'Left behind')
  paths.orphan = await invited(page, left, jun.email)
  await place.query('delete from member where organization_id = $1', [left.id])
  await place.leave()
})

/** The path of the page of a new invitation. */
async function invited(
  page: Page,
  { id: organizationId }: Organization,
  email: string,
  more: { role?: string; teamId?: string } = {},
): Promise<string> {
  const data = { organizationId, email, role: 'member', ...more }
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post('/api/auth/organization/invite-member', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  const { id }: { id: string } = await answer.json()
  return `/accept-invitation/${id}`
}

/** A new invitation into Northwind. */
async function invitedToNorthwind(email: string): Promise<string> {
  const page = await place.enterAs(ada)
  return invited(page, northwind, email)
}

const pages = [
  ['accept-open', 'Join Northwind Tools?', () => paths.open],
  ['accept-another', 'This invitation is for another address', () => paths.another],
  ['accept-member', 'You are in Garden already', () => paths.member],
  ['accept-orphan', 'This invitation can’t be accepted', () => paths.orphan],
  ['accept-gone', 'There is no open invitation here', () => unknown],
  ['accept-odd', 'There is no open invitation here', () => '/accept-invitation/odd'],
] as const

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.each(pages)('%s is in order', (name, heading, path) =>
  expectPageInOrder(name, place.lookAs(jun, path()), (page) => title(page, heading).waitFor()),
)

test('the page for a stranger is in order', () =>
  expectPageInOrder(
    'accept-stranger',
    (view) => place.arriveAsStranger(paths.open, view),
    (page) => title(page, 'You are invited').waitFor(),
  ))

test('declining is in order', () =>
  onEachScreen(place.lookAs(jun, paths.open), async (page, inEach) => {
    await page.getByRole('button', { name: 'Decline…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await inEach((view) => expectInOrder(page, 'accept-decline', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test('from the mail to the dashboard, with an account made on the way', async () => {
  const host = await place.arriveAs(ada, `/dashboard/${northwind.slug}/settings/members`)
  await host.getByRole('button', { name: 'Invite people' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByLabel('E-mail addresses').fill('nina@company.example')
  await dialog.getByRole('checkbox', { name: /^Admin/ }).check()
  await dialog.getByRole('combobox', { name: 'Team' }).fill('second')
  await host.getByRole('option', { name: 'Second team' }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => newsOn(host)).toContain('nina@company.example is invited')
  const mails = await place.server.sentMails()
  const link = mails.findLast(({ to }) => to === 'nina@company.example')?.links[0]
  assert(link !== undefined)

  const page = await place.arriveAsStranger(link)
  await expect.poll(() => page.locator('body').innerText()).not.toContain('Northwind')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nina New')
  await page.getByLabel('E-mail').fill('nina@company.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await title(page, 'Join Northwind Tools?').waitFor()
  for (const words of [ada.email, 'Admin', 'Member', 'You are put into a team there.']) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
  await expect.poll(() => newsOn(page)).toContain('Welcome to Northwind Tools')
  await page.reload()
  await arrive(page, '/dashboard')
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
  await host.reload()
  const row = host.getByRole('row').filter({ hasText: 'nina@company.example' })
  await expect.poll(() => row.innerText()).toContain('Second team')
  await arrive(page, new URL(link).pathname)
  await title(page, 'There is no open invitation here').waitFor()
  await page.getByRole('link', { name: 'Open Northwind Tools' }).click()
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
})

test('somebody else is told as whom they are signed in, and comes back as the right one', async () => {
  const pam = await place.signUp('Pam Present')
  const path = await invitedToNorthwind(pam.email)
  const page = await place.arriveAs(jun, path)
  await title(page, 'This invitation is for another address').waitFor()
  const main = page.getByRole('main')
  await main.getByText(jun.name).waitFor()
  await main.getByText(jun.email).waitFor()
  await expect.poll(() => main.innerText()).not.toContain(pam.email)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('E-mail or username').fill(pam.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Enter')
  await title(page, 'Join Northwind Tools?').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

describe('the right person', () => {
  test('can decline, and is led on', async () => {
    const dan = await place.signUp('Dan Decliner')
    const path = await invitedToNorthwind(dan.email)
    const page = await place.arriveAs(dan, path)
    await page.getByRole('button', { name: 'Decline…' }).focus()
    await press(page, 'Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('The link no longer works.').waitFor()
    await hasTakenFocus(dialog)
    await press(page, 'Tab', 'Enter')
    await title(page, 'Welcome to Guildhall').waitFor()
    await expect.poll(() => newsOn(page)).toContain('declined the invitation to Northwind Tools')
    const host = await place.arriveAs(
      ada,
      `/dashboard/${northwind.slug}/settings/invitations?show=past`,
    )
    const row = host.getByRole('row').filter({ hasText: dan.email })
    await row.getByText('declined').waitFor()
    await arrive(page, path)
    await title(page, 'There is no open invitation here').waitFor()
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await title(page, 'Welcome to Guildhall').waitFor()
  })

  test('whose invitation was canceled meanwhile is told, with what else waits for them', async () => {
    const eli = await place.signUp('Eli Early')
    const path = await invitedToNorthwind(eli.email)
    const page = await place.arriveAs(eli, path)
    await title(page, 'Join Northwind Tools?').waitFor()
    await place.query('update invitation set status = $1 where email = $2', ['canceled', eli.email])
    const other = await invitedToNorthwind(eli.email)
    await page.getByRole('button', { name: 'Accept' }).click()
    await title(page, 'There is no open invitation here').waitFor()
    await page.getByRole('link', { name: /the invitation to Northwind/ }).click()
    await title(page, 'Join Northwind Tools?').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(other)
  })

  test('who is too late is told so', async () => {
    const liz = await place.signUp('Liz Late')
    const path = await invitedToNorthwind(liz.email)
    await place.query(
      `update invitation set created_at = now() - interval '3 days',
              expires_at = now() - interval '1 day' where email = $1`,
      [liz.email],
    )
    const page = await place.arriveAs(liz, path)
    await title(page, 'There is no open invitation here').waitFor()
    await expect.poll(() => page.getByRole('main').innerText()).toContain('its time is over')
  })
})
