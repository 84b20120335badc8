import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFullRun } from '../packages/server/test/full-run.ts'
import { accessibilityViolations } from './accessibility.ts'
import {
  isAppPath,
  isReset,
  navigateWithinApp,
  pathOf,
  prepareForReuse,
  resetWindow,
} from './reuse-window.ts'

const screenshots = join(import.meta.dirname, '../.cache/screenshots')

export interface View {
  width: number
  theme: 'light' | 'dark'
}

/** All API requests of the pages. */
export const apiUrls = /\/(api|v1)\//

/** Checkouts in frames, some of which may not be shown there. */
const framedCheckouts = /\/checkout\/[^?]+\?(.*&)?embed=true/

type Views = readonly [View, ...View[]]

const narrowest = 360

/** A quick run shows each screen in one theme; a unit test checks the contrast of all colors. */
const desktop: Views = isFullRun
  ? [
      { width: 1280, theme: 'dark' },
      { width: 1280, theme: 'light' },
    ]
  : [{ width: 1280, theme: 'light' }]
const phone: Views = isFullRun
  ? [
      { width: 390, theme: 'light' },
      { width: 390, theme: 'dark' },
      { width: narrowest, theme: 'light' },
    ]
  : [{ width: narrowest, theme: 'dark' }]

export interface Visit {
  page: Page
  context: BrowserContext
  /** The browser's errors and warnings, also of the content security policy. */
  consoleErrors: string[]
  /** Sets size, theme and touch. */
  setView: (view: View) => Promise<void>
  /** Ends the visit and resets the window for the next one. */
  leave: () => Promise<void>
}

type Window = Omit<Visit, 'leave'>

/** Windows that are not in use, by origin and kind of screen. */
const idleWindows = new WeakMap<Browser, Map<string, Window[]>>()

/** After touch emulation a page no longer reports a mouse. */
const touchPages = new WeakSet<Page>()

interface VisitOptions {
  /** A visit that changes nothing needs no mouse, so one window does for desktop and phone. */
  isViewOnly?: boolean
}

/**
 * A new visitor with a screen of that size. Reuses an idle window: with a new context for each
 * visit, which compiles every script again, the tests take 50 % more processor time.
 */
export async function visit(
  browser: Browser,
  origin: string,
  view: View,
  { isViewOnly = false }: VisitOptions = {},
): Promise<Visit> {
  const ofBrowser = idleWindows.get(browser) ?? new Map<string, Window[]>()
  idleWindows.set(browser, ofBrowser)
  const ofKind = (hasTouch: boolean): Window[] => {
    const key = `${origin} ${hasTouch ? 'touch' : 'mouse'}`
    const known = ofBrowser.get(key) ?? []
    ofBrowser.set(key, known)
    return known
  }
  const candidates = ofKind(isViewOnly || isPhone(view))
  let known = candidates.pop()
  // Each file closes its windows at its end, and a later server may get the same port.
  while (known?.page.isClosed()) known = candidates.pop()
  const window = known ?? (await openWindow(browser, origin))
  window.consoleErrors.length = 0
  await window.setView(view)
  async function leave(): Promise<void> {
    if (await clear(window, origin)) ofKind(touchPages.has(window.page)).push(window)
    else await window.context.close()
  }
  return { ...window, leave }
}

async function openWindow(browser: Browser, origin: string): Promise<Window> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  // A busy machine must not fail a test.
  context.setDefaultTimeout(60_000)
  await prepareForReuse(context)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // The browser logs every status of 400 and above as an error, also expected ones: a refusal of
    // our own API, the 404 of a page that wasn't found, and the 403 of a frame that isn't allowed.
    const isRefusal = message.text().startsWith('Failed to load resource')
    const { url } = message.location()
    if (isRefusal && (url === page.url() || apiUrls.test(url) || framedCheckouts.test(url))) return
    consoleErrors.push(message.text())
  })
  const devtools = await context.newCDPSession(page)
  async function setView(view: View): Promise<void> {
    const enabled = isPhone(view)
    if (enabled) touchPages.add(page)
    if (touchPages.has(page)) await devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
    await page.setViewportSize(viewportOf(view))
    await page.emulateMedia({ colorScheme: view.theme })
  }
  return { page, context, consoleErrors, setView }
}

