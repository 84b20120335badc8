import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { testBrowser } from './browser.ts'
import { galleryPath, type Site, startSite } from './site.ts'
import { openPath, visit } from './visit.ts'

let site: Site
let page: Page
let consoleErrors: readonly string[]
let leave: () => Promise<void>

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site.stop()
})

beforeEach(async () => {
  const current = await visit(browser.current, site.url, { width: 1280, theme: 'light' })
  ;({ page, consoleErrors, leave } = current)
  await openPath(page, galleryPath)
})

afterEach(async () => {
  assert.deepEqual(consoleErrors, [])
  await leave()
})

// Registered after the hooks above and so run before them, while a failed test's page is open.
const browser = testBrowser()

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement)

/** Code that runs in the next frame never runs: by then the user may have moved on. */
const stopFrames = () =>
  page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }))

describe('a table by keyboard', () => {
  const table = () => page.getByRole('table', { name: 'Orders', exact: true })
  const link = (row: number) => table().locator('tbody tr').nth(row).getByRole('link')
  const checkboxOf = (row: number) => table().locator('tbody tr').nth(row).getByRole('checkbox')

  test('J starts at the first row and moves down, K moves up and stops at the top', async () => {
    await press('j')
    await expect.poll(() => hasFocus(link(0))).toBe(true)
    await press('j', 'j')
    await expect.poll(() => hasFocus(link(2))).toBe(true)
    await press('k', 'k', 'k')
    await expect.poll(() => hasFocus(link(0))).toBe(true)
  })

  test('K starts at the last row; Home, End and the arrows move too', async () => {
    await press('k')
    await expect.poll(() => hasFocus(link(7))).toBe(true)
    await press('j')
    await expect.poll(() => hasFocus(link(7))).toBe(true)
    await press('Home', 'ArrowDown')
    await expect.poll(() => hasFocus(link(1))).toBe(true)
    await press('End', 'ArrowUp')
    await expect.poll(() => hasFocus(link(6))).toBe(true)
  })

  test('X selects and deselects the row, and the toolbar counts', async () => {
    await press('j', 'x', 'j', 'x')
    await expect.poll(() => checkboxOf(0).isChecked()).toBe(true)
    await page.getByText('2 selected').waitFor()
    await press('x')
    await expect.poll(() => checkboxOf(1).isChecked()).toBe(false)
    await page.getByText('1 selected').waitFor()
  })

  test('Enter opens the row, Escape returns to it', async () => {
    await press('j', 'j')
    const row = await link(1).innerText()
    await press('Enter')
    const sheet = page.getByRole('dialog')
    expect(row).toContain(await sheet.getByRole('heading').innerText())
    await press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(link(1))).toBe(true)
  })

  test('letters typed into the search are no shortcuts', async () => {
    const search = page.getByRole('region', { name: 'Orders' }).getByRole('searchbox')
    await search.focus()
    await page.keyboard.type('jxk')
    await expect.poll(() => search.inputValue()).toBe('jxk')
    await page.getByText('No matching orders').waitFor()
    await press('Escape')
    await expect.poll(() => search.inputValue()).toBe('')
    await link(7).waitFor()
  })

  test('a column header sorts ascending, then descending', async () => {
    const head = table().getByRole('columnheader', { name: 'Customer' })
    await head.getByRole('button').focus()
    await press('Enter')
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    const first = await link(0).innerText()
    await press('Enter')
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => link(0).innerText()).not.toBe(first)
  })
})

