import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Person,
  password,
  press,
  serverWithOperator,
  toastsOn,
  waitForFocus,
} from './operators.ts'
import { addMember, createOrganization, createTeam, type Organization } from './organizations.ts'
import { expectAccessiblePage, expectAccessibleView, onDesktopAndPhone, openPath } from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
const paths = { open: '', another: '', orphan: '', member: '' }
const unknown = '/accept-invitation/0b4e0e0a-0000-4000-8000-000000000000'

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await newInvitee('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  const { id: teamId } = await createTeam(page, northwind)
  paths.open = await inviteTo(page, northwind, jun.email, { role: 'admin,member', teamId })
  paths.another = await inviteTo(page, northwind, 'another@company.example')
  const garden = await createOrganization(page, 'Garden')
  paths.member = await inviteTo(page, garden, jun.email)
  await addMember(app, garden, jun, 'member')
  const left = await createOrganization(page, 'Left behind')
  paths.orphan = await inviteTo(page, left, jun.email)
  await app.query('delete from member where organization_id = $1', [left.id])
  await app.endVisits()
})

/** Their address is verified, because the tests open links without the secret of a mail. */
async function newInvitee(name: string): Promise<Person> {
  const person = await app.signUp(name)
  await app.query('update users set email_verified = true where id = $1', [person.id])
  return person
}

/** Invites an address; returns the path of the invitation's page. */
async function inviteTo(
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

/** Invites an address to Northwind; returns the path of the invitation's page. */
async function inviteToNorthwind(email: string): Promise<string> {
  const page = await app.signInAs(ada)
  return inviteTo(page, northwind, email)
}

/** Invites an address to Northwind; returns the path of the mailed link. */
async function mailedPath(email: string): Promise<string> {
  await inviteToNorthwind(email)
  const link = (await app.server.sentMails()).findLast(({ to }) => to === email)?.links[0]
  assert(link !== undefined)
  return new URL(link).pathname
}

const pages = [
  ['accept-open', 'Join Northwind Tools?', () => paths.open],
  ['accept-another', 'This invitation is for another address', () => paths.another],
  ['accept-member', 'You are already a member of Garden', () => paths.member],
  ['accept-orphan', 'This invitation can’t be accepted', () => paths.orphan],
  ['accept-gone', 'Invitation not found', () => unknown],
  ['accept-odd', 'Invitation not found', () => '/accept-invitation/odd'],
] as const

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.each(pages)('%s fits and is accessible', (name, heading, path) =>
  expectAccessiblePage(name, app.viewAs(jun, path()), (page) => title(page, heading).waitFor()),
)

test('the page for a visitor who isn’t signed in fits and is accessible', () =>
  expectAccessiblePage(
    'accept-stranger',
    (view) => app.openAsVisitor(paths.open, view),
    (page) => title(page, 'You are invited').waitFor(),
  ))

test('a mailed link names inviter, organization and recipient to a visitor', async () => {
  const path = await mailedPath('visitor@company.example')
  await expectAccessiblePage(
    'accept-mailed',
    (view) => app.openAsVisitor(path, view),
    (page) => page.getByText('visitor@company.example').waitFor(),
  )
  const next = new URLSearchParams({ next: path })
  await expectAccessiblePage(
    'accept-sign-up',
    (view) => app.openAsVisitor(`/sign-up?${next}`, view),
    (page) => page.getByText('The invitation to Northwind Tools').waitFor(),
  )
  const page = await app.openAsVisitor(path.replace(/\..*$/, '.wrong'))
  await page.getByText('You have been invited to join an organization.').waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/Northwind|Ada|visitor@/)
})

