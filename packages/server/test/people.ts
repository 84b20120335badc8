import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type Browser, openBrowser } from './browser.ts'

export const goodPassword = 'correct horse battery'

export interface Person {
  readonly browser: Browser
  readonly id: string
  readonly email: string
  /** The token of the session started by signing up; empty if none was. */
  readonly token: string
}

const signedUp = z.object({ token: z.nullable(z.string()), user: z.object({ id: z.string() }) })

/** A new user in a browser of their own. */
export async function newPerson(
  { url }: { readonly url: string },
  input: Readonly<Record<string, unknown>> = {},
): Promise<Person> {
  const browser = openBrowser(url)
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const body = { name: 'Ann Example', email, password: goodPassword, ...input }
  const answer = await browser.post('/api/auth/sign-up/email', body)
  expect(answer).toMatchObject({ status: 200 })
  const { token, user } = signedUp.parse(answer.body)
  return { browser, id: user.id, email: body.email, token: token ?? '' }
}

/** The person in another browser, where no organization is active. */
export const inAnotherBrowser = async (
  server: { readonly url: string },
  person: Person,
): Promise<Person> => ({ ...person, browser: await signInAgain(server, person) })

/** Signs the person in to another browser. */
export async function signInAgain(
  { url }: { readonly url: string },
  { email }: Pick<Person, 'email'>,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Browser> {
  const browser = openBrowser(url)
  const body = { email, password: goodPassword, ...input }
  const answer = await browser.post('/api/auth/sign-in/email', body)
  expect(answer).toMatchObject({ status: 200 })
  return browser
}
