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
import { arrive, arriveToLook, restingPath, type View, type Visit, visit } from './visit.ts'

const webFolder = join(import.meta.dirname, '../packages/web/dist')

export const wide = { width: 1280, theme: 'light' } as const
export const password = 'seven green teapots'

export interface Person {
  id: string
  name: string
  email: string
}

interface Place {
  readonly server: TestServer
  /** Everybody else has an account, only this one is an operator. */
  readonly operator: Person
  signUp(name: string): Promise<Person>
  /** The status of the answer to a sign-in. */
  signIn(person: Pick<Person, 'email'>, chosen?: string): Promise<number>
  /** In a browser of their own. */
  arriveAs(person: Person, path: string, view?: View): Promise<Page>
  /** Signed in, before a page on which nothing runs: for what needs no page of ours, or not yet. */
  enterAs(person: Person): Promise<Page>
  /** The same until the last test, for what they ask of the server meanwhile. */
  deskOf(person: Person): Promise<Page>
  /** For looking only: the browser is the one of their last look, and nothing is loaded anew. */
  lookAs(person: Person, path: string): (view: View) => Promise<Page>
  /** In a browser that knows nobody. */
  arriveAsStranger(path: string, view?: View): Promise<Page>
  /** Everybody who arrived so far goes, as they do after each test. */
  leave(): Promise<void>
  /** The operator before a user's page. */
  openUser(person: Person, view?: View): Promise<Page>
  query(sql: string, values: readonly unknown[]): Promise<void>
}

/** A server with an operator, for the tests of a file; after each no browser may have complained. */
export function serverWithOperator(
  env: Readonly<Record<string, string>> = {},
  options: Pick<TestServerOptions, 'isDelivering'> = {},
): Place {
  const database = testDatabase()
  const server = testServer(database, env, { ...options, webFolder })
  const visitors: Visit[] = []
  const lookers = new Map<string, Visit>()
  /** Who looked in this test. */
  const looking = new Set<string>()
  afterEach(async () => {
    const complaints = [...visitors, ...lookers.values()].flatMap((one) => one.complaints.splice(0))
    await leave()
    looking.clear()
    assert.deepEqual(complaints, [])
  })
  // The last to be made is the first after a test: a failed one's pages are still open then.
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

  async function leave(): Promise<void> {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()))
  }

  /** Who looked in an earlier test leaves the window to others. */
  async function makeRoom(): Promise<void> {
    const idle = [...lookers].filter(([email]) => !looking.has(email))
    for (const [email] of idle) lookers.delete(email)
    await Promise.all(idle.map(([, visitor]) => visitor.leave()))
  }

  async function comeIn(view: View = wide) {
    await makeRoom()
    const visitor = await visit(browser.current, server.current.url, view)
    visitors.push(visitor)
    return visitor
  }

  async function arriveAs(person: Person, path: string, view?: View): Promise<Page> {
    const { page, context } = await comeIn(view)
    await enter(context, person)
    await arrive(page, path)
    return page
  }

  async function enterAs(person: Person): Promise<Page> {
    const { page, context } = await comeIn(wide)
    await enter(context, person)
    if (page.url() === 'about:blank') await page.goto(restingPath)
    return page
  }

  async function deskOf(person: Person): Promise<Page> {
    const desk = await visit(browser.current, server.current.url, wide)
    await enter(desk.context, person)
    await desk.page.goto(restingPath)
    return desk.page
  }

  async function enter(
    { request }: BrowserContext,
    { email }: Pick<Person, 'email'>,
  ): Promise<void> {
    const data = { email, password }
    const headers = { origin: server.current.url }
    const answer = await request.post('/api/auth/sign-in/email', { data, headers })
    assert.equal(answer.status(), 200)
  }

  async function looker({ email }: Person, view: View): Promise<Visit> {
    looking.add(email)
    const known = lookers.get(email)
    await known?.show(view)
    if (known !== undefined) return known
    await makeRoom()
    const visitor = await visit(browser.current, server.current.url, view, { toLook: true })
    lookers.set(email, visitor)
    await enter(visitor.context, { email })
    return visitor
  }

  function whoOperates(): Person {
    assert(operator !== undefined, 'there is an operator inside tests and hooks only')
    return operator
  }

  return {
    get server() {
      return server.current
    },
    get operator() {
      return whoOperates()
    },
    signUp,
    signIn: async ({ email }, chosen = password) =>
      (await post('/sign-in/email', { email, password: chosen })).status,
    arriveAs,
    enterAs,
    deskOf,
    lookAs: (person, path) => async (view) => {
      const { page } = await looker(person, view)
      await arriveToLook(page, path)
      return page
    },
    arriveAsStranger: async (path, view) => {
      const { page } = await comeIn(view)
      await arrive(page, path)
      return page
    },
    leave,
    openUser: ({ id }, view) => arriveAs(whoOperates(), `/admin/users/${id}`, view),
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

/** From now on such requests get there only when they are let go. */
export async function hold(page: Page, address: RegExp, method?: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await gone
    await route.fallback()
  })
  return letGo
}

/** What the page has just told. */
export async function newsOn(page: Page): Promise<string> {
  const toasts = await page.locator('.toast').allInnerTexts()
  return toasts.join('\n')
}

/** What opens takes the focus a moment later; before that a key goes elsewhere. */
export const hasTakenFocus = (opened: Locator): Promise<void> => opened.locator(':focus').waitFor()

/** The palette, into which one can type. */
export async function openPalette(page: Page): Promise<Locator> {
  await press(page, 'Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await vi.waitFor(async () => assert(await hasFocus(palette.getByRole('combobox'))), patience)
  return palette
}

const patience = { timeout: 60_000, interval: 50 }

const menuForgetsMilliseconds = 1_500

/** Chooses an action by keyboard: letters lead to the item that begins with them. */
export async function act(page: Page, action: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions' }).focus()
  await press(page, 'Enter')
  const item = page.getByRole('menuitem', { name: action })
  await item.waitFor()
  // Again where it took so long that the menu had forgotten the first of the letters.
  await eventually(async () => {
    await page.keyboard.type(action.slice(0, 5))
    await vi.waitFor(async () => assert(await hasFocus(item)), menuForgetsMilliseconds)
  })
  await press(page, 'Enter')
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}
