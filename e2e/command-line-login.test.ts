import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { northwindServer } from './northwind.ts'
import { password, press } from './operators.ts'
import { expectAccessiblePage, expectAccessibleView, forEachView } from './visit.ts'

const { app, ada, jun, northwind } = northwindServer()

const begun = z.object({ token: z.string(), user_code: z.string() })

/** As `guildhall login` does it. */
async function start() {
  const answer = await fetch(`${app.server.url}/v1/command-line-logins/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_name: 'laptop.local' }),
  })
  return begun.parse(await answer.json())
}

const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${app.server.url}/v1/webhooks/endpoints`, { headers })).status
}

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const approve = (page: Page) => page.getByRole('button', { name: 'Approve' })

async function openWith(typed: string): Promise<Page> {
  const page = await app.openAs(ada, '/command-line')
  await code(page).fill(typed)
  await press(page, 'Enter')
  return page
}

test('the page of the code fits and is accessible', () =>
  expectAccessiblePage('command-line-code', app.viewAs(ada, '/command-line')))

test('and says who can use it', () =>
  expectAccessiblePage('command-line-as-member', app.viewAs(jun, '/command-line')))

describe('a login of a command line', () => {
  test('is compared and approved by keyboard', async () => {
    const { token, user_code } = await start()
    const page = await openWith(user_code.toLowerCase())
    await page.getByText('laptop.local').waitFor()
    await page.getByText('Did you start this?').waitFor()
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'command-line-decision', view),
    )
    await page.getByLabel('Organization').selectOption(northwind.name)
    await approve(page).focus()
    await press(page, 'Enter')
    await page.getByText(`The command line can now act for ${northwind.name}.`).waitFor()
    expect(await statusWith(token)).toBe(200)
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'command-line-approved', view),
    )
  })

  test('is denied', async () => {
    const { token, user_code } = await start()
    const page = await openWith(user_code)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('The command line got no access.').waitFor()
    expect(await statusWith(token)).toBe(401)
  })

  test('can read only, with a password after an old sign-in', async () => {
    const { token, user_code } = await start()
    const page = await openWith(user_code)
    await page.getByLabel('Permissions').selectOption('Read everything')
    await page.getByText('It can only read.').waitFor()
    await app.query(
      `update session set created_at = created_at - interval '2 days' where user_id = $1`,
      [ada.id],
    )
    await approve(page).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Enter')
    await page.getByText('Approved.').waitFor()
    expect(await statusWith(token)).toBe(200)
  })

  test('isn’t found by a wrong code, and not decided twice', async () => {
    const wrong = await openWith('BCDF-GHJK')
    await wrong.getByText('This code is wrong or has expired.').waitFor()
    await code(wrong).fill('')
    await press(wrong, 'Enter')
    await wrong.getByText('Enter the code.').waitFor()
    const { user_code } = await start()
    const page = await openWith(user_code)
    await approve(page).waitFor()
    await app.query('delete from command_line_login', [])
    await approve(page).click()
    const refused = page.getByText('This login was decided already, or has expired.')
    await expect.poll(() => refused.count()).toBe(1)
  })
})