/** A page without scripts on every server. */
export const blankPath = '/livez'

/** Clears all state but cached scripts; returns whether the window can be reused. */
async function clear({ page, context, consoleErrors }: Window, origin: string): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.mouse.move(0, 0)
    const { origin: current, pathname } = new URL(page.url())
    if (current === origin && isAppPath(pathname) && (await resetWindow(page))) {
      await context.clearCookies()
      consoleErrors.length = 0
      return isReset(page)
    }
    // Aborts pending requests, whose responses could set the last visitor's cookies.
    await page.goto(`${origin}${blankPath}`)
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.clear()
    })
    await context.clearCookies()
    consoleErrors.length = 0
    return true
  } catch {
    return false
  }
}

const viewportOf = (view: View) => ({ width: view.width, height: isPhone(view) ? 780 : 800 })

const isPhone = ({ width }: View) => width < 600

type Check = (page: Page, view: View) => Promise<void>

/** Opens a page once for desktop and once for phone, and checks it in every size and theme. */
export async function forEachView(
  open: (view: View) => Promise<Page>,
  check: Check,
): Promise<void> {
  for (const views of [desktop, phone]) await inViews(await open(views[0]), views, check)
}

async function inViews(page: Page, views: Views, check: Check): Promise<void> {
  for (const view of views) {
    await page.setViewportSize(viewportOf(view))
    await page.emulateMedia({ colorScheme: view.theme })
    await page.evaluate(waitForPaint)
    await check(page, view).catch((error: unknown) => {
      throw new Error(`At ${view.width} px, ${view.theme}: ${String(error)}`, { cause: error })
    })
  }
}

export type EachView = (check: (view: View) => Promise<void>) => Promise<void>

/**
 * For dialogs and menus: opened once for desktop and once for phone, they stay open while they are
 * checked in every size and theme.
 */
export async function onDesktopAndPhone(
  open: (view: View) => Promise<Page>,
  show: (page: Page, eachView: EachView, screen: View) => Promise<void>,
): Promise<void> {
  for (const views of [desktop, phone]) {
    const page = await open(views[0])
    await page.setViewportSize(viewportOf(views[0]))
    await show(page, (check) => inViews(page, views, (_, view) => check(view)), views[0])
  }
}

/** Takes a screenshot, and expects no horizontal overflow and no accessibility violations. */
export async function expectAccessibleView(
  page: Page,
  name: string,
  view: Screenshot,
): Promise<void> {
  await screenshot(page, name, view)
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
}

