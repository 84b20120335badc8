import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { password, persona, serverWithAcme } from './accounts.ts'
import { arrive, overflow, picture, visit } from './visit.ts'

const place = serverWithAcme()
const { newAccount, linkTo, prove, signIn } = place
const view = { width: 1280, theme: 'light' } as const

describe('sessions', () => {
  test('of other devices are named, and end at once', async () => {
    const here = await visit(place.browser, place.url, view)
    await newAccount(here.context, 'devices@example.com')
    const phone = await place.browser.newContext({
      baseURL: place.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 ' +
        '(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    })
    const phonePage = await phone.newPage()
    await phonePage.goto('/sign-in?next=%2Faccount%2Fsessions')
    await signIn(phonePage, 'devices@example.com')
    await phonePage.waitForURL('**/account/sessions')

    await arrive(here.page, '/account/sessions')
    const entry = here.page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
    await entry.waitFor()
    await picture(here.page, 'account-sessions-two', view)
    await entry.getByRole('button', { name: 'Sign out… Safari on iPhone' }).click()
    expect(await faultsOfAccess(here.page)).toEqual([])
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
    await dialog.getByRole('button', { name: 'Sign out the others' }).click()
    await dialog.waitFor({ state: 'detached' })
    await entry.waitFor({ state: 'detached' })
    await phonePage.goto('/account/sessions')
    await phonePage.waitForURL('**/sign-in?**')

    await here.page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    await here.page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await here.page.waitForURL('**/sign-in')
    expect(here.complaints).toEqual([])
    await phone.close()
    await here.leave()
  })

  test('that ended elsewhere are noticed, and lead to sign-in and back', async () => {
    const { page, context, leave } = await visit(place.browser, place.url, view)
    await newAccount(context, 'noticed@example.com')
    await arrive(page, '/account/profile')
    await context.request.post('/api/auth/revoke-sessions', { data: {} })
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.waitForURL('**/sign-in?**')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/sessions')
    await leave()
  })
})

describe('the profile', () => {
  test('is saved, its refusals stand under their fields, its picture is shown', async () => {
    const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
    await page.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    )
    await newAccount(context, 'profile@example.com')
    await arrive(page, '/account/profile')
    await page.getByLabel('Username').fill('a!')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Use at least 3 characters.').waitFor()
    await page.getByLabel('Username').fill('profile.one')
    await page.getByLabel('Picture').fill('http://pictures.example/me.svg')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter an address that begins with https://').waitFor()
    await page.getByLabel('Picture').fill('https://pictures.example/me.svg')
    await page.locator('main img').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Profile saved').first().waitFor()
    await page.locator('nav img').waitFor()
    await picture(page, 'account-profile-picture', view)
    await page.reload()
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('profile.one')
    expect(complaints).toEqual([])
    await leave()
  })
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>'

async function askToChange(page: Page, newEmail: string): Promise<void> {
  await page.getByLabel('New e-mail address').fill(newEmail)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('heading', { name: 'Waiting for you to confirm' }).waitFor()
}

test('a confirmed address is changed by two links, each saying what comes next', async () => {
  const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
  await newAccount(context, 'old@example.com')
  await prove(page, 'old@example.com')
  await arrive(page, '/account/email')
  await page.getByLabel('New e-mail address').fill('old@example.com')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('This is your address already.').waitFor()
  await askToChange(page, 'new@example.com')
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Waiting for you to confirm' })
  await waiting.getByText('new@example.com').first().waitFor()
  await waiting.getByText('old@example.com').first().waitFor()
  await waiting.getByText('in 1 h').waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await picture(page, 'account-email-waiting', { width, theme: 'light' })
    expect(await overflow(page)).toBe(0)
    expect(await faultsOfAccess(page)).toEqual([])
  }
  await page.goto(await linkTo('old@example.com'))
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await picture(page, 'verify-email-one-more', view)
  expect(await faultsOfAccess(page)).toEqual([])
  await page.goto(await linkTo('new@example.com'))
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('new@example.com').first().waitFor()
  await page.getByText('confirmed', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

test('a change that waits is called off, or asked for once more', async () => {
  const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
  await newAccount(context, 'stay@example.com')
  await prove(page, 'stay@example.com')
  await arrive(page, '/account/email')
  await askToChange(page, 'go@example.com')
  const first = await linkTo('stay@example.com')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await page.getByText('A new link is on its way to stay@example.com').first().waitFor()
  const second = await linkTo('stay@example.com')
  expect(second).not.toBe(first)
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await page.getByLabel('New e-mail address').waitFor()
  await page.reload()
  await page.getByLabel('New e-mail address').waitFor()
  await page.goto(second)
  await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.getByText('stay@example.com').first().waitFor()
  expect(complaints).toEqual([])
  await leave()
})

describe('linked accounts', () => {
  test('are connected and disconnected, and the last one stays', async () => {
    const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
    place.acme.persona = persona
    await newAccount(context, persona.email)
    await prove(page, persona.email)
    await arrive(page, '/account/linked-accounts')
    await page.getByRole('button', { name: 'Connect Acme SSO' }).click()
    await page.getByText('Acme SSO is connected.').waitFor()
    await picture(page, 'account-linked-two', view)
    expect(await faultsOfAccess(page)).toEqual([])
    await page.getByRole('button', { name: 'Disconnect… Acme SSO' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Acme SSO' }).waitFor()
    await expect.poll(() => page.getByText('Acme SSO is connected.').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })

  test('sign up, set no password, and can’t be taken away alone', async () => {
    const { page, complaints, leave } = await visit(place.browser, place.url, view)
    place.acme.persona = { ...persona, subject: 'grace', email: 'grace@example.com', name: 'Grace' }
    await page.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    )
    await arrive(page, '/sign-up?next=%2Faccount%2Flinked-accounts')
    await page.getByRole('button', { name: 'Continue with Acme SSO' }).click()
    await page.waitForURL('**/account/linked-accounts')
    await expect
      .poll(() => page.getByRole('button', { name: 'Disconnect… Acme SSO' }).isDisabled())
      .toBe(true)
    await page.getByText('you would be locked out').waitFor()
    await picture(page, 'account-linked-last', view)
    expect(await faultsOfAccess(page)).toEqual([])
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.getByRole('link', { name: 'Set a password by mail' }).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.goto(await linkTo('grace@example.com'))
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

test('a deletion link opened elsewhere deletes only after signing in and one more question', async () => {
  const { context, leave } = await visit(place.browser, place.url, view)
  await newAccount(context, 'gone@example.com')
  await context.request.post('/api/auth/delete-user', { data: { callbackURL: '/sign-in' } })
  const link = await linkTo('gone@example.com')
  const elsewhere = await visit(place.browser, place.url, view)
  await elsewhere.page.goto(link)
  await elsewhere.page.waitForURL('**/sign-in?**')
  await signIn(elsewhere.page, 'gone@example.com')
  await elsewhere.page.getByText('Delete your account for good?').waitFor()
  await picture(elsewhere.page, 'account-delete-elsewhere', view)
  await elsewhere.page.getByRole('button', { name: 'Delete my account' }).click()
  await elsewhere.page.getByText('Your account is deleted.').waitFor()
  expect(elsewhere.complaints).toEqual([])

  await newAccount(elsewhere.context, 'stays@example.com')
  await elsewhere.page.goto(link)
  await elsewhere.page.getByText('Nothing was deleted.').waitFor()
  expect(await faultsOfAccess(elsewhere.page)).toEqual([])
  await elsewhere.leave()
  await leave()
})

test('an operator who acts as somebody else sees so on every page, and comes back', async () => {
  const { page, context, complaints, leave } = await visit(place.browser, place.url, view)
  const operatorId = await newAccount(context, 'operator@example.com')
  await place.query(`update users set role = 'admin' where id = $1`, [operatorId])
  const other = await visit(place.browser, place.url, view)
  const userId = await newAccount(other.context, 'watched@example.com')
  await other.leave()
  await context.request.post('/api/auth/admin/impersonate-user', { data: { userId } })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/account/profile', '/account/sessions', '/no/such/page']) {
      await arrive(page, path)
      const banner = page.getByRole('region', { name: 'Impersonation' })
      await banner.waitFor()
      await page.mouse.wheel(0, 2000)
      await expect.poll(async () => (await banner.boundingBox())?.y).toBe(0)
      expect(await overflow(page)).toBe(0)
      expect(await faultsOfAccess(page)).toEqual([])
    }
    await arrive(page, '/account/sessions')
    await picture(page, 'impersonation', { width, theme: 'light' })
  }
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL(`**/admin/users/${userId}`)
  await page.getByRole('region', { name: 'Impersonation' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await leave()
})
