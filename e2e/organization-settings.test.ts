import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { testBrowser } from './browser.ts'
import { newsOn, type Person, password, serverWithOperator, wide } from './operators.ts'
import { createTeam, enroll, found, invite, type Organization, switcher } from './organizers.ts'
import { arrive, picture, restingPath, visit } from './visit.ts'

const place = serverWithOperator()
const browser = testBrowser()

let ada: Person
let jun: Person
let northwind: Organization

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  await found(page, 'Papertrail')
  await place.leave()
})

/** Somebody who just signed up, before the page. */
const enterNew = async (name: string): Promise<Page> => place.enterAs(await place.signUp(name))

describe('settings', () => {
  test('save by the card, keep what is typed elsewhere, and follow a new slug', async () => {
    const page = await enterNew('Sven Settler')
    const garden = await found(page, 'Garden')
    await arrive(page, `/dashboard/${garden.slug}/settings`)
    const card = (name: string) => page.getByRole('region', { name })
    await card('Features').getByLabel('Usage-based billing').check()
    await page.getByLabel('Name').fill('Garden & Sons')
    await page.getByLabel('Slug').fill('garden-and-sons')
    await page.getByText('links that people have kept no longer work').waitFor()
    await page.getByLabel('Website').fill('https://garden.example')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Platform of link 1').selectOption('GitHub')
    await page.getByLabel('Address of link 1').fill('https://example.com/garden')
    await card('Profile').getByRole('button', { name: 'Save' }).click()
    await page.getByText('This isn’t an address at GitHub.').waitFor()
    await picture(page, 'organization-settings-mistake', wide)
    await page.getByLabel('Address of link 1').fill('https://github.com/garden')
    await card('Profile').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => newsOn(page)).toContain('Profile saved')
    await page.waitForURL('**/dashboard/garden-and-sons/settings')
    const save = card('Profile').getByRole('button', { name: 'Save' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await switcher(page, 'Garden & Sons').waitFor()
    const usage = card('Features').getByLabel('Usage-based billing')
    await expect.poll(() => usage.isChecked()).toBe(true)
    await card('Features').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => newsOn(page)).toContain('Features saved')
    await card('Subscriptions')
      .getByRole('radio', { name: /^At once/ })
      .check()
    await card('Subscriptions').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => newsOn(page)).toContain('Subscription settings saved')
    await page.reload()
    await page.getByLabel('Website').waitFor()
    await expect.poll(() => page.getByLabel('Website').inputValue()).toBe('https://garden.example')
    await expect
      .poll(() => page.getByLabel('Address of link 1').inputValue())
      .toBe('https://github.com/garden')
    await expect.poll(() => usage.isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('radio', { name: /^At once/ }).isChecked()).toBe(true)
  })

  test('ask before what isn’t saved is left', async () => {
    const page = await place.arriveAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Name').fill('Papertrail & Co')
    await page.getByRole('link', { name: 'Danger zone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    await picture(page, 'organization-unsaved', { ...wide, window: true })
    expect(await faultsOfAccess(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Papertrail & Co')
    await page.getByRole('link', { name: 'Danger zone' }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { level: 1, name: 'Danger zone' }).waitFor()
    await page.getByRole('link', { name: 'General' }).click()
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Papertrail')
    await page.getByRole('link', { name: 'Danger zone' }).click()
    await page.getByRole('heading', { level: 1, name: 'Danger zone' }).waitFor()
  })

  test('ask also who leaves before the page is rendered anew', async () => {
    const page = await place.arriveAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Name').evaluate(async (field: HTMLInputElement) => {
      field.setRangeText('!')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise<void>(queueMicrotask)
      document.querySelector<HTMLElement>('a[href$="/settings/danger"]')?.click()
    })
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toContain('!')
  })

  test('say under the slug that it is taken', async () => {
    const page = await place.arriveAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Slug').fill(northwind.slug)
    await page.getByText('Another organization has this slug.').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Another organization has this slug.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('papertrail')
  })

  test('say it to somebody whose role was taken meanwhile', async () => {
    const host = await place.enterAs(ada)
    const orchard = await found(host, 'Orchard')
    const admin = await place.signUp('Adam Admin')
    await enroll(place, orchard, admin, 'admin')
    const page = await place.arriveAs(admin, `/dashboard/${orchard.slug}/settings`)
    await page.getByLabel('Name').fill('Orchard of Adam')
    await place.query('update member set role = $1 where user_id = $2', ['member', admin.id])
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Your role changed').waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Orchard of Adam')
  })
})