/** Checks a page in every view, and that the keyboard reaches all of it. */
export async function expectAccessiblePage(
  name: string,
  open: (view: View) => Promise<Page>,
  waitUntilReady: (page: Page) => Promise<void> = waitUntilLoaded,
): Promise<void> {
  async function check(page: Page, view: View): Promise<void> {
    await waitUntilReady(page)
    await expectAccessibleView(page, name, view)
  }
  const page = await open(desktop[0])
  await inViews(page, desktop, check)
  // The page doesn't have to be opened again for touch, since the check changes nothing on it.
  touchPages.add(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await inViews(page, phone, check)
  await devtools.detach()
  // Last, since a focused element may show more than before.
  await page.setViewportSize(viewportOf(desktop[0]))
  expect(await unreachableByKeyboard(page)).toEqual([])
}

/** The same for a visitor who isn't signed in, and expects no console errors. */
export async function expectAccessiblePublicPage(
  name: string,
  { browser, origin, path }: { browser: Browser; origin: string; path: string },
): Promise<void> {
  const visits: Visit[] = []
  async function open(view: View): Promise<Page> {
    const visitor = await visit(browser, origin, view)
    visits.push(visitor)
    await openPath(visitor.page, path)
    return visitor.page
  }
  await expectAccessiblePage(name, open, () => Promise.resolve())
  expect(visits.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
  await Promise.all(visits.map(({ leave }) => leave()))
}

/** Opens a path and waits for the title, which appears with the content. */
export async function openPath(page: Page, path: string): Promise<void> {
  if (isReset(page) && isAppPath(path)) await navigateWithinApp(page, path)
  else await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.evaluate(waitForPaint)
}

/**
 * The same for view-only visits: within the application it loads only the page's data, all of it
 * again, since loading the whole application costs a browser four times as much.
 */
export async function openForViewing(page: Page, path: string): Promise<void> {
  const isWithin = [pathOf(page), path].every(isAppPath)
  if (isWithin && !(await resetWindow(page))) throw new Error(`could not leave ${page.url()}`)
  await openPath(page, path)
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** The rows of a table, without the placeholders that it shows while loading. */
export const rowsIn = (page: Page, name?: string): Locator =>
  page
    .getByRole('table', name === undefined ? {} : { name })
    .and(page.locator(':not([aria-busy=true])'))
    .locator('tbody tr')

/** Chromium can't capture a page that it hasn't waitForPaint yet. */
async function waitForPaint(): Promise<void> {
  await document.fonts.ready
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
}

/** How many pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

interface Screenshot extends View {
  /** Captures only the viewport, for dialogs and menus. */
  window?: boolean
}

/** For people to look at. No test compares them, so a run of all tests turns them off. */
export async function screenshot(page: Page, name: string, view: Screenshot): Promise<void> {
  if (process.env['PICTURES'] === 'off') return
  await mkdir(screenshots, { recursive: true })
  const path = join(screenshots, `${name}-${view.width}-${view.theme}.png`)
  // An element that has just opened may be in the document before it is visible.
  await page.evaluate(waitForPaint)
  await page.screenshot({ path, fullPage: view.window !== true })
  // Right after a full-page screenshot the page still has the screenshot's size.
  await page.evaluate(waitForPaint)
}

/** Elements that Tab should reach and doesn't; a group of radio buttons counts once. */
export async function unreachableByKeyboard(page: Page): Promise<string[]> {
  const stops = await page.evaluate(markTabStops)
  // Chromium also focuses scrollable elements, so there may be more steps than stops.
  const stepsMax = 2 * stops + 10
  for (let steps = 0; steps < stepsMax; steps += stepsPerCheck) {
    for (let step = 0; step < stepsPerCheck; step += 1) await page.keyboard.press('Tab')
    if ((await page.locator('[data-stop]').count()) === 0) break
  }
  return page
    .locator('[data-stop]')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 120)))
}

const stepsPerCheck = 10

/** Marks all tab stops, and unmarks each when it gets the focus; returns their number. */
function markTabStops(): number {
  const interactive = 'a[href], button, input, select, textarea, [tabindex="0"], summary'
  for (const element of document.querySelectorAll<HTMLElement>(interactive)) {
    const isSkipped = element.tabIndex < 0 || element.matches(':disabled, [inert] *')
    const isUncheckedRadio = element.matches('input[type=radio]:not(:checked)')
    const isShown = element.checkVisibility({ visibilityProperty: true })
    if (isShown && !isSkipped && !isUncheckedRadio) element.dataset['stop'] = ''
  }
  const unmarkFocused = () => document.activeElement?.removeAttribute('data-stop')
  unmarkFocused()
  addEventListener('keyup', unmarkFocused, { capture: true })
  return document.querySelectorAll('[data-stop]').length
}

/** Exports the list; its lines, of which the first is the header. */
export async function exportedLines(
  page: Page,
  fileName: string,
  columns: 'Columns shown' | 'All columns' = 'All columns',
): Promise<string[]> {
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: columns }).click(),
  ])
  expect(download.suggestedFilename()).toBe(fileName)
  return (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
}
