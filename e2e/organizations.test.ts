import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import {
  hold,
  newsOn,
  openPalette,
  type Person,
  press,
  serverWithOperator,
  wide,
} from './operators.ts'
import { enroll, found, invite, type Organization, switcher } from './organizers.ts'
import {
  arrive,
  arriveToLook,
  everyCall,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  isLoaded,
  onEachScreen,
  overflow,
  picture,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let longwinded: Organization

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  await found(page, 'Papertrail')
  longwinded = await found(page, 'Rindfleischetikettierungsueberwachungsaufgabenuebertragung')
  await enroll(place, northwind, jun, 'member')
  await invite(page, northwind, 'mira@example.com')
  await place.leave()
})

/** Somebody who just signed up, before the page. */
const arriveNew = async (name: string, path: string) =>
  place.arriveAs(await place.signUp(name), path)

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

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('the welcome is in order, also for somebody who is invited', async () => {
  const wanda = await place.signUp('Wanda Welcome')
  const welcome = place.lookAs(wanda, '/dashboard')
  await inEveryView(welcome, async (page, view) => {
    await page.getByRole('heading', { name: 'Welcome to Guildhall' }).waitFor()
    await expectInOrder(page, 'organization-welcome', view)
  })
  await invite(await place.enterAs(ada), northwind, wanda.email)
  await inEveryView(welcome, async (page, view) => {
    await page.getByText('You are invited').waitFor()
    await expectInOrder(page, 'organization-welcome-invited', view)
  })
})

test('the switcher is in order', () =>
  onEachScreen(place.lookAs(ada, `/dashboard/${northwind.slug}`), async (page, inEach) => {
    await switcher(page, northwind.name).click()
    const option = page.getByRole('option', { name: 'Papertrail' })
    await option.waitFor()
    await inEach((view) => expectInOrder(page, 'organization-switcher', { ...view, window: true }))
    await press(page, 'Escape')
    await option.waitFor({ state: 'detached' })
  }))

test('the account menu is in order', () =>
  onEachScreen(place.lookAs(place.operator, '/organizations/new'), async (page, inEach) => {
    await page.getByRole('button', { name: place.operator.email }).click()
    const item = page.getByRole('menuitem', { name: 'Sign out' })
    await item.waitFor()
    await inEach(async (view) => {
      await picture(page, 'organization-account-menu', { ...view, window: true })
      expect(await overflow(page)).toBe(0)
    })
    await press(page, 'Escape')
    await item.waitFor({ state: 'detached' })
  }))

