import { told } from './answers.ts'
import { newVisitor, type Visitor } from './visitor.ts'

export const password = 'a staple for the battery'

export interface Person extends Visitor {
  readonly id: string
  readonly email: string
}

/** Somebody who has signed up, in the browser where they did. */
export async function newcomer(
  site: { readonly url: string },
  email: string,
  wish: { readonly name?: string; readonly username?: string } = {},
): Promise<Person> {
  const visitor = newVisitor(site)
  const { user } = told(
    await visitor.auth.signUp.email({ name: 'Ann Example', email, password, ...wish }),
  )
  return { ...visitor, id: user.id, email }
}

/** Another browser of theirs. */
export async function elsewhere(person: Person): Promise<Visitor> {
  const visitor = newVisitor(person.site)
  told(await visitor.auth.signIn.email({ email: person.email, password }))
  return visitor
}

export const isIn = async ({ auth }: Visitor): Promise<boolean> =>
  (await auth.getSession()).data !== null