describe('the end', () => {
  test('of a membership leads to the other organizations', async () => {
    const page = await enterNew('Lea Leaver')
    const kept = await found(page, 'Kept by Lea')
    const lea = await page.request.get('/api/auth/get-session').then((answer) => answer.json())
    await enroll(place, northwind, lea.user, 'member')
    await arrive(page, `/dashboard/${northwind.slug}/settings/danger`)
    await page.getByText('Only an owner can delete the organization.').waitFor()
    await page.getByRole('button', { name: 'Leave…' }).click()
    await picture(page, 'organization-leave', { ...wide, window: true })
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL(`**/dashboard/${kept.slug}`)
    await expect.poll(() => newsOn(page)).toContain('You have left Northwind Tools')
    await arrive(page, `/dashboard/${northwind.slug}`)
    await page.getByRole('heading', { name: 'There is no such organization' }).waitFor()
  })

  test('of an organization asks for its name, and tells what goes', async () => {
    const page = await enterNew('Dora Deleter')
    const doomed = await found(page, 'Doomed')
    await enroll(place, doomed, jun, 'member')
    await invite(page, doomed, 'late@example.com')
    await createTeam(page, doomed)
    await arrive(page, `/dashboard/${doomed.slug}/settings/danger`)
    await page.getByText('You are the only owner').waitFor()
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const words of ['You and 1 other member', '1 open invitation', '2 teams are deleted']) {
      await dialog.getByText(words).waitFor()
    }
    const confirm = dialog.getByRole('button', { name: 'Delete for good' })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Doomed')
    await picture(page, 'organization-delete', { ...wide, window: true })
    expect(await faultsOfAccess(page)).toEqual([])
    await confirm.click()
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expect.poll(() => newsOn(page)).toContain('Doomed is deleted')
  })

  test('of what one owns with somebody who leaves first is refused in words', async () => {
    const page = await enterNew('Olaf Owner')
    const shared = await found(page, 'Shared')
    const second = await place.signUp('Sara Second')
    await enroll(place, shared, second, 'owner')
    await arrive(page, `/dashboard/${shared.slug}/settings/danger`)
    await page.getByRole('button', { name: 'Leave…' }).click()
    await place.query('update member set role = $1 where user_id = $2', ['member', second.id])
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('alertdialog').getByText('You are the only owner.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${shared.slug}/settings/danger`)
  })
})

// A browser of its own: here it may complain of what it couldn't load.
test('a page waits in the shape of what comes, says why it can’t come, and tries again', async () => {
  const { page, context, leave } = await visit(browser.current, place.server.url, wide)
  const data = { email: place.operator.email, password }
  const headers = { origin: place.server.url }
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data, headers })
  assert.equal(signedIn.status(), 200)
  await page.goto(restingPath)
  const { name, slug } = await found(page, 'Northwind')
  await arrive(page, `/dashboard/${slug}/settings`)
  await page.route('**/organization/list-members?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('main [aria-busy=true]').waitFor()
  await picture(page, 'organization-home-waiting', wide)
  await page.getByRole('heading', { name: 'The server can’t be reached' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'General' }).isVisible()).toBe(true)
  expect(await faultsOfAccess(page)).toEqual([])
  await page.unroute('**/organization/list-members?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await leave()
})
