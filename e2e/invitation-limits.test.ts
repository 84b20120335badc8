import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { type Person, serverWithOperator, wide } from './operators.ts'
import { createOrganization, invite, type Organization } from './organizations.ts'
import { openPath, overflow, rowsIn, screenshot, waitUntilLoaded } from './visit.ts'

/** A server with strict limits. */
const app = serverWithOperator({
  GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL: 'on',
  GUILDHALL_INVITATION_LIMIT: '2',
  GUILDHALL_MEMBER_LIMIT: '2',
  GUILDHALL_TEAMS: 'off',
})
const phone = { width: 390, theme: 'light' } as const

let ada: Person

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
})

async function openInNewOrganization(
  name: string,
): Promise<{ page: Page; organization: Organization }> {
  const page = await app.signInAs(ada)
  return { page, organization: await createOrganization(page, name) }
}

/** As a member copies it: without the secret of the mail. */
async function copiedPath(email: string): Promise<string> {
  const [path = ''] = new URL(await mailedLink(email)).pathname.split('.')
  return path
}

async function mailedLink(email: string): Promise<string> {
  const mails = await app.server.sentMails()
  const link = mails.findLast(({ to, links }) => to === email && links.length > 0)?.links[0]
  assert(link !== undefined, `no mail with a link went to ${email}`)
  return link
}

test('an unverified invitee verifies the address and returns to the invitation', async () => {
  const { page: host, organization } = await openInNewOrganization('Proved')
  const vera = await app.signUp('Vera Verified')
  await invite(host, organization, vera.email)
  const path = await copiedPath(vera.email)
  const page = await app.openAs(vera, path, phone)
  await page.getByRole('heading', { name: 'Confirm your address first' }).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('Proved')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Sent. It may take a minute').waitFor()
  await screenshot(page, 'accept-unverified', phone)
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(await mailedLink(vera.email))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Join Proved?' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

test('verifying in another browser lets the open invitation continue', async () => {
  const { page: host, organization } = await openInNewOrganization('Otherside')
  const ewa = await app.signUp('Ewa Else')
  await invite(host, organization, ewa.email)
  const page = await app.openAs(ewa, await copiedPath(ewa.email))
  await page.getByRole('heading', { name: 'Confirm your address first' }).waitFor()
  const look = page.getByRole('button', { name: 'I confirmed my address' })
  await look.click()
  await page.getByText('Not confirmed yet').waitFor()
  await app.query('update users set email_verified = true where id = $1', [ewa.id])
  await look.click()
  await page.getByRole('heading', { name: 'Join Otherside?' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Accept' }).count()).toBe(1)
})

test('the form says what to do at the limit of open invitations', async () => {
  const { page, organization } = await openInNewOrganization('Limited')
  await openPath(page, `/dashboard/${organization.slug}/settings/invitations`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  const addresses = dialog.getByLabel('Email addresses')
  await addresses.fill('a@limited.example b@limited.example c@limited.example d@limited.example')
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByText('There are too many open invitations.').waitFor()
  await expect.poll(() => addresses.inputValue()).toBe('c@limited.example\nd@limited.example')
  await screenshot(page, 'invite-limit', { ...wide, window: true })
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => rowsIn(page).count()).toBe(2)
})

test('joining a full organization is refused and says whom to contact', async () => {
  const { page: host, organization } = await openInNewOrganization('Full')
  const [first, second] = [await app.signUp('Fay First'), await app.signUp('Sid Second')]
  for (const { id, email } of [first, second]) {
    await app.query('update users set email_verified = true where id = $1', [id])
    await invite(host, organization, email)
  }
  for (const person of [first, second]) {
    const page = await app.openAs(person, new URL(await mailedLink(person.email)).pathname, phone)
    await page.getByRole('button', { name: 'Accept' }).click()
    if (person === first) {
      await page.waitForURL('**/dashboard/full')
      continue
    }
    await page.getByText('Full has reached its member limit.').waitFor()
    await page.getByText(`Ask ${ada.email} to make room`).waitFor()
    await screenshot(page, 'accept-full', phone)
    expect(await accessibilityViolations(page)).toEqual([])
  }
})

test('nothing about teams is shown where teams are off', async () => {
  const { page, organization } = await openInNewOrganization('Teamless')
  await openPath(page, `/dashboard/${organization.slug}/settings/members`)
  await waitUntilLoaded(page)
  await page.getByText('No other members yet').waitFor()
  await screenshot(page, 'members-alone', wide)
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['Name', 'Roles', 'Joined', 'Actions'])
  await page.getByRole('button', { name: `Actions for ${ada.name}` }).click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Change roles…', 'Leave…'])
  await expect.poll(() => page.getByRole('link', { name: 'Teams' }).count()).toBe(0)
  await openPath(page, `/dashboard/${organization.slug}/settings/teams`)
  await page.getByRole('heading', { name: 'Teams are turned off' }).waitFor()
})
