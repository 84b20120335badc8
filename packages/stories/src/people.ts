import { unwrap } from './answers.ts'
import { newVisitor, type Visitor } from './visitor.ts'

export const password = 'a staple for the battery'

export interface Person extends Visitor {
  readonly id: string
  readonly email: string
}

/** Signs a person up; returns them with their browser. */
export async function newPerson(
  site: { readonly url: string },
  email: string,
  input: { readonly name?: string; readonly username?: string } = {},
): Promise<Person> {
  const visitor = newVisitor(site)
  const { user } = unwrap(
    await visitor.auth.signUp.email({ name: 'Ann Example', email, password, ...input }),
  )
  return { ...visitor, id: user.id, email }
}

/** Signs the person in in another browser. */
export async function anotherBrowser(person: Person): Promise<Visitor> {
  const visitor = newVisitor(person.site)
  unwrap(await visitor.auth.signIn.email({ email: person.email, password }))
  return visitor
}

export const isSignedIn = async ({ auth }: Visitor): Promise<boolean> =>
  (await auth.getSession()).data !== null
