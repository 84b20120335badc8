import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, vi } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { eventually } from '../packages/server/test/eventually.ts'
import {
  type TestServer,
  type TestServerOptions,
  testServer,
} from '../packages/server/test/server.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { testBrowser } from './browser.ts'
import { blankPath, openForViewing, openPath, type View, type Visit, visit } from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')

export const wide = { width: 1280, theme: 'light' } as const
export const password = 'seven green teapots'

export interface Person {
  id: string
  name: string
  email: string
}

interface App {
  readonly server: TestServer
  /** The only operator at first. */
  readonly operator: Person
  signUp(name: string): Promise<Person>
  /** Signs in by the API; returns the status. */
  signIn(person: Pick<Person, 'email'>, chosen?: string): Promise<number>
  /** Opens a path as this user in a browser of their own. */
  openAs(person: Person, path: string, view?: View): Promise<Page>
  /** Signs in and opens a blank page, for API requests or for a later navigation. */
  signInAs(person: Person): Promise<Page>
  /** The same with a page that stays until the last test, for API requests. */
  persistentPageOf(person: Person): Promise<Page>
  /** For tests that only view pages: reuses this user's last window without loading it again. */
  viewAs(person: Person, path: string): (view: View) => Promise<Page>
  /** Opens a path in a browser where nobody is signed in. */
  openAsVisitor(path: string, view?: View): Promise<Page>
  /** Ends all visits so far, as happens after each test. */
  endVisits(): Promise<void>
  /** Opens a user's page as the operator. */
  openUser(person: Person, view?: View): Promise<Page>
  query(sql: string, values: readonly unknown[]): Promise<void>
}

/** A server with an operator for the tests of a file, which fail on console errors. */
export function serverWithOperator(
  env: Readonly<Record<string, string>> = {},
  options: Pick<TestServerOptions, 'isDelivering'> = {},
): App {
  const database = testDatabase()
  const server = testServer(database, env, { ...options, webFolder })
  const visits: Visit[] = []
  const viewers = new Map<string, Visit>()
  /** The viewers of this test. */
  const viewing = new Set<string>()
  afterEach(async () => {
    const consoleErrors = [...visits, ...viewers.values()].flatMap((one) =>
      one.consoleErrors.splice(0),
    )
    await endVisits()
    viewing.clear()
    assert.deepEqual(consoleErrors, [])
  })
  // Registered after the hook above and so run before it, while a failed test's pages are open.
  const browser = testBrowser()
  let operator: Person | undefined

  beforeAll(async () => {
    // The first user of a fresh server is its operator.
    operator = await signUp('Olive Operator')
  })

  function post(path: string, body: object): Promise<Response> {
    const { url } = server.current
    const headers = { 'content-type': 'application/json', origin: url }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return fetch(`${url}/api/auth${path}`, init)
  }

  async function signUp(name: string): Promise<Person> {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
    const answer = await post('/sign-up/email', { name, email, password })
    assert.equal(answer.status, 200)
    const { user } = await answer.json()
    return { id: user.id, name, email }
  }

  async function endVisits(): Promise<void> {
    await Promise.all(visits.splice(0).map((visitor) => visitor.leave()))
  }

  /** Frees the windows of viewers of earlier tests. */
  async function endIdleViewers(): Promise<void> {
    const idle = [...viewers].filter(([email]) => !viewing.has(email))
    for (const [email] of idle) viewers.delete(email)
    await Promise.all(idle.map(([, visitor]) => visitor.leave()))
  }

  async function newVisit(view: View = wide) {
    await endIdleViewers()
    const visitor = await visit(browser.current, server.current.url, view)
    visits.push(visitor)
    return visitor
  }

  async function openAs(person: Person, path: string, view?: View): Promise<Page> {
    const { page, context } = await newVisit(view)
    await signInContext(context, person)
    await openPath(page, path)
    return page
  }

  async function signInAs(person: Person): Promise<Page> {
    const { page, context } = await newVisit(wide)
    await signInContext(context, person)
    if (page.url() === 'about:blank') await page.goto(blankPath)
    return page
  }

  async function persistentPageOf(person: Person): Promise<Page> {
    const { page, context } = await visit(browser.current, server.current.url, wide)
    await signInContext(context, person)
    await page.goto(blankPath)
    return page
  }

  async function signInContext(
    { request }: BrowserContext,
    { email }: Pick<Person, 'email'>,
  ): Promise<void> {
    const data = { email, password }
    const headers = { origin: server.current.url }
    const answer = await request.post('/api/auth/sign-in/email', { data, headers })
    assert.equal(answer.status(), 200)
  }

  async function viewerVisit({ email }: Person, view: View): Promise<Visit> {
    viewing.add(email)
    const known = viewers.get(email)
    await known?.setView(view)
    if (known !== undefined) return known
    await endIdleViewers()
    const visitor = await visit(browser.current, server.current.url, view, { isViewOnly: true })
    viewers.set(email, visitor)
    await signInContext(visitor.context, { email })
    return visitor
  }

  function currentOperator(): Person {
    assert(operator !== undefined, 'the operator is available inside tests and hooks only')
    return operator
  }

  return {
    get server() {
      return server.current
    },
    get operator() {
      return currentOperator()
    },
    signUp,
    signIn: async ({ email }, chosen = password) =>
      (await post('/sign-in/email', { email, password: chosen })).status,
    openAs,
    signInAs,
    persistentPageOf,
    viewAs: (person, path) => async (view) => {
      const { page } = await viewerVisit(person, view)
      await openForViewing(page, path)
      return page
    },
    openAsVisitor: async (path, view) => {
      const { page } = await newVisit(view)
      await openPath(page, path)
      return page
    },
    endVisits,
    openUser: ({ id }, view) => openAs(currentOperator(), `/admin/users/${id}`, view),
    query: async (sql, values) => {
      await runOn(database.ownerUrl, sql, [...values])
    },
  }
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

/** Holds matching requests from now on; the returned function releases them. */
export async function holdRequests(
  page: Page,
  address: RegExp,
  method?: string,
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await released
    await route.fallback()
  })
  return release
}

/** The text of all toasts. */
export async function toastsOn(page: Page): Promise<string> {
  const toasts = await page.locator('.toast').allInnerTexts()
  return toasts.join('\n')
}

/** A dialog or menu takes the focus after it has opened; earlier keys would miss it. */
export const waitForFocus = (opened: Locator): Promise<void> => opened.locator(':focus').waitFor()

/** Opens the palette and waits until it accepts typing. */
export async function openPalette(page: Page): Promise<Locator> {
  await press(page, 'Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await vi.waitFor(async () => assert(await hasFocus(palette.getByRole('combobox'))), patience)
  return palette
}

const patience = { timeout: 60_000, interval: 50 }

const typeaheadMilliseconds = 1_500

/** Chooses an action by typing its first letters; returns the dialog that it opens. */
export async function openDialog(page: Page, action: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions' }).focus()
  await press(page, 'Enter')
  const item = page.getByRole('menuitem', { name: action })
  await item.waitFor()
  // Typed again if a slow machine outlasted the menu's typeahead timeout.
  await eventually(async () => {
    await page.keyboard.type(action.slice(0, 5))
    await vi.waitFor(async () => assert(await hasFocus(item)), typeaheadMilliseconds)
  })
  await press(page, 'Enter')
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}
