import * as z from 'zod/mini'
import { id, instant } from '../primitives.ts'

const nameLengthMax = 200
const imageLengthMax = 2048
const userAgentLengthMax = 1024

/** One line, because names appear in mail headers. */
export const personName = z
  .string()
  .check(z.maxLength(nameLengthMax), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'))

export const image = z
  .string()
  .check(z.maxLength(imageLengthMax), z.regex(/^\P{Cc}*$/u, 'Must be one line'))

/** A user, as they and operators see them. */
export const User = z.object({
  id: id('user'),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  username: z.nullable(z.string()),
  displayUsername: z.nullable(z.string()),
  /** Several roles are joined by commas. */
  role: z.string(),
  /** Null until the first ban. */
  banned: z.nullable(z.boolean()),
  banReason: z.nullable(z.string()),
  banExpires: z.nullable(instant),
})

/** The user in responses to signing in. */
export const UserLite = z.object({
  id: id('user'),
  email: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  emailVerified: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})

export const Session = z.object({
  id: id('session'),
  /** Identifies the session for revoke-session; it can't authenticate by itself. */
  token: z.string(),
  userId: id('user'),
  expiresAt: instant,
  createdAt: instant,
  updatedAt: instant,
  /** Accurate to five minutes. */
  lastUsedAt: instant,
  ipAddress: z.string(),
  userAgent: z.string().check(z.maxLength(userAgentLengthMax)),
  activeOrganizationId: z.nullable(id('organization')),
  activeTeamId: z.nullable(id('team')),
  impersonatedBy: z.nullable(id('user')),
})

export const Done = z.object({ status: z.boolean() })

/** A redirect target: a path, or a URL of a trusted origin. Empty counts as absent. */
export const destination = z.pipe(
  z.string(),
  z.transform((text) => (text === '' ? undefined : text)),
)
