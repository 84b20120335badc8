import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultsOfAccess } from './access.ts'
import { goBetween, goOn, isBetween, isOfApplication, pathOf, prepareToStay } from './staying.ts'

const screenshots = join(import.meta.dirname, '../.cache/screenshots')

export interface View {
  width: number
  theme: 'light' | 'dark'
}

const narrowest = 360

/** Whatever pages ask the server for. */
export const everyCall = /\/(api|v1)\//

type Views = readonly [View, ...View[]]

const desktop: Views = [
  { width: 1280, theme: 'dark' },
  { width: 1280, theme: 'light' },
]
const phone: Views = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: narrowest, theme: 'light' },
]

export interface Visit {
  page: Page
  context: BrowserContext
  /** What the browser complained about: errors of scripts, refusals of the policy. */
  complaints: string[]
  /** From now on the screen is of that size and kind. */
  show: (view: View) => Promise<void>
  /** Ends the visit: nothing of it is left for whoever comes next. */
  leave: () => Promise<void>
}

type Window = Omit<Visit, 'leave'>

/** Windows that nobody looks at, by the site and the kind of screen. */
const free = new WeakMap<Browser, Map<string, Window[]>>()

/** A browser whose page was once under a finger finds no mouse for it any more. */
const touched = new WeakSet<Page>()

interface Purpose {
  /** Who only looks needs no mouse, and has one window for the desktop and the phone. */
  toLook?: boolean
}

/**
 * A fresh person in front of a screen of that size, who may then go anywhere on the site. To open
 * a window for each takes a browser most of its time, so that they take one that is free.
 */
export async function visit(
  browser: Browser,
  origin: string,
  view: View,
  { toLook = false }: Purpose = {},
): Promise<Visit> {
  const ofBrowser = free.get(browser) ?? new Map<string, Window[]>()
  free.set(browser, ofBrowser)
  const ofKind = (isTouched: boolean): Window[] => {
    const key = `${origin} ${isTouched ? 'by finger' : 'by mouse'}`
    const known = ofBrowser.get(key) ?? []
    ofBrowser.set(key, known)
    return known
  }
  const fitting = ofKind(toLook || isPhone(view))
  let known = fitting.pop()
  // Those of a file that is through are closed, and another may get the same port.
  while (known?.page.isClosed()) known = fitting.pop()
  const window = known ?? (await openWindow(browser, origin))
  window.complaints.length = 0
  await window.show(view)
  async function leave(): Promise<void> {
    if (await tidyUp(window, origin)) ofKind(touched.has(window.page)).push(window)
    else await window.context.close()
  }
  return { ...window, leave }
}

async function openWindow(browser: Browser, origin: string): Promise<Window> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  // A busy machine only makes a test slow.
  context.setDefaultTimeout(60_000)
  await prepareToStay(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // The browser notes every answer of 400 and above in red, also those that are in order: a
    // refusal by our own API, and the status of the page that says it wasn't found.
    const isRefusal = message.text().startsWith('Failed to load resource')
    const { url } = message.location()
    if (isRefusal && (url === page.url() || everyCall.test(url))) return
    // Nothing leaves this machine, so that everybody is without a picture there.
    if (isRefusal && url.startsWith('https://www.gravatar.com/')) return
    complaints.push(message.text())
  })
  const devtools = await context.newCDPSession(page)
  async function show(view: View): Promise<void> {
    const enabled = isPhone(view)
    if (enabled) touched.add(page)
    if (touched.has(page)) await devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
    await page.setViewportSize(windowOf(view))
    await page.emulateMedia({ colorScheme: view.theme })
  }
  return { page, context, complaints, show }
}

/** A page of each of our sites, on which nothing runs. */
export const restingPath = '/livez'

