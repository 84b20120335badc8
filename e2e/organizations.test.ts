import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import {
  holdRequests,
  openPalette,
  type Person,
  press,
  serverWithOperator,
  toastsOn,
  wide,
} from './operators.ts'
import {
  addMember,
  createOrganization,
  invite,
  type Organization,
  switcher,
} from './organizations.ts'
import {
  apiUrls,
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  overflow,
  screenshot,
  waitUntilLoaded,
} from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let longwinded: Organization

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await createOrganization(page, 'Papertrail')
  longwinded = await createOrganization(
    page,
    'Rindfleischetikettierungsueberwachungsaufgabenuebertragung',
  )
  await addMember(app, northwind, jun, 'member')
  await invite(page, northwind, 'mira@example.com')
  await app.endVisits()
})

/** Opens a path as a new user. */
const openAsNewUser = async (name: string, path: string) => app.openAs(await app.signUp(name), path)

const pages = [
  ['organization-new', () => ada, () => '/organizations/new'],
  ['organization-home-member', () => jun, () => `/dashboard/${northwind.slug}`],
  ['organization-home-long', () => ada, () => `/dashboard/${longwinded.slug}`],
  ['organization-settings', () => ada, () => `/dashboard/${northwind.slug}/settings`],
  ['organization-settings-member', () => jun, () => `/dashboard/${northwind.slug}/settings`],
  ['organization-danger', () => ada, () => `/dashboard/${northwind.slug}/settings/danger`],
  ['organization-danger-member', () => jun, () => `/dashboard/${northwind.slug}/settings/danger`],
  ['organization-missing', () => ada, () => '/dashboard/nobodys'],
  ['organization-page-missing', () => ada, () => `/dashboard/${northwind.slug}/no/such`],
] as const

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the welcome fits and is accessible, also with an invitation', async () => {
  const wanda = await app.signUp('Wanda Welcome')
  await app.query('update users set email_verified = true where id = $1', [wanda.id])
  const welcome = app.viewAs(wanda, '/dashboard')
  await forEachView(welcome, async (page, view) => {
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expectAccessibleView(page, 'organization-welcome', view)
  })
  await invite(await app.signInAs(ada), northwind, wanda.email)
  await forEachView(welcome, async (page, view) => {
    await page.getByText('You are invited').waitFor()
    await expectAccessibleView(page, 'organization-welcome-invited', view)
  })
})

test('the switcher fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, `/dashboard/${northwind.slug}`), async (page, eachView) => {
    await switcher(page, northwind.name).click()
    const option = page.getByRole('option', { name: 'Papertrail' })
    await option.waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'organization-switcher', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await option.waitFor({ state: 'detached' })
  }))

test('the account menu fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(app.operator, '/organizations/new'), async (page, eachView) => {
    await page.getByRole('button', { name: app.operator.email }).click()
    const item = page.getByRole('menuitem', { name: 'Sign out' })
    await item.waitFor()
    await eachView(async (view) => {
      await screenshot(page, 'organization-account-menu', { ...view, window: true })
      expect(await overflow(page)).toBe(0)
    })
    await press(page, 'Escape')
    await item.waitFor({ state: 'detached' })
  }))