describe('creating one', () => {
  const slug = (page: Page) => page.getByLabel('Slug')

  test('begins at the welcome, proposes a slug and ends in the dashboard', async () => {
    const page = await arriveNew('Carla Creator', '/dashboard')
    await page.getByLabel('Name').fill('Müller & Söhne')
    await expect.poll(() => slug(page).inputValue()).toBe('muller-and-sohne')
    await page.getByText('free', { exact: true }).waitFor()
    await picture(page, 'organization-new-free', wide)
    await press(page, 'Enter')
    await page.waitForURL('**/dashboard/muller-and-sohne')
    await page.getByRole('heading', { level: 1, name: 'Müller & Söhne' }).waitFor()
    await expect.poll(() => newsOn(page)).toContain('Müller & Söhne is ready')
    await arrive(page, '/dashboard')
    await page.waitForURL('**/dashboard/muller-and-sohne')
  })

  test('keeps a slug that was chosen by hand, and says why one can’t be had', async () => {
    const page = await place.arriveAs(ada, '/organizations/new')
    await page.getByLabel('Name').fill('Northwind Tools')
    await page.getByText('Another organization has this slug.').waitFor()
    await picture(page, 'organization-new-taken', wide)
    await page.getByRole('button', { name: 'Try “northwind-tools-2”' }).click()
    await expect.poll(() => slug(page).inputValue()).toBe('northwind-tools-2')
    await page.getByText('free', { exact: true }).waitFor()
    await page.getByLabel('Name').fill('Northwind Garden')
    await expect.poll(() => slug(page).inputValue()).toBe('northwind-tools-2')
    await slug(page).fill('My Shop_')
    await expect.poll(() => slug(page).inputValue()).toBe('my-shop_')
    await page.getByText('letters a to z, digits and hyphens').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
    await slug(page).fill('')
    await page.getByLabel('Name').fill('Garden of Ada')
    await expect.poll(() => slug(page).inputValue()).toBe('garden-of-ada')
  })

  test('names what is missing, and a slug that somebody took in between', async () => {
    const page = await place.arriveAs(ada, '/organizations/new')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('Enter a slug.').waitFor()
    await page.getByLabel('Name').fill('Contested')
    await page.getByText('free', { exact: true }).waitFor()
    await found(page, 'Contested')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('Somebody took this slug just now.').waitFor()
    await expect.poll(() => slug(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('says the way out where one may have no more', async () => {
    const full = await place.signUp('Fanny Full')
    await place.query('insert into organization_allowance values ($1, 0)', [full.id])
    const page = await place.arriveAs(full, '/organizations/new')
    await page.getByLabel('Name').fill('One too many')
    await press(page, 'Enter')
    await page.getByText('You can’t have more organizations').waitFor()
    expect(await faultsOfAccess(page)).toEqual([])
  })
})

describe('the frame', () => {
  test('switches by keyboard alone, and creates', async () => {
    const page = await place.arriveAs(ada, `/dashboard/${northwind.slug}`)
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
    await switcher(page, 'Papertrail').focus()
    await press(page, 'Enter')
    await search.waitFor()
    await options.first().waitFor()
    await page.keyboard.type('no such')
    await expect.poll(() => options.allInnerTexts()).toEqual(['Create organization'])
    await press(page, 'Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/organizations/new')
  })

  test('leaves the focus to who types already when a page comes', async () => {
    const page = await place.arriveAs(ada, `/dashboard/${northwind.slug}`)
    const answer = await hold(page, everyCall)
    await switcher(page, northwind.name).click()
    await page.getByRole('option', { name: 'Papertrail' }).click()
    const palette = await openPalette(page)
    await page.keyboard.type('mem')
    answer()
    await page.locator('h1', { hasText: 'Papertrail' }).waitFor()
    await isLoaded(page)
    await page.keyboard.type('bers')
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('members')
  })

  test('remembers for the start which organization was last open', async () => {
    const page = await place.enterAs(ada)
    for (const slug of ['papertrail', northwind.slug]) {
      const activated = page.waitForResponse('**/organization/set-active')
      await arrive(page, `/dashboard/${slug}`)
      await activated
      await arrive(page, '/dashboard')
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/${slug}`)
    }
  })

  test('lets two tabs have two organizations', async () => {
    const page = await place.enterAs(await place.signUp('Tara Tabs'))
    const one = await found(page, 'Tab one')
    const other = await found(page, 'Tab two')
    const firstActivated = page.waitForResponse('**/organization/set-active')
    await arrive(page, `/dashboard/${one.slug}/settings`)
    await firstActivated
    const second = await page.context().newPage()
    const secondActivated = second.waitForResponse('**/organization/set-active')
    await arrive(second, `/dashboard/${other.slug}/settings`)
    await secondActivated
    await page.getByLabel('Name').fill('Tab one, renamed')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await switcher(page, 'Tab one, renamed').waitFor()
    await second.reload()
    await second.getByLabel('Name').waitFor()
    await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('Tab two')
  })

  test('shows a member what a member may do', async () => {
    const page = await place.arriveAs(jun, `/dashboard/${northwind.slug}`)
    await expect.poll(() => page.getByText('Invite people').count()).toBe(0)
    await expect.poll(() => page.getByText('Next steps').count()).toBe(0)
    await arriveToLook(page, `/dashboard/${northwind.slug}/settings`)
    await expect
      .poll(() => page.getByText('Only owners and admins can change this.').count())
      .toBe(3)
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await arriveToLook(page, `/dashboard/${northwind.slug}/settings/danger`)
    await page.getByText('Only an owner can delete the organization.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  })

  test('has keys for its pages, and tells them', async () => {
    const page = await place.arriveAs(ada, `/dashboard/${northwind.slug}`)
    await press(page, 'g', 's')
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await press(page, 'g', 'h')
    await page.getByRole('heading', { level: 1, name: northwind.name }).waitFor()
    await press(page, '?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Members').waitFor()
    await picture(page, 'organization-keys', { ...wide, window: true })
    expect(await faultsOfAccess(page)).toEqual([])
  })

  test('shows nothing of an organization that isn’t one’s own', async () => {
    const page = await place.arriveAs(jun, '/dashboard/papertrail')
    await page.getByRole('heading', { name: 'There is no such organization' }).waitFor()
    await expect.poll(() => page.getByText('Papertrail').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await page.waitForURL(`**/dashboard/${northwind.slug}`)
  })
})

describe('the palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

  async function goBy(page: Page, words: string, name: string): Promise<void> {
    await openPalette(page)
    await page.keyboard.type(words)
    await palette(page).locator('[role=option][data-highlighted]', { hasText: name }).waitFor()
    await press(page, 'Enter')
    await palette(page).waitFor({ state: 'hidden' })
  }

  test('shows all of it', async () => {
    const page = await place.arriveAs(ada, `/dashboard/${northwind.slug}`)
    await openPalette(page)
    await palette(page).getByRole('option', { name: 'Papertrail' }).waitFor()
    await picture(page, 'organization-palette', { ...wide, window: true })
    await page.keyboard.type('okafor')
    await palette(page).getByRole('option', { name: 'Jun Okafor' }).waitFor()
    await picture(page, 'organization-palette-member', { ...wide, window: true })
    expect(await faultsOfAccess(page)).toEqual([])
  })

  test('reaches organizations, settings, creation and members', async () => {
    const page = await place.arriveAs(ada, `/dashboard/${northwind.slug}`)
    await goBy(page, 'okafor', jun.name)
    await title(page, 'Members').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(jun.email)
    await goBy(page, 'papertrail', 'Papertrail')
    await title(page, 'Papertrail').waitFor()
    await goBy(page, 'danger', 'Danger zone')
    await title(page, 'Danger zone').waitFor()
    await page.waitForURL('**/dashboard/papertrail/settings/danger')
    await goBy(page, 'create org', 'Create organization')
    await title(page, 'Create organization').waitFor()
    await goBy(page, 'sign out', 'Sign out')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in')
  })
})
