import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { password, persona, serverWithAcme } from './accounts.ts'
import { openPath, overflow, screenshot, visit } from './visit.ts'

const app = serverWithAcme()
const { newAccount, mailedLink, verifyEmail, signIn } = app
const view = { width: 1280, theme: 'light' } as const

describe('sessions', () => {
  test('of other devices are named and revoked immediately', async () => {
    const here = await visit(app.browser, app.url, view)
    await newAccount(here.context, 'devices@example.com')
    const phone = await app.browser.newContext({
      baseURL: app.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 ' +
        '(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    })
    const phonePage = await phone.newPage()
    await phonePage.goto('/sign-in?next=%2Faccount%2Fsessions')
    await signIn(phonePage, 'devices@example.com')
    await phonePage.waitForURL('**/account/sessions')

    await openPath(here.page, '/account/sessions')
    const entry = here.page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
    await entry.waitFor()
    await screenshot(here.page, 'account-sessions-two', view)
    await entry.getByRole('button', { name: 'Sign out… Safari on iPhone' }).click()
    expect(await accessibilityViolations(here.page)).toEqual([])
    const dialog = here.page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await dialog.waitFor({ state: 'detached' })
    await entry.waitFor({ state: 'detached' })
    await phonePage.goto('/account/sessions')
    await phonePage.waitForURL('**/sign-in?**')

    await signIn(phonePage, 'devices@example.com')
    await phonePage.waitForURL('**/account/sessions')
    await here.page.reload()
    await here.page.getByRole('button', { name: 'Sign out everywhere else…' }).click()
    await dialog.getByRole('button', { name: 'Sign out other sessions' }).click()
    await dialog.waitFor({ state: 'detached' })
    await entry.waitFor({ state: 'detached' })
    await phonePage.goto('/account/sessions')
    await phonePage.waitForURL('**/sign-in?**')

    await here.page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    await here.page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await here.page.waitForURL('**/sign-in')
    expect(here.consoleErrors).toEqual([])
    await phone.close()
    await here.leave()
  })

  test('that were revoked redirect to sign-in, which keeps the path', async () => {
    const { page, context, leave } = await visit(app.browser, app.url, view)
    await newAccount(context, 'noticed@example.com')
    await openPath(page, '/account/profile')
    await context.request.post('/api/auth/revoke-sessions', { data: {} })
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.waitForURL('**/sign-in?**')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/sessions')
    await leave()
  })
})

describe('the profile', () => {
  test('is saved, shows refusals under their fields, and shows its picture', async () => {
    const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
    await page.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    )
    await newAccount(context, 'profile@example.com')
    await openPath(page, '/account/profile')
    await page.getByLabel('Username').fill('a!')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Use at least 3 characters.').waitFor()
    await page.getByLabel('Username').fill('profile.one')
    await page.getByLabel('Picture').fill('http://pictures.example/me.svg')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a URL that starts with https://').waitFor()
    await page.getByLabel('Picture').fill('https://pictures.example/me.svg')
    await page.locator('main img').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Profile saved').first().waitFor()
    await page.locator('nav img').waitFor()
    await screenshot(page, 'account-profile-picture', view)
    await page.reload()
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('profile.one')
    expect(consoleErrors).toEqual([])
    await leave()
  })
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>'

async function requestEmailChange(page: Page, newEmail: string): Promise<void> {
  await page.getByLabel('New email address').fill(newEmail)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('heading', { name: 'Waiting for confirmation' }).waitFor()
}

test('a confirmed address is changed by two links, which explain the next step', async () => {
  const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
  await newAccount(context, 'old@example.com')
  await verifyEmail(page, 'old@example.com')
  await openPath(page, '/account/email')
  await page.getByLabel('New email address').fill('old@example.com')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('This is already your address.').waitFor()
  await requestEmailChange(page, 'new@example.com')
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Waiting for confirmation' })
  await waiting.getByText('new@example.com').first().waitFor()
  await waiting.getByText('old@example.com').first().waitFor()
  await waiting.getByText('in 1 h').waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await screenshot(page, 'account-email-waiting', { width, theme: 'light' })
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.goto(await mailedLink('old@example.com'))
  await page.getByRole('heading', { name: 'Change your email address?' }).waitFor()
  await screenshot(page, 'verify-email-change', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await screenshot(page, 'verify-email-one-more', view)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(await mailedLink('new@example.com'))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('new@example.com').first().waitFor()
  await page.getByText('confirmed', { exact: true }).waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
})

test('the mail for a change of address is sent again, and the change is canceled', async () => {
  const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
  await newAccount(context, 'stay@example.com')
  await verifyEmail(page, 'stay@example.com')
  await openPath(page, '/account/email')
  await requestEmailChange(page, 'go@example.com')
  const first = await mailedLink('stay@example.com')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await page.getByText('A new link is on its way to stay@example.com').first().waitFor()
  const second = await mailedLink('stay@example.com')
  expect(second).not.toBe(first)
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await page.getByLabel('New email address').waitFor()
  await page.reload()
  await page.getByLabel('New email address').waitFor()
  await page.goto(second)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.getByText('stay@example.com').first().waitFor()
  expect(consoleErrors).toEqual([])
  await leave()
})

describe('linked accounts', () => {
  test('are connected and disconnected, except for the last one', async () => {
    const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
    app.acme.persona = persona
    await newAccount(context, persona.email)
    await verifyEmail(page, persona.email)
    await openPath(page, '/account/linked-accounts')
    await page.getByRole('button', { name: 'Connect Acme SSO' }).click()
    await page.getByText('Acme SSO is connected.').waitFor()
    await screenshot(page, 'account-linked-two', view)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Disconnect… Acme SSO' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
    await expect.poll(() => page.getByText('Acme SSO is connected.').count()).toBe(0)
    expect(consoleErrors).toEqual([])
    await leave()
  })

  test('sign up without a password, and the only one can’t be disconnected', async () => {
    const { page, consoleErrors, leave } = await visit(app.browser, app.url, view)
    app.acme.persona = { ...persona, subject: 'grace', email: 'grace@example.com', name: 'Grace' }
    await page.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    )
    await openPath(page, '/sign-up?next=%2Faccount%2Flinked-accounts')
    await page.getByRole('button', { name: 'Continue with Acme SSO' }).click()
    await page.waitForURL('**/account/linked-accounts')
    await expect
      .poll(() => page.getByRole('button', { name: 'Disconnect… Acme SSO' }).isDisabled())
      .toBe(true)
    await page.getByText('You can’t disconnect your only sign-in method').waitFor()
    await screenshot(page, 'account-linked-last', view)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.getByRole('link', { name: 'Set a password by email' }).click()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('grace@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await mailedLink('grace@example.com'))
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    expect(consoleErrors).toEqual([])
    await leave()
  })
})

test('a deletion link opened in another browser deletes after sign-in and a confirmation', async () => {
  const { context, leave } = await visit(app.browser, app.url, view)
  await newAccount(context, 'gone@example.com')
  await context.request.post('/api/auth/delete-user', { data: { callbackURL: '/sign-in' } })
  const link = await mailedLink('gone@example.com')
  const other = await visit(app.browser, app.url, view)
  await other.page.goto(link)
  await other.page.waitForURL('**/sign-in?**')
  await signIn(other.page, 'gone@example.com')
  await other.page.getByText('Permanently delete your account?').waitFor()
  await screenshot(other.page, 'account-delete-other-browser', view)
  await other.page.getByRole('button', { name: 'Delete my account' }).click()
  await other.page.getByText('Your account has been deleted.').waitFor()
  expect(other.consoleErrors).toEqual([])

  await newAccount(other.context, 'stays@example.com')
  await other.page.goto(link)
  await other.page.getByText('Nothing was deleted.').waitFor()
  expect(await accessibilityViolations(other.page)).toEqual([])
  await other.leave()
  await leave()
})

test('an impersonating operator sees a banner on every page and returns', async () => {
  const { page, context, consoleErrors, leave } = await visit(app.browser, app.url, view)
  const operatorId = await newAccount(context, 'operator@example.com')
  await app.query(`update users set role = 'admin' where id = $1`, [operatorId])
  const other = await visit(app.browser, app.url, view)
  const userId = await newAccount(other.context, 'watched@example.com')
  await other.leave()
  await context.request.post('/api/auth/admin/impersonate-user', { data: { userId } })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/account/profile', '/account/sessions', '/no/such/page']) {
      await openPath(page, path)
      const banner = page.getByRole('region', { name: 'Impersonation' })
      await banner.waitFor()
      await page.mouse.wheel(0, 2000)
      await expect.poll(async () => (await banner.boundingBox())?.y).toBe(0)
      expect(await overflow(page)).toBe(0)
      expect(await accessibilityViolations(page)).toEqual([])
    }
    await openPath(page, '/account/sessions')
    await screenshot(page, 'impersonation', { width, theme: 'light' })
  }
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL(`**/admin/users/${userId}`)
  await page.getByRole('region', { name: 'Impersonation' }).waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await leave()
})