describe('creating one', () => {
  const slug = (page: Page) => page.getByLabel('Slug')

  test('starts at the welcome, proposes a slug and opens the dashboard', async () => {
    const page = await openAsNewUser('Carla Creator', '/dashboard')
    await page.getByLabel('Name').fill('Müller & Söhne')
    await expect.poll(() => slug(page).inputValue()).toBe('muller-and-sohne')
    await page.getByText('available', { exact: true }).waitFor()
    await screenshot(page, 'organization-new-free', wide)
    await press(page, 'Enter')
    await page.waitForURL('**/dashboard/muller-and-sohne')
    await page.getByRole('heading', { level: 1, name: 'Müller & Söhne' }).waitFor()
    await expect.poll(() => toastsOn(page)).toContain('Müller & Söhne created')
    await openPath(page, '/dashboard')
    await page.waitForURL('**/dashboard/muller-and-sohne')
  })

  test('keeps a typed slug, and says why one is refused', async () => {
    const page = await app.openAs(ada, '/organizations/new')
    await page.getByLabel('Name').fill('Northwind Tools')
    await page.getByText('Another organization has this slug.').waitFor()
    await screenshot(page, 'organization-new-taken', wide)
    await page.getByRole('button', { name: 'Try “northwind-tools-2”' }).click()
    await expect.poll(() => slug(page).inputValue()).toBe('northwind-tools-2')
    await page.getByText('available', { exact: true }).waitFor()
    await page.getByLabel('Name').fill('Northwind Garden')
    await expect.poll(() => slug(page).inputValue()).toBe('northwind-tools-2')
    await slug(page).fill('My Shop_')
    await expect.poll(() => slug(page).inputValue()).toBe('my-shop_')
    await page.getByText('letters a to z, digits and hyphens').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await slug(page).fill('')
    await page.getByLabel('Name').fill('Garden of Ada')
    await expect.poll(() => slug(page).inputValue()).toBe('garden-of-ada')
  })

  test('reports missing fields and a slug taken meanwhile', async () => {
    const page = await app.openAs(ada, '/organizations/new')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('Enter a slug.').waitFor()
    await page.getByLabel('Name').fill('Contested')
    await page.getByText('available', { exact: true }).waitFor()
    await createOrganization(page, 'Contested')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('This slug was just taken.').waitFor()
    await expect.poll(() => slug(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('says what to do at the limit of organizations', async () => {
    const full = await app.signUp('Fanny Full')
    await app.query('insert into organization_limit values ($1, 0)', [full.id])
    const page = await app.openAs(full, '/organizations/new')
    await page.getByLabel('Name').fill('One too many')
    await press(page, 'Enter')
    await page.getByText('You have reached the limit of organizations').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

describe('the layout', () => {
  test('switches and creates organizations by keyboard', async () => {
    const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
    await switcher(page, northwind.name).focus()
    await press(page, 'Enter')
    const options = page.getByRole('option')
    const search = page.locator('input:focus')
    await search.waitFor()
    await options.first().waitFor()
    const current = page.getByRole('option', { selected: true })
    await expect.poll(() => current.innerText()).toContain(northwind.name)
    await page.keyboard.type('paper')
    await expect.poll(() => options.count()).toBe(2)
    await press(page, 'Enter')
    await page.waitForURL('**/dashboard/papertrail')
    await search.waitFor({ state: 'detached' })
    // A navigation ends with the focus in the title, which would take it from the switcher.
    await page.locator('h1:focus', { hasText: 'Papertrail' }).waitFor()
    await switcher(page, 'Papertrail').focus()
    await press(page, 'Enter')
    await search.waitFor()
    await options.first().waitFor()
    await page.keyboard.type('no such')
    await expect.poll(() => options.allInnerTexts()).toEqual(['Create organization'])
    await press(page, 'Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/organizations/new')
  })

  test('keeps the focus in the palette while a page loads', async () => {
    const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
    const release = await holdRequests(page, apiUrls)
    await switcher(page, northwind.name).click()
    await page.getByRole('option', { name: 'Papertrail' }).click()
    const palette = await openPalette(page)
    await page.keyboard.type('mem')
    release()
    await page.locator('h1', { hasText: 'Papertrail' }).waitFor()
    await waitUntilLoaded(page)
    await page.keyboard.type('bers')
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('members')
  })

  test('opens the last organization from the start page', async () => {
    const page = await app.signInAs(ada)
    for (const slug of ['papertrail', northwind.slug]) {
      const activated = page.waitForResponse('**/organization/set-active')
      await openPath(page, `/dashboard/${slug}`)
      await activated
      await openPath(page, '/dashboard')
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/${slug}`)
    }
  })

  test('shows different organizations in two tabs', async () => {
    const page = await app.signInAs(await app.signUp('Tara Tabs'))
    const one = await createOrganization(page, 'Tab one')
    const other = await createOrganization(page, 'Tab two')
    const firstActivated = page.waitForResponse('**/organization/set-active')
    await openPath(page, `/dashboard/${one.slug}/settings`)
    await firstActivated
    const second = await page.context().newPage()
    const secondActivated = second.waitForResponse('**/organization/set-active')
    await openPath(second, `/dashboard/${other.slug}/settings`)
    await secondActivated
    await page.getByLabel('Name').fill('Tab one, renamed')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await switcher(page, 'Tab one, renamed').waitFor()
    await second.reload()
    await second.getByLabel('Name').waitFor()
    await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('Tab two')
  })

  test('hides actions that members may not perform', async () => {
    const page = await app.openAs(jun, `/dashboard/${northwind.slug}`)
    await expect.poll(() => page.getByText('Invite people').count()).toBe(0)
    await expect.poll(() => page.getByText('Set up').count()).toBe(0)
    await openForViewing(page, `/dashboard/${northwind.slug}/settings`)
    await expect
      .poll(() => page.getByText('Only owners and admins can change this.').count())
      .toBe(5)
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await openForViewing(page, `/dashboard/${northwind.slug}/settings/danger`)
    await page.getByText('Only an owner can delete the organization.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  })

  test('has shortcuts for its pages and lists them', async () => {
    const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
    await press(page, 'g', 's')
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await press(page, 'g', 'h')
    await page.getByRole('heading', { level: 1, name: northwind.name }).waitFor()
    await press(page, '?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Members').waitFor()
    await screenshot(page, 'organization-keys', { ...wide, window: true })
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('finds no organizations that the user isn’t a member of', async () => {
    const page = await app.openAs(jun, '/dashboard/papertrail')
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor()
    await expect.poll(() => page.getByText('Papertrail').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to home' }).click()
    await page.waitForURL(`**/dashboard/${northwind.slug}`)
  })
})

describe('the palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

  async function openByPalette(page: Page, words: string, name: string): Promise<void> {
    await openPalette(page)
    await page.keyboard.type(words)
    await palette(page).locator('[role=option][data-highlighted]', { hasText: name }).waitFor()
    await press(page, 'Enter')
    await palette(page).waitFor({ state: 'hidden' })
  }

  test('finds organizations and people', async () => {
    const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
    await openPalette(page)
    await palette(page).getByRole('option', { name: 'Papertrail' }).waitFor()
    await screenshot(page, 'organization-palette', { ...wide, window: true })
    await page.keyboard.type('okafor')
    await palette(page).getByRole('option', { name: 'Jun Okafor' }).waitFor()
    await screenshot(page, 'organization-palette-member', { ...wide, window: true })
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('opens organizations, settings, creation and members', async () => {
    const page = await app.openAs(ada, `/dashboard/${northwind.slug}`)
    await openByPalette(page, 'okafor', jun.name)
    await title(page, 'Members').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(jun.email)
    await openByPalette(page, 'papertrail', 'Papertrail')
    await title(page, 'Papertrail').waitFor()
    await openByPalette(page, 'danger', 'Danger zone')
    await title(page, 'Danger zone').waitFor()
    await page.waitForURL('**/dashboard/papertrail/settings/danger')
    await openByPalette(page, 'create org', 'Create organization')
    await title(page, 'Create organization').waitFor()
    await openByPalette(page, 'sign out', 'Sign out')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in')
  })
})