test('declining fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(jun, paths.open), async (page, eachView) => {
    await page.getByRole('button', { name: 'Decline…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'accept-decline', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test('an invitee follows the mail, signs up, and accepts', async () => {
  const host = await app.openAs(ada, `/dashboard/${northwind.slug}/settings/members`)
  await host.getByRole('button', { name: 'Invite people' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('nina@company.example')
  await dialog.getByRole('checkbox', { name: /^Admin/ }).check()
  await dialog.getByRole('combobox', { name: 'Team' }).fill('second')
  await host.getByRole('option', { name: 'Second team' }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => toastsOn(host)).toContain('nina@company.example invited')
  const mails = await app.server.sentMails()
  const link = mails.findLast(({ to }) => to === 'nina@company.example')?.links[0]
  assert(link !== undefined)

  const page = await app.openAsVisitor(link)
  for (const words of ['Northwind Tools', ada.name, ada.email, 'nina@company.example']) {
    await page.getByRole('main').getByText(words, { exact: true }).waitFor()
  }
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByText('The invitation to Northwind Tools was sent to this address.').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nina@company.example')
  await page.getByRole('link', { name: 'Sign in' }).click()
  const identifier = page.getByLabel('Email or username')
  await expect.poll(() => identifier.inputValue()).toBe('nina@company.example')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nina New')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await title(page, 'Join Northwind Tools?').waitFor()
  for (const words of [ada.email, 'Admin', 'Member', 'You will be added to a team.']) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
  await expect.poll(() => toastsOn(page)).toContain('Welcome to Northwind Tools')
  await page.reload()
  await openPath(page, '/dashboard')
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
  await host.reload()
  const row = host.getByRole('row').filter({ hasText: 'nina@company.example' })
  await expect.poll(() => row.innerText()).toContain('Second team')
  await openPath(page, new URL(link).pathname)
  await title(page, 'Invitation not found').waitFor()
  await page.getByRole('link', { name: 'Open Northwind Tools' }).click()
  await page.waitForURL(`**/dashboard/${northwind.slug}`)
})

test('a visitor with the wrong account sees a notice and switches to the right one', async () => {
  const pam = await newInvitee('Pam Present')
  const path = await inviteToNorthwind(pam.email)
  const page = await app.openAs(jun, path)
  await title(page, 'This invitation is for another address').waitFor()
  const main = page.getByRole('main')
  await main.getByText(jun.name).waitFor()
  await main.getByText(jun.email).waitFor()
  await expect.poll(() => main.innerText()).not.toContain(pam.email)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('Email or username').fill(pam.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Enter')
  await title(page, 'Join Northwind Tools?').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

describe('the invitee', () => {
  test('can decline and is sent to the start page', async () => {
    const dan = await newInvitee('Dan Decliner')
    const path = await inviteToNorthwind(dan.email)
    const page = await app.openAs(dan, path)
    await page.getByRole('button', { name: 'Decline…' }).focus()
    await press(page, 'Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('The link no longer works.').waitFor()
    await waitForFocus(dialog)
    await press(page, 'Tab', 'Enter')
    await title(page, 'Welcome to Guildhall').waitFor()
    await expect.poll(() => toastsOn(page)).toContain('declined the invitation to Northwind Tools')
    const host = await app.openAs(
      ada,
      `/dashboard/${northwind.slug}/settings/invitations?show=past`,
    )
    const row = host.getByRole('row').filter({ hasText: dan.email })
    await row.getByText('declined').waitFor()
    await openPath(page, path)
    await title(page, 'Invitation not found').waitFor()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await title(page, 'Welcome to Guildhall').waitFor()
  })

  test('sees that an invitation was canceled, and a link to another one', async () => {
    const eli = await newInvitee('Eli Early')
    const path = await inviteToNorthwind(eli.email)
    const page = await app.openAs(eli, path)
    await title(page, 'Join Northwind Tools?').waitFor()
    await app.query('update invitation set status = $1 where email = $2', ['canceled', eli.email])
    const other = await inviteToNorthwind(eli.email)
    await page.getByRole('button', { name: 'Accept' }).click()
    await title(page, 'Invitation not found').waitFor()
    await page.getByRole('link', { name: /the invitation to Northwind/ }).click()
    await title(page, 'Join Northwind Tools?').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(other)
  })

  test('sees that an invitation may have expired', async () => {
    const liz = await newInvitee('Liz Late')
    const path = await inviteToNorthwind(liz.email)
    await app.query(
      `update invitation set created_at = now() - interval '3 days',
              expires_at = now() - interval '1 day' where email = $1`,
      [liz.email],
    )
    const page = await app.openAs(liz, path)
    await title(page, 'Invitation not found').waitFor()
    await expect.poll(() => page.getByRole('main').innerText()).toContain('it may have expired')
  })
})