/** Whether the window is as a new one again, but for what it needn't load once more. */
async function tidyUp({ page, context, complaints }: Window, origin: string): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.mouse.move(0, 0)
    const { origin: where, pathname } = new URL(page.url())
    if (where === origin && isOfApplication(pathname) && (await goBetween(page))) {
      await context.clearCookies()
      complaints.length = 0
      return isBetween(page)
    }
    // A checkout listens to its news until it is left.
    const canRest = where === origin && !pathname.startsWith('/checkout/')
    if (!canRest) await page.goto(`${origin}${restingPath}`)
    await page.evaluate(rest, restingPath)
    await context.clearCookies()
    complaints.length = 0
    // Another page may just have come in its place.
    return await page.evaluate(() => document.body.childElementCount === 0)
  } catch {
    return false
  }
}

/**
 * From now on the page does nothing, and leaves nothing behind. It stays instead of being left
 * since the next one has the same scripts and styles, which the browser then still has at hand.
 */
function rest(path: string): void {
  stop()
  const never = () => 0
  const unanswered = () => new Promise<never>(() => undefined)
  const idle = { fetch: unanswered, setTimeout: never, setInterval: never }
  const newest = Number(setTimeout(never))
  for (let timer = 0; timer <= newest; timer += 1) clearTimeout(timer)
  Object.assign(window, idle, { requestAnimationFrame: never })
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  Object.assign(Storage.prototype, { setItem: never })
  document.body.replaceChildren()
  // Where only the part behind the # differs, the next page would be this one. The router has
  // methods of its own on the history itself.
  History.prototype.replaceState.call(history, null, '', path)
}

const windowOf = (view: View) => ({ width: view.width, height: isPhone(view) ? 780 : 800 })

const isPhone = ({ width }: View) => width < 600

type Look = (page: Page, view: View) => Promise<void>

/** Opens something once on each screen, and looks at it in every size and theme. */
export async function inEveryView(open: (view: View) => Promise<Page>, look: Look): Promise<void> {
  for (const views of [desktop, phone]) await inViews(await open(views[0]), views, look)
}

async function inViews(page: Page, views: Views, look: Look): Promise<void> {
  for (const view of views) {
    await page.setViewportSize(windowOf(view))
    await page.emulateMedia({ colorScheme: view.theme })
    await page.evaluate(paint)
    await look(page, view).catch((error: unknown) => {
      throw new Error(`At ${view.width} px, ${view.theme}: ${String(error)}`, { cause: error })
    })
  }
}

type InEach = (look: (view: View) => Promise<void>) => Promise<void>

/**
 * For what opens above a page. It's shown once on each screen, and stays while somebody looks at it
 * in every size and theme.
 */
export async function onEachScreen(
  open: (view: View) => Promise<Page>,
  show: (page: Page, inEach: InEach, screen: View) => Promise<void>,
): Promise<void> {
  for (const views of [desktop, phone]) {
    const page = await open(views[0])
    await page.setViewportSize(windowOf(views[0]))
    await show(page, (look) => inViews(page, views, (_, view) => look(view)), views[0])
  }
}

/**
 * Takes a picture; nothing may stick out, and axe may find nothing. In the dark only the colours
 * are others, and the narrowest window has nothing that a phone hasn't but less room.
 */
export async function expectInOrder(page: Page, name: string, view: Picture): Promise<void> {
  await picture(page, name, view)
  expect(await overflow(page)).toBe(0)
  if (view.width === narrowest) return
  expect(await faultsOfAccess(page, situationOf(view))).toEqual([])
}