describe('a calendar by keyboard', () => {
  const box = () => page.getByRole('textbox', { name: 'Ends on' })
  const calendar = () => page.getByRole('dialog', { name: 'Calendar' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'))

  beforeEach(async () => {
    await box().focus()
    await press('ArrowDown')
    await calendar().waitFor()
  })

  test('it opens at the chosen day and is accessible', async () => {
    await expect.poll(focused).toBe('2026-12-24')
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('keys move from the chosen day by days, weeks, months and years', async () => {
    for (const [keys, day] of [
      [['ArrowRight'], '2026-12-25'],
      [['ArrowLeft'], '2026-12-23'],
      [['ArrowUp'], '2026-12-17'],
      [['ArrowDown', 'ArrowDown'], '2027-01-07'],
      [['Home'], '2026-12-21'],
      [['End'], '2026-12-27'],
      [['PageDown'], '2027-01-24'],
      [['PageUp'], '2026-11-24'],
      [['Shift+PageDown'], '2027-12-24'],
    ] as const) {
      await expect.poll(focused).toBe('2026-12-24')
      await press(...keys)
      await expect.poll(focused).toBe(day)
      await press('Escape')
      await calendar().waitFor({ state: 'hidden' })
      await expect.poll(() => hasFocus(box())).toBe(true)
      await press('ArrowDown')
    }
  })

  test('Enter puts the day into the field', async () => {
    await expect.poll(focused).toBe('2026-12-24')
    await press('ArrowRight', 'Enter')
    await calendar().waitFor({ state: 'hidden' })
    await expect.poll(() => box().inputValue()).toBe('25 Dec 2026')
    await expect.poll(() => hasFocus(box())).toBe(true)
  })

  test('Escape leaves the day as it was', async () => {
    await expect.poll(focused).toBe('2026-12-24')
    await press('ArrowRight', 'Escape')
    await calendar().waitFor({ state: 'hidden' })
    await expect.poll(() => box().inputValue()).toBe('24 Dec 2026')
    await expect.poll(() => hasFocus(box())).toBe(true)
  })
})

describe('a typed day', () => {
  const box = () => page.getByRole('textbox', { name: 'Ends on' })

  test('is read in numbers', async () => {
    await box().fill('2026-12-31')
    await press('Tab')
    await expect.poll(() => box().inputValue()).toBe('31 Dec 2026')
  })

  test.each(['someday', '1 Oct 2026'])('is refused as “%s”', async (typed) => {
    await box().fill(typed)
    await press('Tab')
    await expect.poll(() => box().inputValue()).toBe(typed)
    await expect.poll(() => box().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a typed confirmation', () => {
  const dialog = () => page.getByRole('alertdialog')
  const confirm = () => dialog().getByRole('button', { name: 'Delete permanently' })

  beforeEach(async () => {
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    await dialog().waitFor()
  })

  test('accepts only the exact word', async () => {
    expect(await accessibilityViolations(page)).toEqual([])
    await expect.poll(() => confirm().isDisabled()).toBe(true)
    const word = dialog().getByRole('textbox')
    await word.fill('northwin')
    await expect.poll(() => confirm().isDisabled()).toBe(true)
    await press('Enter')
    await expect.poll(() => confirm().getAttribute('aria-busy')).toBe(null)
    await word.fill(' northwind ')
    await expect.poll(() => confirm().isEnabled()).toBe(true)
    await press('Enter')
    await dialog().waitFor({ state: 'hidden' })
  })

  test('Escape closes it and discards the input', async () => {
    await dialog().getByRole('textbox').fill('northwind')
    await press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    const opener = page.getByRole('button', { name: 'Delete organization…' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await press('Enter')
    await expect.poll(() => dialog().getByRole('textbox').inputValue()).toBe('')
  })
})

test('a refusal stays in its dialog and is read out', async () => {
  await page.getByRole('button', { name: 'Failing action…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await dialog.getByRole('alert').getByText('3 active subscriptions').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Leave' }).isEnabled()).toBe(true)
})

test('tabs show one panel at a time', async () => {
  await stopFrames()
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await page.getByRole('tabpanel').allInnerTexts()).toEqual(['The same call over HTTP.'])
})

test('an item moved in a list keeps the focus', async () => {
  const list = page.getByRole('list', { name: 'Roles in order' })
  const move = (role: string, way: string) =>
    list.getByRole('button', { name: `Move ${role} ${way}` })
  await stopFrames()
  await move('Billing', 'up').focus()
  await press('Enter')
  expect(await hasFocus(move('Billing', 'down'))).toBe(true)
  await press('Enter')
  expect(await hasFocus(move('Billing', 'up'))).toBe(true)
  await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual(['Owner', 'Billing'])
})
