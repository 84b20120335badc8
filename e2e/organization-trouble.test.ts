import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { password, serverWithOperator, wide } from './operators.ts'
import { found } from './organizers.ts'
import { arrive, faultsOfAccess, picture, visit } from './visit.ts'

const place = serverWithOperator()
const browser = testBrowser()

// A browser of its own: here it may complain of what it couldn't load.
test('a page waits in the shape of what comes, says why it can’t come, and tries again', async () => {
  const { page, context, leave } = await visit(browser.current, place.server.url, wide)
  const data = { email: place.operator.email, password }
  const headers = { origin: place.server.url }
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data, headers })
  assert.equal(signedIn.status(), 200)
  await arrive(page, '/account')
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
