import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pngOf } from '../packages/server/test/png.ts'
import { type Person, press, serverWithOperator, toastsOn } from './operators.ts'
import { createOrganization, type Organization } from './organizations.ts'
import { expectAccessibleView, onDesktopAndPhone, openPath } from './visit.ts'

const app = serverWithOperator()
let ada: Person
let northwind: Organization

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  northwind = await createOrganization(await app.signInAs(ada), 'Northwind Tools')
  await app.endVisits()
})

const wide = { name: 'wide.png', mimeType: 'image/png', buffer: pngOf({ width: 900, height: 300 }) }

async function choose(page: Page, file: typeof wide): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

const dialogOn = (page: Page) => page.getByRole('dialog')

const slider = (page: Page, name: string) => dialogOn(page).getByRole('slider', { name })

/** What the browser gets from the URL of a field. */
async function pictureIn(page: Page, field: string): Promise<{ url: string; sides: number[] }> {
  const input = page.getByRole('textbox', { name: field })
  await expect.poll(() => input.inputValue()).toMatch(/\/pictures\/[0-9a-f-]{36}\.(png|jpg)$/)
  const url = await input.inputValue()
  const sides = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    return [bitmap.width, bitmap.height]
  }, url)
  return { url, sides }
}

test('cropping fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, '/account/profile'), async (page, eachView) => {
    await choose(page, wide)
    await dialogOn(page).waitFor()
    await eachView((view) => expectAccessibleView(page, 'crop-picture', { ...view, window: true }))
    await press(page, 'Escape')
    await dialogOn(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Picture' }).inputValue()).toBe('')
  }))

test('a profile picture is cropped with the keyboard, and replaced', async () => {
  const page = await app.openAs(ada, '/account/profile')
  await choose(page, wide)
  await expect.poll(() => slider(page, 'Top to bottom').isDisabled()).toBe(true)
  await slider(page, 'Zoom').focus()
  await press(page, 'ArrowRight', 'Tab', 'ArrowRight')
  await expect.poll(() => slider(page, 'Left to right').inputValue()).toBe('0.51')
  await expect.poll(() => slider(page, 'Top to bottom').isDisabled()).toBe(false)
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Picture saved')
  const first = await pictureIn(page, 'Picture')
  expect(first.sides[0]).toBe(first.sides[1])
  const shown = page.locator(`main img[src="${first.url}"]`)
  const isPainted = () =>
    shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
  await expect.poll(isPainted).toBe(true)
  await page.reload()
  expect(await pictureIn(page, 'Picture')).toEqual(first)
  await choose(page, wide)
  await dialogOn(page).getByRole('button', { name: 'Save picture' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Picture' }).inputValue())
    .not.toBe(first.url)
  expect((await pictureIn(page, 'Picture')).sides).toEqual([300, 300])
  await app.server.settle()
  expect((await page.request.get(first.url)).status()).toBe(404)
})

test('a logo is cropped by dragging, and shown at once', async () => {
  const page = await app.openAs(ada, `/dashboard/${northwind.slug}/settings`)
  await choose(page, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await page.getByText('This browser can’t read the file as an image.').waitFor()
  await choose(page, wide)
  const area = await dialogOn(page).locator('canvas').boundingBox()
  assert(area !== null)
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width, area.y + area.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => slider(page, 'Left to right').inputValue()).toBe('0.25')
  await dialogOn(page).getByRole('button', { name: 'Save picture' }).click()
  await expect.poll(() => toastsOn(page)).toContain('Logo saved')
  const { url } = await pictureIn(page, 'Logo')
  const switcher = page.getByRole('combobox', { name: 'Organization' }).first()
  await switcher.locator(`img[src="${url}"]`).waitFor()
  await openPath(page, `/dashboard/${northwind.slug}`)
  await switcher.locator(`img[src="${url}"]`).waitFor()
  expect((await page.request.get(url)).headers()['content-type']).toBe('image/png')
})
