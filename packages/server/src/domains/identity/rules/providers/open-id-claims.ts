import { at, textAt } from './json-path.ts'
import type { ToldProfile } from './provider.ts'

/** The standard claims, of an id token or of the user info endpoint. */
export const standardClaims = (claims: unknown): ToldProfile => ({
  subject: at(claims, 'sub'),
  email: at(claims, 'email'),
  emailVerified: at(claims, 'email_verified'),
  name: textAt(claims, 'name') ?? textAt(claims, 'preferred_username'),
  image: at(claims, 'picture'),
})