/** A page in every view, all of which the keyboard reaches. */
export async function expectPageInOrder(
  name: string,
  open: (view: View) => Promise<Page>,
  isReady: (page: Page) => Promise<void> = isLoaded,
): Promise<void> {
  async function look(page: Page, view: View): Promise<void> {
    await isReady(page)
    await expectInOrder(page, name, view)
  }
  const page = await open(desktop[0])
  await inViews(page, desktop, look)
  // A page that only shows something is the same when the mouse becomes a finger.
  touched.add(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await inViews(page, phone, look)
  await devtools.detach()
  // Last, since what has the focus may show more than the page at rest.
  await page.setViewportSize(windowOf(desktop[0]))
  expect(await beyondTheKeyboard(page)).toEqual([])
}

/** The same of a page for people whom the site doesn't know, about which no browser complains. */
export async function expectPublicPageInOrder(
  name: string,
  { browser, origin, path }: { browser: Browser; origin: string; path: string },
): Promise<void> {
  const visits: Visit[] = []
  async function open(view: View): Promise<Page> {
    const stranger = await visit(browser, origin, view)
    visits.push(stranger)
    await arrive(stranger.page, path)
    return stranger.page
  }
  await expectPageInOrder(name, open, () => Promise.resolve())
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([])
  await Promise.all(visits.map(({ leave }) => leave()))
}

/** Goes there and waits for the title, which comes with the content. */
export async function arrive(page: Page, path: string): Promise<void> {
  if (isBetween(page) && isOfApplication(path)) await goOn(page, path)
  else await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.evaluate(paint)
}

/**
 * The same for who only looks. From one page of the application to another nothing is loaded but
 * what the page tells, all of it anew: the whole costs a browser four times as much.
 */
export async function arriveToLook(page: Page, path: string): Promise<void> {
  const isWithin = [pathOf(page), path].every(isOfApplication)
  if (isWithin && !(await goBetween(page))) throw new Error(`${page.url()} is not left`)
  await arrive(page, path)
}

export async function isLoaded(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** The rows of a table; while it's loading it shows some in the shape of those that will come. */
export const rowsIn = (page: Page, name?: string): Locator =>
  page
    .getByRole('table', name === undefined ? {} : { name })
    .and(page.locator(':not([aria-busy=true])'))
    .locator('tbody tr')

/** Chromium can't capture a page that it hasn't painted yet. */
async function paint(): Promise<void> {
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

/** What was looked at already where a page is shown in every view. */
export const situationOf = (view: View) => ({
  isDark: view.theme === 'dark',
  isPhone: isPhone(view),
})

interface Picture extends View {
  /** Only what the window shows, for what floats above the page. */
  window?: boolean
}

/** For people to look at; nothing compares them, so that runs of everything do without. */
export async function picture(page: Page, name: string, view: Picture): Promise<void> {
  if (process.env['PICTURES'] === 'off') return
  await mkdir(screenshots, { recursive: true })
  const path = join(screenshots, `${name}-${view.width}-${view.theme}.png`)
  // What has just opened is there before it's to be seen.
  await page.evaluate(paint)
  await page.screenshot({ path, fullPage: view.window !== true })
  // Right after one of the whole page its measures are still those of the picture.
  await page.evaluate(paint)
}

/** What Tab should reach and doesn't, each by its name; radio buttons of a group are one stop. */
export async function beyondTheKeyboard(page: Page): Promise<string[]> {
  const stops = await page.evaluate(markStops)
  // Chromium also stops at what scrolls, so there may be more steps than stops.
  const stepsMax = 2 * stops + 10
  for (let steps = 0; steps < stepsMax; steps += stepsAtOnce) {
    for (let step = 0; step < stepsAtOnce; step += 1) await page.keyboard.press('Tab')
    if ((await page.locator('[data-stop]').count()) === 0) break
  }
  return page
    .locator('[data-stop]')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 120)))
}

const stepsAtOnce = 10

/** From now on what has the focus after a key is a stop no more; answers how many there are. */
function markStops(): number {
  const interactive = 'a[href], button, input, select, textarea, [tabindex="0"], summary'
  for (const element of document.querySelectorAll<HTMLElement>(interactive)) {
    const isPassedOver = element.tabIndex < 0 || element.matches(':disabled, [inert] *')
    const isOfUncheckedRadios = element.matches('input[type=radio]:not(:checked)')
    const isShown = element.checkVisibility({ visibilityProperty: true })
    if (isShown && !isPassedOver && !isOfUncheckedRadios) element.dataset['stop'] = ''
  }
  const leaveStop = () => document.activeElement?.removeAttribute('data-stop')
  leaveStop()
  addEventListener('keyup', leaveStop, { capture: true })
  return document.querySelectorAll('[data-stop]').length
}
