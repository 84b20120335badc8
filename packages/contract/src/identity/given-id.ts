import * as z from 'zod/mini'
import { id } from '../primitives.ts'

const nobodys = '00000000-0000-0000-0000-000000000000'
const givenLengthMax = 256

type IdSchema<T extends string> = z.ZodMiniType<T, string>

function known<T extends string>(schema: IdSchema<T>): (text: string) => T {
  const unknown = z.parse(schema, nobodys)
  return (text) => z.safeParse(schema, text).data ?? unknown
}

const given = z.string().check(z.maxLength(givenLengthMax))

/**
 * An id in a request of the account wire. A text that is no id, such as one of another server, is
 * an id that nobody has, so it is refused like any unknown one.
 */
export const givenId = <T extends string>(schema: IdSchema<T>) =>
  z.pipe(given, z.transform(known(schema)))

/** Empty counts as absent. */
export function givenIdOrAbsent<T extends string>(schema: IdSchema<T>) {
  const read = known(schema)
  return z.optional(
    z.pipe(
      given,
      z.transform((text) => (text === '' ? undefined : read(text))),
    ),
  )
}

const nobody = known(id('user'))(nobodys)

/** For callers who may not choose the user, and whose choice is ignored: any value is accepted. */
export const givenUserIfRead = z.catch(givenIdOrAbsent(id('user')), nobody)

const readInvitation = known(id('invitation'))

/** What a mailed invitation link names: the id, a dot, and a secret. A copied one has no secret. */
export const givenInvitation = z.pipe(
  given,
  z.transform((text) => {
    const [name = '', secret = null] = text.split('.', 2)
    return { id: readInvitation(name), secret }
  }),
)
