import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { type Person, serverWithOperator, wide } from './operators.ts'
import { found, invite, type Organization } from './organizers.ts'
import { arrive, isLoaded, overflow, picture, rowsIn } from './visit.ts'

/** A server whose operator is strict. */
const place = serverWithOperator({
  GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL: 'on',
  GUILDHALL_INVITATION_LIMIT: '2',
  GUILDHALL_MEMBER_LIMIT: '2',
  GUILDHALL_TEAMS: 'off',
})
const phone = { width: 390, theme: 'light' } as const

let ada: Person

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
})

async function arriveWithOwn(name: string): Promise<{ page: Page; organization: Organization }> {
  const page = await place.enterAs(ada)
  return { page, organization: await found(page, name) }
}

async function linkTo(email: string): Promise<string> {
  const mails = await place.server.sentMails()
  const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
  assert(link !== undefined, `no mail with a link went to ${email}`)
  return link
}

test('who hasn’t proved the address does so first, and comes back to the invitation', async () => {
  const { page: host, organization } = await arriveWithOwn('Proved')
  const vera = await place.signUp('Vera Verified')
  await invite(host, organization, vera.email)
  const path = new URL(await linkTo(vera.email)).pathname
  const page = await place.arriveAs(vera, path, phone)
  await page.getByRole('heading', { name: 'Confirm your address first' }).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('Proved')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Sent. It may take a minute').waitFor()
  await picture(page, 'accept-unverified', phone)
  expect(await overflow(page)).toBe(0)
  expect(await faultsOfAccess(page)).toEqual([])
  await page.goto(await linkTo(vera.email))
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Join Proved?' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

test('who proves it elsewhere goes on from the page that was open', async () => {
  const { page: host, organization } = await arriveWithOwn('Elsewhere')
  const ewa = await place.signUp('Ewa Elsewhere')
  await invite(host, organization, ewa.email)
  const page = await place.arriveAs(ewa, new URL(await linkTo(ewa.email)).pathname)
  await page.getByRole('heading', { name: 'Confirm your address first' }).waitFor()
  const look = page.getByRole('button', { name: 'I have confirmed it' })
  await look.click()
  await page.getByText('Not yet').waitFor()
  await place.query('update users set email_verified = true where id = $1', [ewa.id])
  await look.click()
  await page.getByRole('heading', { name: 'Join Elsewhere?' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Accept' }).count()).toBe(1)
})

test('at the limit of open invitations the form says what to do', async () => {
  const { page, organization } = await arriveWithOwn('Limited')
  await arrive(page, `/dashboard/${organization.slug}/settings/invitations`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  const addresses = dialog.getByLabel('E-mail addresses')
  await addresses.fill('a@limited.example b@limited.example c@limited.example d@limited.example')
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByText('Too many invitations are open here.').waitFor()
  await expect.poll(() => addresses.inputValue()).toBe('c@limited.example\nd@limited.example')
  await picture(page, 'invite-limit', { ...wide, window: true })
  expect(await faultsOfAccess(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => rowsIn(page).count()).toBe(2)
})

test('into a full organization nobody comes, and the page says whom to ask', async () => {
  const { page: host, organization } = await arriveWithOwn('Full')
  const [first, second] = [await place.signUp('Fay First'), await place.signUp('Sid Second')]
  for (const { id, email } of [first, second]) {
    await place.query('update users set email_verified = true where id = $1', [id])
    await invite(host, organization, email)
  }
  for (const person of [first, second]) {
    const page = await place.arriveAs(person, new URL(await linkTo(person.email)).pathname, phone)
    await page.getByRole('button', { name: 'Accept' }).click()
    if (person === first) {
      await page.waitForURL('**/dashboard/full')
      continue
    }
    await page.getByText('Full has as many members as it can have.').waitFor()
    await page.getByText(`Ask ${ada.email} to make room`).waitFor()
    await picture(page, 'accept-full', phone)
    expect(await faultsOfAccess(page)).toEqual([])
  }
})

test('where teams are off there is nothing of them', async () => {
  const { page, organization } = await arriveWithOwn('Teamless')
  await arrive(page, `/dashboard/${organization.slug}/settings/members`)
  await isLoaded(page)
  await page.getByText('You are alone here').waitFor()
  await picture(page, 'members-alone', wide)
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['Name', 'Roles', 'Joined', 'Actions'])
  await page.getByRole('button', { name: `Actions for ${ada.name}` }).click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Change roles…', 'Leave…'])
  await expect.poll(() => page.getByRole('link', { name: 'Teams' }).count()).toBe(0)
  await arrive(page, `/dashboard/${organization.slug}/settings/teams`)
  await page.getByRole('heading', { name: 'There are no teams here' }).waitFor()
})
