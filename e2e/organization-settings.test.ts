import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { type Person, password, serverWithOperator, toastsOn, wide } from './operators.ts'
import {
  addMember,
  createOrganization,
  createTeam,
  invite,
  type Organization,
  switcher,
} from './organizations.ts'
import { blankPath, openPath, screenshot, visit } from './visit.ts'

const app = serverWithOperator()
const browser = testBrowser()

let ada: Person
let jun: Person
let northwind: Organization

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await createOrganization(page, 'Papertrail')
  await app.endVisits()
})

/** Signs a new user up and in. */
const signInNewUser = async (name: string): Promise<Page> => app.signInAs(await app.signUp(name))

const savedSites = 'https://garden.example\nhttp://localhost:8080'

describe('settings', () => {
  test('save by card, keep other input, and follow a new slug', async () => {
    const page = await signInNewUser('Sven Settler')
    const garden = await createOrganization(page, 'Garden')
    await openPath(page, `/dashboard/${garden.slug}/settings`)
    const card = (name: string) => page.getByRole('region', { name })
    await card('Features').getByLabel('Usage-based billing').uncheck()
    await page.getByLabel('Name').fill('Garden & Sons')
    await page.getByLabel('Slug').fill('garden-and-sons')
    await page.getByText('Existing links stop working').waitFor()
    await page.getByLabel('Website').fill('https://garden.example')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Platform of link 1').selectOption('GitHub')
    await page.getByLabel('URL of link 1').fill('https://example.com/garden')
    await card('Profile').getByRole('button', { name: 'Save' }).click()
    await page.getByText('This URL is not on GitHub.').waitFor()
    await screenshot(page, 'organization-settings-mistake', wide)
    await page.getByLabel('URL of link 1').fill('https://github.com/garden')
    await card('Profile').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Profile saved')
    await page.waitForURL('**/dashboard/garden-and-sons/settings')
    const save = card('Profile').getByRole('button', { name: 'Save' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await switcher(page, 'Garden & Sons').waitFor()
    const usage = card('Features').getByLabel('Usage-based billing')
    await expect.poll(() => usage.isChecked()).toBe(false)
    await card('Features').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Features saved')
    const sites = card('Embedded checkout').getByLabel('Embedding sites')
    await sites.fill('https://Garden.example/shop\ngarden.example')
    await card('Embedded checkout').getByRole('button', { name: 'Save' }).click()
    await page.getByText('“garden.example” isn’t a site.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await sites.fill('https://Garden.example/shop\nhttp://localhost:8080')
    await card('Embedded checkout').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Embedding sites saved')
    await expect.poll(() => sites.inputValue()).toBe(savedSites)
    await card('Subscriptions')
      .getByRole('radio', { name: /^Invoice immediately/ })
      .check()
    await card('Subscriptions').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Subscription settings saved')
    const zone = card('Time zone').getByLabel('Days of metrics begin in')
    await expect.poll(() => zone.inputValue()).toBe('UTC')
    await zone.selectOption('Europe/Stockholm')
    await card('Time zone').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Time zone saved')
    await page.reload()
    await page.getByLabel('Website').waitFor()
    await expect.poll(() => page.getByLabel('Website').inputValue()).toBe('https://garden.example')
    await expect.poll(() => sites.inputValue()).toBe(savedSites)
    await expect.poll(() => zone.inputValue()).toBe('Europe/Stockholm')
    await expect
      .poll(() => page.getByLabel('URL of link 1').inputValue())
      .toBe('https://github.com/garden')
    await expect.poll(() => usage.isChecked()).toBe(false)
    await expect
      .poll(() => page.getByRole('radio', { name: /^Invoice immediately/ }).isChecked())
      .toBe(true)
  })

  test('ask before unsaved input is discarded', async () => {
    const page = await app.openAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Name').fill('Papertrail & Co')
    await page.getByRole('link', { name: 'Danger zone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    await screenshot(page, 'organization-unsaved', { ...wide, window: true })
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Stay on this page' }).click()
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

  test('ask even if the user leaves before the next render', async () => {
    const page = await app.openAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Name').evaluate(async (field: HTMLInputElement) => {
      field.setRangeText('!')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise<void>(queueMicrotask)
      document.querySelector<HTMLElement>('a[href$="/settings/danger"]')?.click()
    })
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay on this page' }).click()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toContain('!')
  })

  test('report a taken slug under its field', async () => {
    const page = await app.openAs(ada, '/dashboard/papertrail/settings')
    await page.getByLabel('Slug').fill(northwind.slug)
    await page.getByText('Another organization has this slug.').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Another organization has this slug.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('papertrail')
  })

  test('report a role that was removed meanwhile', async () => {
    const host = await app.signInAs(ada)
    const orchard = await createOrganization(host, 'Orchard')
    const admin = await app.signUp('Adam Admin')
    await addMember(app, orchard, admin, 'admin')
    const page = await app.openAs(admin, `/dashboard/${orchard.slug}/settings`)
    await page.getByLabel('Name').fill('Orchard of Adam')
    await app.query('update member set role = $1 where user_id = $2', ['member', admin.id])
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Your role changed').waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Orchard of Adam')
  })
})

describe('the danger zone', () => {
  test('leaves an organization and opens another one', async () => {
    const page = await signInNewUser('Lea Leaver')
    const kept = await createOrganization(page, 'Kept by Lea')
    const lea = await page.request.get('/api/auth/get-session').then((answer) => answer.json())
    await addMember(app, northwind, lea.user, 'member')
    await openPath(page, `/dashboard/${northwind.slug}/settings/danger`)
    await page.getByText('Only an owner can delete the organization.').waitFor()
    await page.getByRole('button', { name: 'Leave…' }).click()
    await screenshot(page, 'organization-leave', { ...wide, window: true })
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL(`**/dashboard/${kept.slug}`)
    await expect.poll(() => toastsOn(page)).toContain('You have left Northwind Tools')
    await openPath(page, `/dashboard/${northwind.slug}`)
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor()
  })

  test('deletes an organization after its name is typed, and lists what is deleted', async () => {
    const page = await signInNewUser('Dora Deleter')
    const doomed = await createOrganization(page, 'Doomed')
    await addMember(app, doomed, jun, 'member')
    await invite(page, doomed, 'late@example.com')
    await createTeam(page, doomed)
    await openPath(page, `/dashboard/${doomed.slug}/settings/danger`)
    await page.getByText('You are the only owner').waitFor()
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const words of ['You and 1 other member', '1 open invitation', '2 teams are deleted']) {
      await dialog.getByText(words).waitFor()
    }
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Doomed')
    await screenshot(page, 'organization-delete', { ...wide, window: true })
    expect(await accessibilityViolations(page)).toEqual([])
    await confirm.click()
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expect.poll(() => toastsOn(page)).toContain('Doomed deleted')
  })

  test('asks for the password before it deletes, if the sign-in is old', async () => {
    const page = await signInNewUser('Stella Stale')
    const doomed = await createOrganization(page, 'Outdated')
    await app.query(
      `update session set created_at = created_at - interval '2 days'
        where active_organization_id = $1`,
      [doomed.id],
    )
    await openPath(page, `/dashboard/${doomed.slug}/settings/danger`)
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('textbox').fill('Outdated')
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirmation.getByLabel('Password', { exact: true }).fill(password)
    expect(await accessibilityViolations(page)).toEqual([])
    await confirmation.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expect.poll(() => toastsOn(page)).toContain('Outdated deleted')
  })

  test('refuses leaving to a member who became the only owner meanwhile', async () => {
    const page = await signInNewUser('Olaf Owner')
    const shared = await createOrganization(page, 'Shared')
    const second = await app.signUp('Sara Second')
    await addMember(app, shared, second, 'owner')
    await openPath(page, `/dashboard/${shared.slug}/settings/danger`)
    await page.getByRole('button', { name: 'Leave…' }).click()
    await app.query('update member set role = $1 where user_id = $2', ['member', second.id])
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('alertdialog').getByText('You are the only owner.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${shared.slug}/settings/danger`)
  })
})

// Uses its own visit, since the failed request logs a console error.
test('a loading page shows a skeleton, then the error, and retries', async () => {
  const { page, context, leave } = await visit(browser.current, app.server.url, wide)
  const data = { email: app.operator.email, password }
  const headers = { origin: app.server.url }
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data, headers })
  assert.equal(signedIn.status(), 200)
  await page.goto(blankPath)
  const { name, slug } = await createOrganization(page, 'Northwind')
  await openPath(page, `/dashboard/${slug}/settings`)
  await page.route('**/organization/list-members?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('main [aria-busy=true]').waitFor()
  await screenshot(page, 'organization-home-waiting', wide)
  await page.getByRole('heading', { name: 'The server can’t be reached' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'General' }).isVisible()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute('**/organization/list-members?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await leave()
})
